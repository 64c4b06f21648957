import { omitEmpty, type QueryEcho, type ReadOutput, type ReadRegion } from '@chronicle/schema'
import { fitAnswer } from '../answer/fit-answer.ts'
import type { PlanContext } from '../answer/step-plan.ts'
import type { StepPlan } from '../answer/step-plan.ts'
import type { Trimmer } from '../contracts/index.ts'
import { rankReasonParts, withoutParts } from '../from-history/rank-reason-parts.ts'
import { createEntryFilter } from './drop-regions.ts'
import { interleave } from './interleave.ts'
import { coreLength, cutFields, LONG_TEXT, STATEMENTS } from './region-fields.ts'
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

/** The part of a trimmer that differs between trimmers. */
export interface TrimStrategy {
  readonly name: string
  /** Returns the steps down to the intent and constraints of one region, in the order in which they are taken. */
  steps(regions: readonly ReadRegion[]): readonly TrimStep[]
}

/** Creates a trimmer from a strategy. */
export function trimmerOf(strategy: TrimStrategy): Trimmer {
  return {
    name: strategy.name,
    trim: (output, budget) => fitAnswer(output, (whole, context) => readPlan(whole, strategy, context), budget),
  }
}

/** Before the fields of the last region are dropped, the notice names fewer commits. */
const FEWER_COMMITS: readonly TrimStep[] = [10, 5, 2, 1].map((commits) => notice({ commits }))
/** After that, the answer's information about itself is shortened. */
const SHORTER_METADATA: readonly TrimStep[] = [notice('fields'), notice('query')]

/**
 * Creates the plan of what may be withheld from a read, in this order:
 *
 * 1. The steps of the strategy, down to one region, with the lists outside `regions` while they are the longer part;
 *    then the notice names fewer commits; then the fields of that region.
 * 2. The rest outside `regions`; then the answer's information about itself; then the last region. If that region has
 *    very long texts, it is withheld first. The notice always says how much was withheld and how to get it.
 */
export function readPlan(output: ReadOutput, strategy: TrimStrategy, context: PlanContext): StepPlan<ReadOutput> {
  // Inferred content is withheld before anything recorded.
  const inferred = rankReasonParts(output.from_history ?? [], { names: queriedNames(output) })
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
    recorded: new Set(steps.flatMap((step, position) => (withholdsRecorded(step) ? [position] : []))),
    without: (count, restored) =>
      assemble(steps.slice(0, count).filter((_, position) => restored?.has(position) !== true)),
    overBudget: [skeleton.trimmed, shorter, least].map((trimmed) => ({
      ...skeleton,
      trimmed: { ...trimmed, over_budget: true },
    })),
  }
}

/** Whether a step withholds recorded words, in place of which no quote is shown. */
function withholdsRecorded(step: TrimStep): boolean {
  if (step.kind === 'entry') return step.list === 'dependencies_on_this' || step.list === 'cross_cutting'
  return step.kind === 'region' || (step.kind === 'field' && STATEMENTS.has(step.cut.field))
}

/** Returns the positions of inferred tests, last first. */
function inferredTests({ held_by_tests: tests = [] }: ReadOutput): readonly number[] {
  return [...tests.keys()].filter((position) => tests[position]?.origin === 'history').reverse()
}

/** Returns the names of the queried code. */
function queriedNames({ query, resolved = [] }: ReadOutput): readonly string[] {
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
    ? [...beforeLast, ...last, ...merged.later, ...SHORTER_METADATA]
    : [...beforeLast, ...merged.later, ...SHORTER_METADATA, ...last]
}

/** Inserts the steps that shorten the notice at the point where only one region is left. */
function withFewerCommits(steps: readonly TrimStep[], regionSteps: number): readonly TrimStep[] {
  let seen = 0
  const place = steps.findIndex((step) => seen === regionSteps || (step.kind === 'region' && ++seen > regionSteps))
  return place < 0 ? [...steps, ...FEWER_COMMITS] : [...steps.slice(0, place), ...FEWER_COMMITS, ...steps.slice(place)]
}

function notice(cut: NoticeCut): TrimStep {
  return { kind: 'notice', cut }
}

type TrimmedOutput = ReadOutput & { readonly trimmed: NonNullable<ReadOutput['trimmed']> }

/** Creates a function from steps to the output without the withheld content, with its notice. */
function createAssembler(
  output: ReadOutput,
  strategy: string,
  context: PlanContext,
): (steps: readonly TrimStep[]) => TrimmedOutput {
  const filterEntries = createEntryFilter(output)
  return (steps) => {
    const withheld = withhold(steps)
    const kept = [...output.regions.entries()].filter(([i]) => !withheld.regions.has(i))
    const regions = kept.map(([i, region]) => cutFields(region, withheld.cutsByRegion.get(i) ?? []))
    const entries = keptEntries(output, withheld.entries)
    // Without regions, the entries are all that is left about the queried code.
    const left = kept.length === 0 ? undefined : filterEntries(kept.map(([, region]) => region))
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
      ...(withheld.notice.includes('query') && { query: shortQuery(output.query) }),
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

/**
 * Returns the repeated query without the token budget, which the caller knows, and with a shorter but still unambiguous
 * commit id.
 */
function shortQuery({ max_tokens: _, ...query }: QueryEcho): QueryEcho {
  const { commit } = query
  return /^[0-9a-f]{40,64}$/u.test(commit) ? { ...query, commit: commit.slice(0, SHORT_COMMIT) } : query
}

type Entries = Pick<ReadOutput, EntryList>

/** Returns the lists outside `regions` without the withheld entries. */
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
