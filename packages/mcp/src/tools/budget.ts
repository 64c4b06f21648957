import { ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { bytesPerFour } from '@chronicle/core'
import type { ServerHost } from '../served-repository.ts'
import type { ToolAnswer } from './tool-answer.ts'

type Counting = Pick<ServerHost, 'tokens' | 'structured'>
type Answered = ResultAsync<ToolAnswer, CodedError>

/** How many times what a query counts an answer may cost in the end: other counters, escapes, and its document. */
const [MOST_AS_TEXT, MOST_WITH_DOCUMENT] = [1.5, 8]
/** Halvings of the range between one token and the whole budget: the result is within 2 % of the best. */
const MAX_HALVINGS = 6

/** The protocol's form of an answer. */
function messageOf({ text, document }: ToolAnswer, { structured }: Counting): object {
  return { content: [{ type: 'text', text }], ...(structured ? { structuredContent: document } : {}) }
}

/** What an answer costs the model, in tokens; never less than four bytes of the message a token. */
export function sizeOf(answer: ToolAnswer, host: Counting): number {
  const { tokens, structured } = host
  const given = tokens.count(answer.text) + (structured ? tokens.count(JSON.stringify(answer.document)) : 0)
  return Math.max(given, bytesPerFour().count(JSON.stringify(messageOf(answer, host))))
}

/** A budget that is enough for what a query counts as so many tokens, in steps of a hundred. */
export function budgetForText(tokens: number, { structured }: Pick<ServerHost, 'structured'>): number {
  return Math.ceil((tokens * (structured ? MOST_WITH_DOCUMENT : MOST_AS_TEXT)) / 100) * 100
}

/**
 * Asks a question so that the answer, as it is sent, keeps within the budget. Queries measure the text alone, perhaps
 * by another counter; where the answer is too large, the range of smaller texts is halved until the best is found. An
 * answer that cannot be made smaller by asking is cut.
 */
export function askWithin(
  budget: number | undefined,
  host: Counting,
  ask: (maxTokens: number | undefined) => Answered,
): Answered {
  return safeTry(async function* () {
    if (budget === undefined) return ask(undefined)
    let most = budget
    const first = await ask(most)
    if (first.isErr() || sizeOf(first.value, host) <= budget) return first
    let smallest = first.value
    let best: ToolAnswer | undefined
    let least = 1
    for (let halving = 0; halving < MAX_HALVINGS && least < most; halving++) {
      if (best === undefined && isOverBudget(smallest)) break
      const middle = Math.floor((least + most) / 2)
      const answer = yield* ask(middle)
      if (sizeOf(answer, host) <= budget) {
        best = answer
        least = middle + 1
      } else {
        smallest = answer
        most = middle
      }
    }
    return ok(best ?? cutToFit(smallest, budget, host))
  })
}

/** Whether the query itself says that it has nothing smaller. */
function isOverBudget({ document }: ToolAnswer): boolean {
  const { trimmed } = document
  return typeof trimmed === 'object' && trimmed !== null && 'over_budget' in trimmed
}

/**
 * The beginning of an answer: as many whole lines as fit, and a last one that says so, by the argument that is the
 * budget. A document that does not fit beside that is reduced to its name and what was withheld.
 */
export function cutToFit(
  answer: ToolAnswer,
  budget: number | undefined,
  host: Counting,
  argument: 'max_tokens' | 'budget' = 'max_tokens',
): ToolAnswer {
  const fits = (cut: ToolAnswer): boolean => budget === undefined || sizeOf(cut, host) <= budget
  if (budget === undefined || fits(answer)) return answer
  const last = lastLine(answer, `${argument}: ${budget}`)
  const bare = { ...answer, text: last }
  const { document } = fits(bare) ? answer : { document: bareDocument(answer.document) }
  const whole = { text: answer.text, document }
  if (fits(whole)) return whole
  const lines = answer.text.split('\n')
  let text = last
  for (let count = 1; count < lines.length; count++) {
    const longer = [...lines.slice(0, count), last].join('\n')
    if (!fits({ text: longer, document })) break
    text = longer
  }
  return { text, document }
}

function lastLine({ document }: ToolAnswer, argument: string): string {
  const { trimmed } = document as { readonly trimmed?: { readonly hint?: unknown } | null }
  return typeof trimmed?.hint === 'string'
    ? `Cut. All of it: ${trimmed.hint}`
    : `Cut to ${argument}. Give more for the rest.`
}

function bareDocument({ $schema, ok, trimmed, error }: ToolAnswer['document']): ToolAnswer['document'] {
  const hint = (trimmed as { readonly hint?: string } | null | undefined)?.hint
  return {
    ...omitUndefined({ $schema, ok, error }),
    trimmed: { over_budget: true, ...omitUndefined({ hint }) },
  }
}
