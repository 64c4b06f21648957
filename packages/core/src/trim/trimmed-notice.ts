import { omitEmpty, type ReadOutput, type TrimmedInfo } from '@chronicle/schema'
import { cutName, type FieldCut } from './region-fields.ts'
import type { EntryList, NoticeCut } from './withheld-steps.ts'

/** Maximum number of dropped commits that a notice lists. */
const MAX_LISTED_COMMITS = 20
/** Number of digits that make a commit id unique even in the largest repositories. */
export const SHORT_COMMIT = 12

/** The dropped parts, as input for the notice. */
export interface NoticeFacts {
  readonly strategy: string
  readonly maxTokens: number
  readonly fullTokens: number
  readonly returnedRegions: number
  /** Commits of the dropped regions, in the order of dropping. May contain duplicates. */
  readonly droppedCommits: readonly string[]
  readonly fieldCuts: readonly FieldCut[]
  readonly droppedEntries: Readonly<Record<EntryList, number>>
  readonly droppedPassages: number
  readonly cuts: readonly NoticeCut[]
}

/**
 * Returns the trim notice, merged with the notice of an earlier trim. `estimated_tokens` contains the budget until the
 * final count replaces it: that count never has more digits, so the notice never gets longer.
 */
export function trimmedNotice(output: ReadOutput, facts: NoticeFacts): TrimmedInfo {
  const before = output.trimmed
  const commits = [...new Set([...(before?.dropped_commits ?? []), ...facts.droppedCommits])]
  const most = facts.cuts.reduce(
    (least, cut) => (typeof cut === 'object' ? Math.min(least, cut.commits) : least),
    MAX_LISTED_COMMITS,
  )
  const listed = commits.slice(0, most).map((commit) => (most < MAX_LISTED_COMMITS ? shortened(commit) : commit))
  const fields = droppedFields(before?.dropped_fields ?? [], facts.fieldCuts)
  const named = facts.cuts.includes('fields') ? [] : fields
  const entries = addCounts(before?.dropped_entries ?? {}, {
    ...facts.droppedEntries,
    from_history: facts.droppedPassages,
    dropped_commits: commits.length - listed.length,
    dropped_fields: fields.length - named.length,
  })
  return {
    original_regions: before?.original_regions ?? output.regions.length,
    returned_regions: facts.returnedRegions,
    dropped_commits: listed,
    strategy: facts.strategy,
    estimated_tokens: facts.maxTokens,
    ...omitEmpty({ dropped_fields: named }),
    ...(Object.keys(entries).length > 0 && { dropped_entries: entries }),
    remedy: before?.remedy ?? { option: 'maxTokens', value: facts.fullTokens },
  }
}

function shortened(commit: string): string {
  return /^[0-9a-f]{40,64}$/u.test(commit) ? commit.slice(0, SHORT_COMMIT) : commit
}

/**
 * Returns the names of the dropped fields. A field that was shortened first and removed later is listed once, as
 * removed.
 */
function droppedFields(before: readonly string[], cuts: readonly FieldCut[]): readonly string[] {
  const names = new Set([...before, ...cuts.map(cutName)])
  for (const { field, to } of cuts) if (to === 'nothing') names.delete(cutName({ field, to: 'first_sentence' }))
  return [...names]
}

function addCounts(
  before: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  const counts = [...names].map((name) => [name, (before[name] ?? 0) + (now[name] ?? 0)] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}
