import { fewestSteps } from '../trim/fewest-steps.ts'
import type { AnyAnswer } from './answer-type.ts'
import type { PlanContext } from './step-plan.ts'
import type { StepPlan } from './step-plan.ts'

/** A token limit and a function that measures an answer in the requested format. */
export interface AnswerBudget<O> {
  readonly maxTokens: number
  measure(answer: O): number
}

/** Number of rounds after which the token count in a notice is stable, for every measure that grows with the text. */
const MAX_ROUNDS = 8
/**
 * Number of tokens by which an answer without notice may exceed the same answer with one, which says less about
 * absence.
 */
const NOTICE_SLACK = 40
/** Number of steps to try one by one, because naming a withheld part can cost more than it saves. */
const MAX_SINGLE_STEPS = 40

/**
 * Fits an answer to its budget. An answer that fits is returned unchanged. Otherwise as few as possible of the least
 * valuable parts are withheld, and `trimmed` lists them with a remedy, however small the budget. If that does not fit,
 * `trimmed` names less; if even that does not fit, the answer is marked `over_budget`. Bisects over the steps: a few
 * dozen measurements for any size. The order of steps does not depend on the budget and the fewest are taken, so a
 * smaller budget never gives a longer answer, unless the notice alone is longer than the withheld parts.
 */
export function fitAnswer<O extends AnyAnswer>(
  answer: O,
  planOf: (answer: O, context: PlanContext) => StepPlan<O>,
  budget: AnswerBudget<O>,
): O {
  const { maxTokens } = budget
  const measured = budget.measure(answer)
  // A marked answer has nothing left to withhold.
  if (measured <= maxTokens || answer.trimmed?.over_budget === true) return answer
  const plan = planOf(answer, { maxTokens, fullTokens: roomFor(measured) })
  const fits = (count: number): boolean => budget.measure(plan.without(count)) <= maxTokens
  for (let count = fewestFitting(plan, budget, fits); count <= plan.length; count++) {
    const settled = stabiliseTokenCount(plan.without(count), budget)
    if (budget.measure(settled) <= maxTokens) return restoreParts(settled, count, plan, budget)
  }
  const shortest = plan.overBudget.map((candidate) => stabiliseTokenCount(withoutMark(candidate), budget))
  const fitting = shortest.find((candidate) => budget.measure(candidate) <= maxTokens)
  if (fitting !== undefined) return fitting
  const least = budget.measure(plan.without(plan.length))
  const marked = plan.overBudget.find((candidate) => budget.measure(candidate) <= least) ?? plan.overBudget.at(-1)
  return stabiliseTokenCount(marked ?? answer, budget)
}

function withoutMark<O extends AnyAnswer>(answer: O): O {
  if (answer.trimmed === null) return answer
  const { over_budget: _, ...trimmed } = answer.trimmed
  return { ...answer, trimmed }
}

/** Maximum number of parts to try to restore. */
const MAX_RESTORED = 24

/**
 * Restores withheld parts into the remaining budget: of those that can stand alone, the most valuable one that fits,
 * then the next. A larger budget still never gives a shorter answer: a part that fits only the larger budget is longer
 * than everything restored into the smaller one.
 */
function restoreParts<O extends AnyAnswer>(fitted: O, count: number, plan: StepPlan<O>, budget: AnswerBudget<O>): O {
  const { independent = [], recorded } = plan
  const candidates = independent.filter((position) => position < count).reverse()
  const restored = new Set<number>()
  let best = fitted
  const withheld = new Set([...(recorded ?? [])].filter((position) => position < count))
  for (const position of candidates.slice(0, MAX_RESTORED)) {
    // An inferred part must not be shown in place of a recorded one.
    if (withheld.size > 0 && recorded?.has(position) !== true) continue
    const more = stabiliseTokenCount(plan.without(count, new Set([...restored, position])), budget)
    if (budget.measure(more) > budget.maxTokens) continue
    restored.add(position)
    withheld.delete(position)
    best = more
  }
  return best
}

/**
 * Finds the minimum number of steps that fit. It is close to the number that fits without the notice, for which each
 * step only shortens the answer.
 */
function fewestFitting<O extends AnyAnswer>(
  plan: StepPlan<O>,
  { maxTokens, measure }: AnswerBudget<O>,
  fits: (count: number) => boolean,
): number {
  const bare = (count: number): number => measure({ ...plan.without(count), trimmed: null })
  const least = fewestSteps(1, plan.length, (count) => bare(count) <= maxTokens + NOTICE_SLACK)
  const last = Math.min(plan.length, least + MAX_SINGLE_STEPS)
  for (let count = least; count <= last; count++) if (fits(count)) return count
  return fewestSteps(last, plan.length, fits)
}

/**
 * Returns the budget for the whole answer including its echo of the budget. Rounded up, so that the remedy does not
 * change with every word.
 */
function roomFor(measured: number): number {
  return Math.ceil((measured + 10) / 100) * 100
}

/**
 * Writes the token count of the answer into its notice. The count depends on its own digits: starting from zero it only
 * grows, so it becomes stable after a few rounds for any measure that never counts a longer text as less. For other
 * measures the largest count is used.
 */
function stabiliseTokenCount<O extends AnyAnswer>(answer: O, { measure }: AnswerBudget<O>): O {
  const { trimmed } = answer
  if (trimmed === null) return answer
  const counted = (estimated_tokens: number): O => ({ ...answer, trimmed: { ...trimmed, estimated_tokens } })
  let tokens = 0
  let largest = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = measure(counted(tokens))
    if (next === tokens) return counted(tokens)
    tokens = next
    largest = Math.max(largest, next)
  }
  return counted(largest)
}
