import { err, ok, type Diagnostic, type HeldByTest, type ReadOutput, type Result } from '@chronicle/schema'
import { foldText } from '../answer/fold-text.ts'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import { createPlacingContext, type PlacingContext } from '../place/placing-context.ts'
import type { RecordedRegion } from '../place/recorded-region.ts'
import { beginHistory } from '../from-history/begin-history.ts'
import { findHistoryReasons, type FoundReasons } from '../from-history/history-reasons.ts'
import { dependentsNow, groupsNow } from '../queries/current-places.ts'
import { createFilesNow } from '../queries/files-now.ts'
import { answeringRegions } from './answering-regions.ts'
import { assembleOutput, type Findings } from './assemble-output.ts'
import { collectCrossCutting } from './collect-cross-cutting.ts'
import { findDependents } from './collect-dependents.ts'
import { findRegions, type PlacedFile } from './find-regions.ts'
import { followReferences } from './follow-references.ts'
import { heldByTests } from './held-by-tests.ts'
import { createUnitsOf, type UnitsOf } from './outlines.ts'
import type { ReadContext, Standpoint } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { noNotes, SHALLOW } from './repository-notices.ts'
import { resolveScope, type NamedScope, type ResolvedScope } from './resolve-scope.ts'
import { resolveSince } from './resolve-since.ts'
import { resolveStandpoint } from './resolve-standpoint.ts'
import { scoreRegions } from './score-regions.ts'

/** Runs the stages. The output is not trimmed yet. */
export async function runReadPipeline(
  query: ResolvedQuery,
  base: Omit<ReadContext, 'report'>,
): Promise<Result<ReadOutput, ReadError>> {
  const gathered = await gatherRead(query, base)
  if (gathered.isErr()) return err(gathered.error)
  const { standpoint, findings } = gathered.value
  const filesNow = createFilesNow(gathered.value)
  const groups = await groupsNow(findings.crossCutting, filesNow)
  if (groups.isErr()) return err(groups.error)
  const dependents = await dependentsNow(findings.dependents, filesNow)
  return dependents.map((found) =>
    assembleOutput(query, standpoint, { ...findings, crossCutting: groups.value, dependents: found }),
  )
}

/** Intermediate results of a read, for answers that go on from there. */
export interface GatheredRead {
  readonly context: ReadContext
  readonly standpoint: Standpoint
  readonly view: AnnotationView
  readonly placing: PlacingContext
  readonly unitsOf: UnitsOf
  /** Its diagnostics grow with what is reported to `context`. */
  readonly findings: Findings
}

