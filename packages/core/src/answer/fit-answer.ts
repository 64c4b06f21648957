import { fewestSteps } from '../trim/fewest-steps.ts'
import type { AnyAnswer } from './answer-type.ts'
import type { PlanContext } from './plan-context.ts'
import type { StepPlan } from './step-plan.ts'

/** A limit, and how to measure against it: rendered in the requested format. */
export interface AnswerBudget<O> {
  readonly maxTokens: number
  measure(answer: O): number
}

/** Rounds in which the count of a notice that counts itself agrees, for every counter that grows with its text. */
const MAX_ROUNDS = 8
/** Tokens by which an answer without a notice may be longer than the same with one, which says less about absence. */
const NOTICE_SLACK = 40
/** Steps tried one by one; naming what a step withheld can take more room than the step gains. */
const MAX_SINGLE_STEPS = 40

/**
 * Makes an answer fit: unchanged when it does, else without as few of its least valuable parts as that takes, and
 * `trimmed` says what was withheld and what brings it back, however small the budget. When not even that fits, it is
 * marked `over_budget`. A bisection over the steps: a few dozen measurements, whatever the size. The order of the steps
 * does not depend on the budget, and the fewest that do are taken, so a smaller budget gives no longer answer, unless
 * the notice alone is longer than what it speaks of.
 */
export function fitAnswer<O extends AnyAnswer>(
  answer: O,
  planOf: (answer: O, context: PlanContext) => StepPlan<O>,
  budget: AnswerBudget<O>,
): O {
  const { maxTokens } = budget
  const measured = budget.measure(answer)
  // What is marked has nothing left to withhold.
  if (measured <= maxTokens || answer.trimmed?.over_budget === true) return answer
  const plan = planOf(answer, { maxTokens, fullTokens: roomFor(measured) })
  const fits = (count: number): boolean => budget.measure(plan.without(count)) <= maxTokens
  for (let count = fewestFitting(plan, budget, fits); count <= plan.length; count++) {
    const settled = settle(plan.without(count), budget)
    if (budget.measure(settled) <= maxTokens) return fillUp(settled, count, plan, budget)
  }
  const least = budget.measure(plan.without(plan.length))
  const marked = plan.overBudget.find((candidate) => budget.measure(candidate) <= least) ?? plan.overBudget.at(-1)
  return settle(marked ?? answer, budget)
}

/** Things tried for the room that is left. */
const MAX_RESTORED = 24

/**
 * Uses the room that is left: of what was withheld and can stand alone, the most valuable that still fits is put back,
 * then the next. With a larger budget that gives no shorter answer: what fits in it and not in the smaller one is longer
 * than all that the smaller one had room for.
 */
function fillUp<O extends AnyAnswer>(fitted: O, count: number, plan: StepPlan<O>, budget: AnswerBudget<O>): O {
  const { independent = [], stepsToLastRegion = Infinity } = plan
  if (count >= stepsToLastRegion) return fitted
  const candidates = independent.filter((position) => position < count).reverse()
  const restored = new Set<number>()
  let best = fitted
  for (const position of candidates.slice(0, MAX_RESTORED)) {
    const more = settle(plan.without(count, new Set([...restored, position])), budget)
    if (budget.measure(more) > budget.maxTokens) continue
    restored.add(position)
    best = more
  }
  return best
}

/** The fewest steps that fit: not far from where the answer fits without its notice, which only gets shorter. */
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

/** The whole answer with its echo of the budget; rounded up, so that the remedy does not change with every word. */
function roomFor(measured: number): number {
  return Math.ceil((measured + 10) / 100) * 100
}

/**
 * Puts the count of the answer into its notice. The count depends on its own digits: starting from none it can only
 * grow, so a measure that never counts a longer text as less agrees with itself after a few rounds. For any other
 * measure the larger count stands.
 */
function settle<O extends AnyAnswer>(answer: O, { measure }: AnswerBudget<O>): O {
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
