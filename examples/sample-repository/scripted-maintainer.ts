/** What the scripted model does next: calls a tool, or answers. */
export type Turn =
  { readonly call: string; readonly input: Readonly<Record<string, unknown>> } | { readonly answer: string }

/** What it is asked. */
export const QUESTION = 'May retry wait half a second?'

const CALLS: readonly (Turn & { readonly call: string })[] = [
  { call: 'chronicle_lookup', input: { path: 'src/gone.ts' } },
  { call: 'chronicle_lookup', input: { path: 'src/retry.ts', anchor: 'retry' } },
  { call: 'chronicle_annotate', input: { summary: 'Asked for half a second again', task: QUESTION } },
]

/**
 * A model without a model: given the names of the tools that it is offered and what its calls have returned so far.
 * It asks for a file that is not there, looks up the one that is, records something, and answers with what it was
 * told, so that an answer is right only if every call arrived and every reply came back.
 */
export function nextTurn(offered: readonly string[], received: readonly string[]): Turn {
  const next = CALLS[received.length]
  if (next === undefined) return { answer: received.map(essence).join('\n') }
  if (!offered.includes(next.call)) throw new Error(`${next.call} is not among the tools: ${offered.join(', ')}`)
  return next
}

/** What `nextTurn` answers in the end when nothing was lost on the way. */
export const EXPECTED_ANSWER: string = [
  'file_not_found',
  'Never below one second: the broker bans clients that are quicker.',
  'Recorded',
].join('\n')

/** The constraint in a reply, else its first word. */
function essence(reply: string): string {
  return /^- \[author\] (.+)$/m.exec(reply)?.[1] ?? /^\w+/.exec(reply)?.[0] ?? reply
}