/** Runs the stages in order, up to the last; the only place that knows the order. `onOpen` is told each file first. */
export async function gatherRead(
  query: ResolvedQuery,
  base: Omit<ReadContext, 'report'>,
  onOpen?: (file: ResolvedScope) => void,
): Promise<Result<GatheredRead, ReadError>> {
  const diagnostics: Diagnostic[] = []
  const context: ReadContext = { ...base, report: (diagnostic) => void diagnostics.push(diagnostic) }

  const refreshing = context.index.refresh(context.call)
  const standing = await resolveStandpoint(context, query.at)
  if (standing.isErr()) return err(standing.error)
  const standpoint = standing.value
  const begin = beginHistoryOf(query, standpoint, context)
  const [scopes, view, since] = await Promise.all([
    resolveScope(query, standpoint, context, (file) => {
      begin?.(file)
      onOpen?.(file)
    }),
    refreshing,
    resolveSince(query.since, context),
  ])
  if (scopes.isErr()) return err(scopes.error)
  if (view.isErr()) return err(view.error)
  if (since.isErr()) return err(since.error)
  diagnostics.push(...view.value.diagnostics)
  if (view.value.tip === undefined) diagnostics.push(noNotes(context.notesRefs))
  const info = await context.git.describe(context.call)
  if (info.isErr()) return err(info.error)
  if (info.value.shallow) diagnostics.push(SHALLOW)

  const placing = createPlacingContext(context, standpoint)
  const files: PlacedFile[] = []
  for (const scope of scopes.value) {
    const file = await findRegions(scope, view.value, placing, (region) => isWanted(region, query, since.value))
    if (file.isErr()) return err(file.error)
    files.push(file.value)
  }
  const answering = await answeringRegions(files, query, placing)
  if (answering.isErr()) return err(answering.error)
  const { gone, onlyTests, regions } = answering.value
  // Tags are those of regions; titles of tests have none.
  const tests = query.tags === undefined ? heldByTests([...regions, ...onlyTests], context.report) : []
  const unitsOf = createUnitsOf(standpoint, context)
  const linked = await followReferences(regions, query.depth, view.value, standpoint, unitsOf, context)
  if (linked.isErr()) return err(linked.error)
  const ids = [...new Set(regions.map(({ commit }) => commit))]
  const commits = await context.git.readCommits(ids, context.call)
  if (commits.isErr()) return err(commits.error)
  const scored = scoreRegions(linked.value, query, standpoint, commits.value, context)
  if (scored.beyondMax > 0) {
    const message = scored.beyondMax === 1 ? '1 more region matches.' : `${scored.beyondMax} more regions match.`
    const remedy = { option: 'maxRegions', value: scored.regions.length + scored.beyondMax }
    diagnostics.push({ code: 'max_regions_reached', severity: 'info', message, remedy })
  }
  const named = files.map(({ scope, target }): NamedScope => ({ ...scope, paths: target.paths }))
  const history = asksHistory(query) ? await findHistoryReasons(files, placing, query.historyUntil) : ok(undefined)
  if (history.isErr()) return err(history.error)
  const dependents = await findDependents(named, query.anchor, view.value, standpoint, unitsOf, context)
  if (dependents.isErr()) return err(dependents.error)
  const crossCutting = await collectCrossCutting(named, query.anchor, view.value, context)
  if (crossCutting.isErr()) return err(crossCutting.error)

  const isRecorded = query.sources.has('notes')
  return ok({
    context,
    standpoint,
    view: view.value,
    placing,
    unitsOf,
    findings: {
      files,
      scopes: named,
      scored,
      gone,
      tests: withInferred(tests, history.value?.tests ?? []),
      dependents: isRecorded ? dependents.value.dependents : [],
      crossCutting: isRecorded ? crossCutting.value : [],
      history: history.value && reasonsSince(history.value, since.value),
      diagnostics,
    },
  })
}

/** Recorded tests first; a title is told once. */
function withInferred(recorded: readonly HeldByTest[], inferred: readonly HeldByTest[]): readonly HeldByTest[] {
  const known = new Set(recorded.map(({ title }) => foldText(title)))
  return [...recorded, ...inferred.filter(({ title }) => !known.has(foldText(title)))]
}

/** Returns what begins to read the history of a file; of several, that of the first. */
function beginHistoryOf(
  query: ResolvedQuery,
  standpoint: Standpoint,
  context: ReadContext,
): ((file: ResolvedScope) => void) | undefined {
  if (!asksHistory(query)) return undefined
  let isBegun = false
  return (file) => {
    if (!isBegun) beginHistory(file, standpoint, context)
    isBegun = true
  }
}

/** What was inferred has no tags and no confidence, and nobody stated it. */
function asksHistory({ contextLevel, minConfidence, sources, tags }: ResolvedQuery): boolean {
  return sources.has('history') && contextLevel !== 'enhanced' && minConfidence === 0 && tags === undefined
}

function reasonsSince(found: FoundReasons, since: number | undefined): FoundReasons {
  if (since === undefined) return found
  const reasons = found.reasons.filter(({ timestamp }) => Date.parse(timestamp) >= since)
  return { ...found, reasons, stats: { ...found.stats, speaking: reasons.length } }
}

/** Whether a region is of the time and the context level asked for. */
function isWanted(
  { annotation, committedAt, region }: RecordedRegion,
  { contextLevel, sources }: Pick<ResolvedQuery, 'contextLevel' | 'sources'>,
  since: number | undefined,
): boolean {
  if (!sources.has('notes')) return false
  if (since !== undefined && !((committedAt ?? Number.NaN) * 1000 >= since)) return false
  return contextLevel === 'all' || (region.context_level ?? annotation.context_level) === contextLevel
}
