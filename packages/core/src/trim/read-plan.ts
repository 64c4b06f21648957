import { omitEmpty, type QueryEcho, type ReadOutput, type ReadRegion } from '@chronicle/schema'
import { fitAnswer } from '../answer/fit-answer.ts'
import type { PlanContext } from '../answer/plan-context.ts'
import { countedTo, type StepPlan } from '../answer/step-plan.ts'
import type { Trimmer } from '../contracts/index.ts'
import { rankReasonParts, withoutParts } from '../from-history/rank-reason-parts.ts'
import { entriesLeft } from './drop-regions.ts'
import { interleave } from './interleave.ts'
import { coreLength, cutFields, LONG_TEXT } from './region-fields.ts'
import { SHORT_COMMIT, trimmedNotice } from './trimmed-notice.ts'
import {
  entrySteps,
  forEntryLists,
  withhold,
  type EntryList,
  type NoticeCut,
  type TrimStep,
  type Withheld,
} from './withheld-steps.ts'

/** What sets one trimmer apart from another. */
export interface TrimStrategy {
  readonly name: string
  /** The steps down to the bare intent and constraints of one region, first to go first. */
  steps(regions: readonly ReadRegion[]): readonly TrimStep[]
}

/** Makes a trimmer of a strategy. */
export function trimmerOf(strategy: TrimStrategy): Trimmer {
  return {
    name: strategy.name,
    trim: (output, budget) => fitAnswer(output, (whole, context) => readPlan(whole, strategy, context), budget),
  }
}

/** Before the fields of the last region go, the notice names fewer commits. */
const FEWER_COMMITS: readonly TrimStep[] = [10, 5, 2, 1].map((commits) => notice({ commits }))
/** Then the answer says less about itself. */
const LESS_SAID: readonly TrimStep[] = [notice('fields'), notice('query')]

/**
 * What may be withheld of a read, in this order:
 *
 * 1. The steps of the strategy, down to one region, with what stands outside `regions` as long as that is the longer
 *    part; then the notice names fewer commits; then the fields of that region.
 * 2. What is left outside `regions`; then what the answer says about itself; then the last region. Where that region
 *    has very long texts, it goes first. How much was withheld and what brings it back always stays.
 */
export function readPlan(output: ReadOutput, strategy: TrimStrategy, context: PlanContext): StepPlan<ReadOutput> {
  // What is inferred goes before anything that is recorded.
  const inferred = rankReasonParts(output.from_history ?? [], { names: namesAsked(output) })
  const tests = inferredTests(output).map((entry): TrimStep => ({ kind: 'entry', list: 'held_by_tests', entry }))
  const passages = inferred.map((step): TrimStep => ({ kind: 'passage', step }))
  const steps = [...tests, ...passages, ...allSteps(output, strategy)]
  const assemble = createAssembler(output, strategy.name, context)
  const skeleton = assemble(steps)
  const { dropped_entries: entries = {}, ...least } = skeleton.trimmed
  const { dropped_commits: commits } = entries
  const shorter = commits === undefined ? least : { ...least, dropped_entries: { dropped_commits: commits } }
  return {
    length: steps.length,
    independent: steps.flatMap((step, position) => (step.kind === 'passage' ? [position] : [])),
    ...countedTo(steps.findLastIndex(({ kind }) => kind === 'region')),
    without: (count, restored) =>
      assemble(steps.slice(0, count).filter((_, position) => restored?.has(position) !== true)),
    overBudget: [skeleton.trimmed, shorter, least].map((trimmed) => ({
      ...skeleton,
      trimmed: { ...trimmed, over_budget: true },
    })),
  }
}

/** Positions of the tests that nobody recorded, last first. */
function inferredTests({ held_by_tests: tests = [] }: ReadOutput): readonly number[] {
  return [...tests.keys()].filter((position) => tests[position]?.origin === 'history').reverse()
}

/** The names of the code asked about. */
function namesAsked({ query, resolved = [] }: ReadOutput): readonly string[] {
  return [query.anchor, ...resolved.map(({ anchor }) => anchor)].filter((name) => name !== undefined)
}

