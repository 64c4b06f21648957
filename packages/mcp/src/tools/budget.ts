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
/** Maximum number of smaller budgets to try once an answer fits. */
const MAX_TRIES = 4
/** The share of the budget that a try aims at, because sizes only roughly grow with the query's budget. */
const TARGET = 0.97
/** An answer of this share of the budget is not improved any more. */
const FULL_ENOUGH = 0.85

/** Returns the protocol message of an answer. */
function messageOf({ text, document }: ToolAnswer, { structured }: Counting): object {
  return { content: [{ type: 'text', text }], ...(structured && { structuredContent: document }) }
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
 * another tokenizer. If the answer is too large, smaller budgets are tried, each interpolated from the sizes so far. If
 * no smaller query result fits, the answer is cut.
 */
export function queryWithinBudget(
  budget: number | undefined,
  host: Counting,
  ask: (maxTokens: number | undefined) => Answered,
): Answered {
  return safeTry(async function* () {
    if (budget === undefined) return ask(undefined)
    const first = yield* ask(budget)
    const tried = (asked: number, answer: ToolAnswer): Required<Try> => ({ asked, size: sizeOf(answer, host), answer })
    let over = tried(budget, first)
    if (over.size <= budget) return ok(first)
    let fits: Try = { asked: 0, size: 0 }
    for (let tries = 0; fits.answer === undefined ? !isOverBudget(over.answer) : tries < MAX_TRIES; tries++) {
      // The query would give the same answer for any budget that its text fits.
      const most = Math.min(over.asked, bytesPerFour().count(over.answer.text))
      if (most - fits.asked < 2 || fits.size >= budget * FULL_ENOUGH) break
      const guess = tries < 2 ? between(fits, { ...over, asked: most }, budget * TARGET) : (fits.asked + most) / 2
      const asked = Math.min(Math.max(Math.floor(guess), fits.asked + 1), most - 1)
      const answer = tried(asked, yield* ask(asked))
      if (answer.size <= budget) fits = answer
      else over = answer
    }
    return ok(fits.answer ?? cutToFit(over.answer, budget, host))
  })
}

/** A budget given to a query, and the size of its answer as sent. */
interface Try {
  readonly asked: number
  readonly size: number
  readonly answer?: ToolAnswer
}

/** Interpolates the query's budget for an answer of a size between those of two tries. */
function between(fits: Try, over: Try, size: number): number {
  return fits.asked + ((over.asked - fits.asked) * (size - fits.size)) / (over.size - fits.size)
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
  const cutTo = (count: number): ToolAnswer => ({ text: [...lines.slice(0, count), last].join('\n'), document })
  let [least, most] = [0, lines.length - 1]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(cutTo(middle))) least = middle
    else most = middle - 1
  }
  return cutTo(least)
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
