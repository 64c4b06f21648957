import type { ReadOutput, ReadRegion } from '@chronicle/schema'
import type { TokenBudget } from '../contracts/index.ts'
import { createAssembler, keptEntries, type TrimmedOutput } from './assemble-trimmed.ts'
import { fewestSteps } from './fewest-steps.ts'
import { tooLargeAlone } from './too-large-alone.ts'
import { fullAnswerHint, settleEstimate } from './trimmed-notice.ts'
import { entrySteps, withhold, type NoticeCut, type TrimStep } from './withheld-steps.ts'

/** What sets one trimmer apart from another. */
export interface TrimStrategy {
  readonly name: string
  /**
   * The steps from these regions down to the bare intent and constraints of one of them, least valuable first.
   * `positions` are those of regions that fit the budget on their own; never empty.
   */
  steps(regions: readonly ReadRegion[], positions: readonly number[]): readonly TrimStep[]
}

/** Before the fields of the last region go, the notice names fewer commits. */
const FEWER_COMMITS: readonly TrimStep[] = [10, 5, 2, 0].map((commits) => notice({ commits }))
/** Then the answer says less about itself. */
const LESS_SAID: readonly TrimStep[] = [notice('fields'), notice('query')]
/** The last things to go: how much was withheld, and the command that brings it back. */
const LESS_NOTICE: readonly TrimStep[] = [...LESS_SAID, notice('counts'), notice('hint')]
/** The share of the budget that everything outside `regions` may take while there are regions. */
const SHARE_OUTSIDE_REGIONS = 0.5

/**
 * Makes an output fit: returns it unchanged when it does, else withholds as little as it can in the order of the
 * strategy.
 *
 * 1. Where what stands outside `regions` takes more than half of the budget, its least valuable entries go.
 * 2. What no answer can hold goes, so that it does not take the rest with it: a region whose intent and constraints
 *    exceed the budget by themselves, or a field that does (`tooLargeAlone`).
 * 3. The steps of the strategy, down to one region; then the notice names fewer commits; then its fields; then the
 *    entries outside `regions`; then what the answer says about itself.
 * 4. Where even that does not fit, the last region goes, and the entries outside `regions` have the budget alone.
 * 5. The skeleton, marked `over_budget` where it is larger than the budget; being that anyway, it says how much was
 *    withheld and the command that brings it back.
 *
 * Each phase is a bisection over its steps: a few dozen measurements, whatever the size, and one or two more for each
 * text that is longer than the budget.
 */
export function fitToBudget(output: ReadOutput, budget: TokenBudget, strategy: TrimStrategy): ReadOutput {
  const measured = budget.measure(output)
  if (measured <= budget.maxTokens) return output
  const context: Context = {
    output,
    budget,
    assemble: createAssembler(output, {
      strategy: strategy.name,
      maxTokens: budget.maxTokens,
      hint: fullAnswerHint(output, measured, budget),
    }),
  }
  return withRegions(context, strategy) ?? withoutRegions(context)
}

interface Context {
  readonly output: ReadOutput
  readonly budget: TokenBudget
  readonly assemble: (steps: readonly TrimStep[]) => TrimmedOutput
}

function withRegions({ output, budget, assemble }: Context, strategy: TrimStrategy): ReadOutput | undefined {
  const { regions } = output
  const tooLarge = tooLargeAlone(regions, budget, assemble([...contentSteps(output), ...LESS_NOTICE]))
  const gone = withhold(tooLarge).regions
  if (gone.size === regions.length) return undefined
  const positions = [...regions.keys()].filter((i) => !gone.has(i))
  const outside = outsideSteps(output, budget)
  const always = [...outside.first, ...tooLarge]
  const steps = withFewerCommits(strategy.steps(regions, positions), positions.length - 1)
  return shortestFit({ output, budget, assemble }, always, [...steps, ...outside.later, ...LESS_NOTICE])
}

function withoutRegions(context: Context): ReadOutput {
  const content = contentSteps(context.output)
  const regions = context.output.regions.length
  const fitting = shortestFit(context, content.slice(0, regions), [...content.slice(regions), ...LESS_NOTICE])
  if (fitting !== undefined) return fitting
  const skeleton = context.assemble([...content, ...LESS_SAID])
  return settleEstimate({ ...skeleton, trimmed: { ...skeleton.trimmed, over_budget: true } }, context.budget)
}

/** Every region, then the rest: nothing is left but what the answer says about itself. */
function contentSteps(output: ReadOutput): readonly TrimStep[] {
  const regions = [...output.regions.keys()].map(dropRegion)
  return [...regions, ...FEWER_COMMITS, ...entrySteps(output)]
}

/** Applies as few of the steps as make the output fit; `undefined` when all of them do not. */
function shortestFit(
  { budget, assemble }: Context,
  always: readonly TrimStep[],
  steps: readonly TrimStep[],
): ReadOutput | undefined {
  const candidate = (count: number): TrimmedOutput => assemble([...always, ...steps.slice(0, count)])
  const fits = (output: ReadOutput): boolean => budget.measure(output) <= budget.maxTokens
  // Nothing withheld is nothing to report.
  const least = always.length === 0 ? 1 : 0
  for (let count = fewestSteps(least, steps.length, (n) => fits(candidate(n))); count <= steps.length; count++) {
    const settled = settleEstimate(candidate(count), budget)
    if (fits(settled)) return settled
  }
  return undefined
}

/** Splits the steps outside `regions` into those that go at once, to stay within their share, and the rest. */
function outsideSteps(
  output: ReadOutput,
  budget: TokenBudget,
): { readonly first: readonly TrimStep[]; readonly later: readonly TrimStep[] } {
  const steps = entrySteps(output)
  const share = budget.maxTokens * SHARE_OUTSIDE_REGIONS
  const fits = (count: number): boolean =>
    budget.measure({ ...output, regions: [], ...keptEntries(output, withhold(steps.slice(0, count)).entries) }) <= share
  const count = fewestSteps(0, steps.length, fits)
  return { first: steps.slice(0, count), later: steps.slice(count) }
}

/** Puts the steps that shorten the notice where only one region is left. */
function withFewerCommits(steps: readonly TrimStep[], regionSteps: number): readonly TrimStep[] {
  let seen = 0
  const place = steps.findIndex((step) => seen === regionSteps || (step.kind === 'region' && ++seen > regionSteps))
  return place < 0 ? [...steps, ...FEWER_COMMITS] : [...steps.slice(0, place), ...FEWER_COMMITS, ...steps.slice(place)]
}

function dropRegion(region: number): TrimStep {
  return { kind: 'region', region }
}

function notice(cut: NoticeCut): TrimStep {
  return { kind: 'notice', cut }
}
