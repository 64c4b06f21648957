import type { Answer, TrimmedAnswer } from '@chronicle/schema'
import { fewestSteps } from '../trim/fewest-steps.ts'
import { quoteWord } from '../trim/retry-hint.ts'
import type { AnswerKind, AnswerStep } from './answer-kind.ts'

/** A limit, and how to measure against it: rendered in the requested format. */
export interface AnswerBudget<O extends Answer> {
  readonly maxTokens: number
  measure(answer: O): number
}

/** Rounds in which the count of a notice that counts itself agrees, for every counter that grows with its text. */
const MAX_ROUNDS = 8

/**
 * Makes an answer fit: unchanged when it does, else without as few of its least valuable parts as that takes, and
 * `trimmed` says what was withheld. When even the skeleton does not fit, it is returned marked `over_budget`. A
 * bisection over the steps: a dozen measurements, whatever the size.
 */
export function fitAnswer<O extends Answer>(answer: O, kind: AnswerKind<O>, budget: AnswerBudget<O>): O {
  const measured = budget.measure(answer)
  if (measured <= budget.maxTokens) return answer
  const steps = kind.steps(answer)
  const hint = ['git', 'chronicle', ...kind.command(answer), '--max-tokens', `${roomFor(measured)}`]
    .map(quoteWord)
    .join(' ')
  const candidate = (count: number, notice: object): O =>
    settle(
      { ...without(answer, steps.slice(0, count)), trimmed: { ...noticeOf(steps.slice(0, count), budget), ...notice } },
      budget,
    )
  const fits = (count: number): boolean => budget.measure(candidate(count, { hint })) <= budget.maxTokens
  const count = fewestSteps(1, steps.length, fits)
  for (let more = count; more <= steps.length; more++) {
    const shown = candidate(more, { hint })
    if (budget.measure(shown) <= budget.maxTokens) return shown
  }
  const bare = candidate(steps.length, {})
  if (budget.measure(bare) <= budget.maxTokens) return bare
  return candidate(steps.length, { hint, over_budget: true })
}

/** The whole answer with its echo of the budget; rounded up, so that the hint does not change with every word. */
function roomFor(measured: number): number {
  return Math.ceil((measured + 10) / 100) * 100
}

function noticeOf(steps: readonly AnswerStep[], { maxTokens }: { readonly maxTokens: number }): TrimmedAnswer {
  const withheld: Record<string, number> = {}
  const fields: string[] = []
  for (const step of steps) {
    if (step.drop === 'entry') withheld[step.list] = (withheld[step.list] ?? 0) + 1
    else fields.push(`${step.list}.${step.field}`)
  }
  return {
    strategy: 'least_valuable_first',
    estimated_tokens: maxTokens,
    withheld,
    ...(fields.length === 0 ? {} : { withheld_fields: fields }),
  }
}

/** A copy without what the steps name. */
function without<O extends Answer>(answer: O, steps: readonly AnswerStep[]): O {
  const copy: Record<string, unknown> = { ...(answer as object) }
  for (const name of new Set(steps.map((step) => step.list))) {
    const own = steps.filter((step) => step.list === name)
    const gone = new Set(own.flatMap((step) => (step.drop === 'entry' ? [step.index] : [])))
    const fields = new Set(own.flatMap((step) => (step.drop === 'field' ? [step.field] : [])))
    const entries = ((copy[name] as readonly object[] | undefined) ?? []).filter((_, index) => !gone.has(index))
    copy[name] =
      fields.size === 0
        ? entries
        : entries.map((entry) => Object.fromEntries(Object.entries(entry).filter(([key]) => !fields.has(key))))
  }
  return copy as unknown as O
}

/** Puts the count of the answer into its notice; the count depends on its own digits. */
function settle<O extends Answer>(answer: O, { measure }: AnswerBudget<O>): O {
  const { trimmed } = answer
  if (trimmed === null) return answer
  let tokens = trimmed.estimated_tokens
  let settled = answer
  for (let round = 0; round < MAX_ROUNDS; round++) {
    settled = { ...answer, trimmed: { ...trimmed, estimated_tokens: tokens } }
    const counted = measure(settled)
    if (counted === tokens) break
    tokens = round < MAX_ROUNDS - 1 ? counted : Math.max(counted, tokens)
  }
  return settled
}
