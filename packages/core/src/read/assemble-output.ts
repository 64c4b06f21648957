import {
  omitEmpty,
  omitUndefined,
  READ_OUTPUT_SCHEMA,
  type CrossCuttingEntry,
  type Diagnostic,
  type HeldByTest,
  type LineRange,
  type QueryEcho,
  type ReadOutput,
  type ReadRegion,
  type ReadStats,
  type ResolvedUnit,
} from '@chronicle/schema'
import type { FoundReasons } from '../from-history/history-reasons.ts'
import type { AnsweringRegions } from './answering-regions.ts'
import type { FoundDependent } from './collect-dependents.ts'
import type { PlacedFile } from './find-regions.ts'
import type { QueriedCommit } from './read-context.ts'
import { READ_OPTION_NAMES, READ_OPTIONS } from '../contracts/read-options.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { mergeRanges } from './resolve-scope.ts'
import type { NamedScope, ResolvedScope } from './resolved-scope.ts'
import { uncommittedLines } from './uncommitted-lines.ts'
import type { ScoredRegions } from './score-regions.ts'

/** The results of the earlier stages. */
export interface Findings extends Pick<AnsweringRegions, 'gone' | 'goneUnits' | 'movedTo'> {
  readonly files: readonly PlacedFile[]
  /** The queried places, with every name of their files. */
  readonly scopes: readonly NamedScope[]
  readonly scored: ScoredRegions
  /** Tests of the queried places. */
  readonly tests: readonly HeldByTest[]
  readonly dependents: readonly FoundDependent[]
  readonly crossCutting: readonly CrossCuttingEntry[]
  /** Absent when the history was not queried. */
  readonly history: FoundReasons | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** Stage 7: assembles the answer, still untrimmed. */
export function assembleOutput(query: ResolvedQuery, queried: QueriedCommit, findings: Findings): ReadOutput {
  const { files, scopes, scored, dependents, crossCutting, diagnostics, tests } = findings
  const reasons = findings.history?.reasons ?? []
  const ambiguous = scopes.some((scope) => scope.ambiguous)
  return {
    $schema: READ_OUTPUT_SCHEMA,
    query: echoQuery(query, queried),
    regions: scored.regions,
    ...omitEmpty({ from_history: reasons }),
    dependencies_on_this: dependents.map(({ region: _, annotation: __, unitNow: ___, ...entry }) => entry),
    cross_cutting: crossCutting,
    ...omitEmpty({ held_by_tests: tests, ambiguous_anchor: ambiguous }),
    resolved: files.flatMap(({ scope, target }) => resolvedUnits(scope, uncommittedLines(target))),
    stats: collectStats(findings),
    diagnostics: distinctDiagnostics(diagnostics),
    trimmed: null,
  }
}

function echoQuery(query: ResolvedQuery, { at, head }: QueriedCommit): QueryEcho {
  const [file = ''] = query.files
  return {
    file: query.files.length === 1 ? file : query.files,
    ...omitUndefined({ anchor: query.anchor }),
    ...omitUndefined({ lines: query.lines && ([query.lines.start, query.lines.end] as const) }),
    at,
    commit: head,
    ...omitUndefined({ since: query.since, tags: query.tags }),
    ...echoFilters(query),
    ...omitUndefined({ max_tokens: query.maxTokens }),
  }
}

/**
 * Returns the options that narrow an answer. Some are always repeated, others only when they differ from their
 * defaults.
 */
function echoFilters(
  query: ResolvedQuery,
): Pick<QueryEcho, 'depth' | 'max_regions' | 'context_level' | 'min_confidence'> {
  const echoedNames = READ_OPTION_NAMES.filter(
    (name) => READ_OPTIONS[name].alwaysEchoed || query[name] !== READ_OPTIONS[name].default,
  )
  const echo = Object.fromEntries(echoedNames.map((name) => [READ_OPTIONS[name].argument, query[name]]))
  return echo as unknown as ReturnType<typeof echoFilters>
}

/** Returns the units, lines or file that a place resolves to, with the uncommitted lines in it. */
export function resolvedUnits(scope: ResolvedScope, uncommitted: readonly LineRange[]): readonly ResolvedUnit[] {
  if (scope.goneSince !== undefined) return []
  const whole: LineRange = { start: 1, end: scope.lineCount }
  const places =
    scope.units?.map((unit) => ({ anchor: unit.name, type: unit.type, lines: unit.lines })) ??
    (scope.ranges ?? (scope.lineCount === 0 ? [] : [whole])).map((lines) => ({ lines }))
  return places.map((place) => {
    const inside = mergeRanges(uncommitted.flatMap((range) => clip(range, place.lines)))
    return { file: scope.path, ...place, ...omitEmpty({ uncommitted_lines: inside }) }
  })
}

function clip(range: LineRange, within: LineRange): readonly LineRange[] {
  const clipped = { start: Math.max(range.start, within.start), end: Math.min(range.end, within.end) }
  return clipped.start > clipped.end ? [] : [clipped]
}

function collectStats({ files, gone, goneUnits, history, movedTo, scored }: Findings): ReadStats {
  const quoted = scored.regions.filter(({ comment }) => comment === 'stands').length
  return {
    commits_examined: new Set(files.flatMap(({ candidates }) => candidates.commits)).size,
    annotations_found: new Set(files.flatMap(({ candidates }) => candidates.annotated)).size,
    regions_returned: scored.regions.length,
    ...omitEmpty({ gone_regions: gone, moved_to: movedTo, gone_units: goneUnits, quoted_regions: quoted }),
    related_hops: deepestHop(scored.regions),
    revisions_examined: files.reduce((sum, { target }) => sum + target.history.revisions.length, 0),
    dependencies: 'index',
    ...omitUndefined({ history: history?.stats }),
  }
}

function deepestHop(regions: readonly ReadRegion[]): number {
  return regions.reduce(
    (hops, { related }) => related?.reduce((deepest, { hop }) => Math.max(deepest, hop), hops) ?? hops,
    0,
  )
}

/** Removes duplicates and sorts, so that the order does not depend on which stage finished first. */
export function distinctDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byContent = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]))
  return [...byContent].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, diagnostic]) => diagnostic)
}