function allSteps(output: ReadOutput, strategy: TrimStrategy): readonly TrimStep[] {
  const { regions } = output
  const own = strategy.steps(regions)
  const outside = entrySteps(output)
  const merged = interleave(output, own, outside)
  const dropped = withhold(own).regions
  const last = [...regions.keys()]
    .filter((i) => !dropped.has(i))
    .map((region): TrimStep => ({ kind: 'region', region }))
  const isLong = regions.some((region, i) => !dropped.has(i) && coreLength(region) > LONG_TEXT)
  const beforeLast = withFewerCommits(merged.together, regions.length - 1)
  return isLong
    ? [...beforeLast, ...last, ...merged.later, ...LESS_SAID]
    : [...beforeLast, ...merged.later, ...LESS_SAID, ...last]
}

/** Puts the steps that shorten the notice where only one region is left. */
function withFewerCommits(steps: readonly TrimStep[], regionSteps: number): readonly TrimStep[] {
  let seen = 0
  const place = steps.findIndex((step) => seen === regionSteps || (step.kind === 'region' && ++seen > regionSteps))
  return place < 0 ? [...steps, ...FEWER_COMMITS] : [...steps.slice(0, place), ...FEWER_COMMITS, ...steps.slice(place)]
}

function notice(cut: NoticeCut): TrimStep {
  return { kind: 'notice', cut }
}

type TrimmedOutput = ReadOutput & { readonly trimmed: NonNullable<ReadOutput['trimmed']> }

/** Makes a function from steps to the output without what they withhold, with its notice. */
function createAssembler(
  output: ReadOutput,
  strategy: string,
  context: PlanContext,
): (steps: readonly TrimStep[]) => TrimmedOutput {
  const speaksOf = entriesLeft(output)
  return (steps) => {
    const withheld = withhold(steps)
    const kept = [...output.regions.entries()].filter(([i]) => !withheld.regions.has(i))
    const regions = kept.map(([i, region]) => cutFields(region, withheld.cutsByRegion.get(i) ?? []))
    const entries = keptEntries(output, withheld.entries)
    // Without regions the entries are all there is to say about the queried code.
    const left = kept.length === 0 ? undefined : speaksOf(kept.map(([, region]) => region))
    const rest = {
      ...entries,
      dependencies_on_this: entries.dependencies_on_this.filter((entry) => left?.dependency(entry) ?? true),
      cross_cutting: entries.cross_cutting.filter((entry) => left?.crossCutting(entry) ?? true),
    }
    const { resolved: _, held_by_tests: __, from_history: all = [], ...others } = output
    const reasons = withoutParts(all, withheld.passages)
    return {
      ...others,
      ...rest,
      ...(withheld.notice.includes('query') ? { query: shortQuery(output.query) } : {}),
      regions,
      ...omitEmpty({ from_history: reasons }),
      stats: { ...output.stats, regions_returned: regions.length },
      trimmed: trimmedNotice(output, {
        ...context,
        strategy,
        returnedRegions: regions.length,
        droppedCommits: [...withheld.regions].map((i) => output.regions[i]?.commit ?? ''),
        fieldCuts: withheld.fields.filter(({ region }) => !withheld.regions.has(region)).map(({ cut }) => cut),
        droppedEntries: forEntryLists((list) => (output[list]?.length ?? 0) - (rest[list]?.length ?? 0)),
        droppedPassages: withheld.passages.length,
        cuts: withheld.notice,
      }),
    }
  }
}

/** The echo without what the asker knows best, and with a commit id that is shorter but still names the commit. */
function shortQuery({ max_tokens: _, ...query }: QueryEcho): QueryEcho {
  const { commit } = query
  return /^[0-9a-f]{40,64}$/u.test(commit) ? { ...query, commit: commit.slice(0, SHORT_COMMIT) } : query
}

type Entries = Pick<ReadOutput, EntryList>

/** The lists outside `regions` without the entries that were withheld. */
function keptEntries(output: ReadOutput, withheld: Withheld['entries']): Entries {
  const keep = <T>(list: EntryList, entries: readonly T[]): readonly T[] =>
    entries.filter((_, i) => !withheld[list].has(i))
  const resolved = keep('resolved', output.resolved ?? [])
  const tests = keep('held_by_tests', output.held_by_tests ?? [])
  return {
    dependencies_on_this: keep('dependencies_on_this', output.dependencies_on_this),
    cross_cutting: keep('cross_cutting', output.cross_cutting),
    diagnostics: keep('diagnostics', output.diagnostics),
    ...omitEmpty({ held_by_tests: tests, resolved }),
  }
}
