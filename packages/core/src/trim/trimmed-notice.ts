import type { ReadOutput, TrimmedInfo } from '@chronicle/schema'
import type { TokenBudget } from '../contracts/index.ts'
import { retryHint } from './retry-hint.ts'
import { cutName, type FieldCut } from './region-fields.ts'
import type { EntryList, NoticeCut } from './withheld-steps.ts'

/** Dropped commits that the notice names at least, and how many tokens of budget allow one more. */
const MIN_LISTED_COMMITS = 20
const TOKENS_PER_LISTED_COMMIT = 100

/** Rounds after which a measure that never agrees with itself is given up on. */
const MAX_ROUNDS = 8

/** How many dropped commits a notice may name before the budget forces it shorter. */
function listedCommits(maxTokens: number): number {
  return Math.max(MIN_LISTED_COMMITS, Math.floor(maxTokens / TOKENS_PER_LISTED_COMMIT))
}

/** What went, as the notice tells it. */
export interface NoticeFacts {
  readonly strategy: string
  readonly maxTokens: number
  readonly returnedRegions: number
  /** Commits of the dropped regions in the order in which they went; may repeat. */
  readonly droppedCommits: readonly string[]
  readonly fieldCuts: readonly FieldCut[]
  readonly droppedEntries: Readonly<Record<EntryList, number>>
  readonly hint: string
  readonly cuts: readonly NoticeCut[]
}

/**
 * The notice, adding to that of an output which was trimmed before. `estimated_tokens` is the budget until
 * `settleEstimate` puts the final count there: never more digits, so never longer.
 */
export function trimmedNotice(output: ReadOutput, facts: NoticeFacts): TrimmedInfo {
  const before = output.trimmed
  const commits = [...new Set([...(before?.dropped_commits ?? []), ...facts.droppedCommits])]
  const most = facts.cuts.reduce(
    (least, cut) => (typeof cut === 'object' ? Math.min(least, cut.commits) : least),
    listedCommits(facts.maxTokens),
  )
  const listed = commits.slice(0, most)
  const fields = droppedFields(before?.dropped_fields ?? [], facts.fieldCuts)
  const named = facts.cuts.includes('fields') ? [] : fields
  const entries = facts.cuts.includes('counts')
    ? {}
    : addCounts(before?.dropped_entries ?? {}, {
        ...facts.droppedEntries,
        dropped_commits: commits.length - listed.length,
        dropped_fields: fields.length - named.length,
      })
  return {
    original_regions: before?.original_regions ?? output.regions.length,
    returned_regions: facts.returnedRegions,
    dropped_commits: listed,
    strategy: facts.strategy,
    estimated_tokens: facts.maxTokens,
    ...(named.length === 0 ? {} : { dropped_fields: named }),
    ...(Object.keys(entries).length === 0 ? {} : { dropped_entries: entries }),
    ...(facts.cuts.includes('hint') ? {} : { hint: facts.hint }),
  }
}

/** A field that was shortened first and removed later is named once, as removed. */
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

/**
 * The query that brings everything back: with a budget that is just enough, or none where that cannot be known. What
 * the budget adds to the echo of the query is measured on an output without content, which need not be large.
 */
export function fullAnswerHint(output: ReadOutput, measured: number, budget: TokenBudget): string {
  if (output.trimmed !== null) return output.trimmed.hint ?? retryHint(output.query, undefined)
  const empty = { ...output, regions: [], dependencies_on_this: [], cross_cutting: [], diagnostics: [] }
  const echoing = (max_tokens: number): number =>
    budget.measure({ ...empty, query: { ...output.query, max_tokens } }) - budget.measure(empty)
  // Counts of parts, each rounded up, need not add up to the count of the whole.
  const needed = fixpoint(measured, (tokens) => Math.max(tokens, measured + Math.max(0, echoing(tokens)) + 1))
  return retryHint(output.query, needed)
}

/**
 * Puts the count of the output into its notice. The count depends on its own digits: starting from none it can only
 * grow, so a measure that never counts a longer text as less agrees with itself after a few rounds. For any other
 * measure the larger count stands.
 */
export function settleEstimate(output: ReadOutput, budget: TokenBudget): ReadOutput {
  const { trimmed } = output
  if (trimmed === null) return output
  const counted = (tokens: number): ReadOutput => ({ ...output, trimmed: { ...trimmed, estimated_tokens: tokens } })
  return counted(fixpoint(0, (tokens) => budget.measure(counted(tokens))))
}

function fixpoint(start: number, next: (value: number) => number): number {
  let value = start
  let largest = start
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const following = next(value)
    if (following === value) return value
    value = following
    largest = Math.max(largest, value)
  }
  return largest
}
