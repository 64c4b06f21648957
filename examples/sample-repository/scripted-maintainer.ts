/** The next step of the scripted model: a tool call or an answer. */
export type Turn =
  { readonly call: string; readonly input: Readonly<Record<string, unknown>> } | { readonly answer: string }

/** The question put to the model. */
export const QUESTION = 'May retry wait half a second?'

const CALLS: readonly (Turn & { readonly call: string })[] = [
  { call: 'chronicle_lookup', input: { path: 'src/gone.ts' } },
  { call: 'chronicle_lookup', input: { path: 'src/retry.ts', anchor: 'retry' } },
  { call: 'chronicle_annotate', input: { summary: 'Asked for half a second again', task: QUESTION } },
]

/**
 * Returns the next step of a scripted model, from the names of the tools it is offered and the results of its calls so
 * far. It asks for a missing file, looks up the right one, records something, and answers with the results, so that the
 * answer is correct only if every call and every reply arrived.
 */
export function nextTurn(offered: readonly string[], received: readonly string[]): Turn {
  const next = CALLS[received.length]
  if (next === undefined) return { answer: received.map(essence).join('\n') }
  if (!offered.includes(next.call)) throw new Error(`${next.call} is not among the tools: ${offered.join(', ')}`)
  return next
}

/** The final answer of `nextTurn` when no call or reply was lost. */
export const EXPECTED_ANSWER: string = [
  'file_not_found',
  'Never below one second: the broker bans clients that are quicker.',
  'Recorded',
].join('\n')

/** Returns the constraint in a reply, or else its first word. */
function essence(reply: string): string {
  return /^- \[author\] (.+)$/m.exec(reply)?.[1] ?? /^\w+/.exec(reply)?.[0] ?? reply
}
