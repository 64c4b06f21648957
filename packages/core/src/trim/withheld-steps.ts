import type { Diagnostic, ReadOutput } from '@chronicle/schema'
import type { ReasonPart } from '../from-history/rank-reason-parts.ts'
import type { FieldCut } from './region-fields.ts'

const ENTRY_LISTS = ['dependencies_on_this', 'cross_cutting', 'held_by_tests', 'diagnostics', 'resolved'] as const

/** The lists outside `regions` that trimming can shorten. */
export type EntryList = (typeof ENTRY_LISTS)[number]

/** Returns a record with a value for each of these lists. */
export function forEntryLists<T>(valueOf: (list: EntryList) => T): Readonly<Record<EntryList, T>> {
  return Object.fromEntries(ENTRY_LISTS.map((list) => [list, valueOf(list)])) as Record<EntryList, T>
}

/**
 * One thing to withhold. Trimming orders the steps and applies the shortest prefix that makes the output fit. Regions
 * and entries are indexes into the untrimmed output.
 */
export type TrimStep =
  | { readonly kind: 'region'; readonly region: number }
  | { readonly kind: 'field'; readonly region: number; readonly cut: FieldCut }
  | { readonly kind: 'entry'; readonly list: EntryList; readonly entry: number }
  | { readonly kind: 'passage'; readonly step: ReasonPart }
  | { readonly kind: 'notice'; readonly cut: NoticeCut }

/**
 * A cut in the metadata of the answer. `commits`: how many dropped commits the notice lists, abbreviated. `fields`:
 * dropped fields are counted instead of listed. `query`: the echoed query has a shorter commit id and no budget.
 */
export type NoticeCut = { readonly commits: number } | 'fields' | 'query'

/** The combined effect of a prefix of the steps. */
export interface Withheld {
  readonly regions: ReadonlySet<number>
  /** In the order of dropping. */
  readonly fields: readonly { readonly region: number; readonly cut: FieldCut }[]
  readonly cutsByRegion: ReadonlyMap<number, readonly FieldCut[]>
  readonly entries: Readonly<Record<EntryList, ReadonlySet<number>>>
  readonly passages: readonly ReasonPart[]
  readonly notice: readonly NoticeCut[]
}

export function withhold(steps: readonly TrimStep[]): Withheld {
  const regions = new Set<number>()
  const fields: { readonly region: number; readonly cut: FieldCut }[] = []
  const cutsByRegion = new Map<number, FieldCut[]>()
  const entries = forEntryLists(() => new Set<number>())
  const passages: ReasonPart[] = []
  const notice: NoticeCut[] = []
  for (const step of steps) {
    if (step.kind === 'region') regions.add(step.region)
    else if (step.kind === 'entry') entries[step.list].add(step.entry)
    else if (step.kind === 'passage') passages.push(step.step)
    else if (step.kind === 'notice') notice.push(step.cut)
    else {
      fields.push(step)
      const cuts = cutsByRegion.get(step.region)
      if (cuts === undefined) cutsByRegion.set(step.region, [step.cut])
      else cuts.push(step.cut)
    }
  }
  return { regions, fields, cutsByRegion, entries, passages, notice }
}

/** Number of diagnostics with the same code that count as informative. Further ones are dropped first. */
const MAX_DIAGNOSTICS_PER_CODE = 3

/**
 * Returns the steps for entries outside `regions`, least valuable first: repeated diagnostics, remarks, dependencies
 * (lowest confidence first), tests (last first), cross-cutting entries (last first), the resolved units, and warnings
 * as a last resort.
 */
export function entrySteps(output: ReadOutput): readonly TrimStep[] {
  const diagnostics = diagnosticRanks(output.diagnostics)
  const dependencies = output.dependencies_on_this
    .map((entry, i) => ({ i, confidence: (entry.confidence ?? 0) - (entry.gone === undefined ? 0 : 1) }))
    .sort((a, b) => a.confidence - b.confidence || b.i - a.i)
    .map(({ i }) => i)
  const steps = (list: EntryList, positions: readonly number[]): readonly TrimStep[] =>
    positions.map((entry) => ({ kind: 'entry', list, entry }))
  return [
    ...steps('diagnostics', diagnostics.repeated),
    ...steps('diagnostics', diagnostics.remarks),
    ...steps('dependencies_on_this', dependencies),
    ...steps('held_by_tests', [...(output.held_by_tests ?? []).keys()].reverse()),
    ...steps('cross_cutting', [...output.cross_cutting.keys()].reverse()),
    ...steps('resolved', [...(output.resolved ?? []).keys()].reverse()),
    ...steps('diagnostics', diagnostics.warnings),
  ]
}

function diagnosticRanks(diagnostics: readonly Diagnostic[]): Record<'repeated' | 'remarks' | 'warnings', number[]> {
  const ranks = { repeated: new Array<number>(), remarks: new Array<number>(), warnings: new Array<number>() }
  const seen = new Map<string, number>()
  for (const [i, { code, severity }] of diagnostics.entries()) {
    const number = (seen.get(code) ?? 0) + 1
    seen.set(code, number)
    if (number > MAX_DIAGNOSTICS_PER_CODE) ranks.repeated.push(i)
    else if (severity === 'info') ranks.remarks.push(i)
    else ranks.warnings.push(i)
  }
  for (const positions of Object.values(ranks)) positions.reverse()
  return ranks
}
