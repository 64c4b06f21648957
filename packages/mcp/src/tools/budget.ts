import { ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { bytesPerFour } from '@chronicle/core'
import type { ServerHost } from '../served-repository.ts'
import type { ToolAnswer } from './tool-answer.ts'

type Counting = Pick<ServerHost, 'tokens' | 'structured'>
type Answered = ResultAsync<ToolAnswer, CodedError>

/**
 * Maximum ratio of an answer's final tokens to those that the query counts: other tokenizers, escapes, and the document
 * add to them.
 */
const [MAX_TEXT_RATIO, MAX_DOCUMENT_RATIO] = [1.5, 8]
/**
 * Maximum number of bisections of the range from one token to the whole budget. The result is within 2 % of the best.
 */
const MAX_HALVINGS = 6

/** Returns the protocol message of an answer. */
function messageOf({ text, document }: ToolAnswer, { structured }: Counting): object {
  return { content: [{ type: 'text', text }], ...(structured ? { structuredContent: document } : {}) }
}

/** Returns the tokens that an answer costs the model, at least one per four bytes of the message. */
export function sizeOf(answer: ToolAnswer, host: Counting): number {
  const { tokens, structured } = host
  const given = tokens.count(answer.text) + (structured ? tokens.count(JSON.stringify(answer.document)) : 0)
  return Math.max(given, bytesPerFour().count(JSON.stringify(messageOf(answer, host))))
}

/** Returns a budget that suffices for an answer with this number of text tokens, in steps of a hundred. */
export function budgetForText(tokens: number, { structured }: Pick<ServerHost, 'structured'>): number {
  return Math.ceil((tokens * (structured ? MAX_DOCUMENT_RATIO : MAX_TEXT_RATIO)) / 100) * 100
}

/**
 * Runs a query so that the answer, as sent, stays within the budget. Queries only measure the text, perhaps with
 * another tokenizer. If the answer is too large, a binary search finds the largest text that fits. If no smaller query
 * result fits, the answer is cut.
 */
export function queryWithinBudget(
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

/** Whether the query itself reports that it cannot return less. */
function isOverBudget({ document }: ToolAnswer): boolean {
  const { trimmed } = document
  return typeof trimmed === 'object' && trimmed !== null && 'over_budget' in trimmed
}

/**
 * Cuts an answer to as many whole lines as fit, plus a last line that says so and names the budget argument. If the
 * document does not fit beside that line, it is reduced to its name and what was withheld.
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
