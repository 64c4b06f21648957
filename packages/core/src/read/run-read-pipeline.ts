import {
  err,
  ok,
  Result,
  safeTry,
  type Diagnostic,
  type HeldByTest,
  type ReadOutput,
  type ResultAsync,
} from '@chronicle/schema'
import { foldText } from '../answer/fold-text.ts'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import { createPlacingContext, type PlacingContext } from '../place/placing-context.ts'
import type { RecordedRegion } from '../place/recorded-region.ts'
import { prefetchHistory } from '../from-history/prefetch-history.ts'
import { findHistoryReasons, type FoundReasons } from '../from-history/history-reasons.ts'
import { toldCommits } from '../from-history/told-commits.ts'
import { createReadHistoriesAhead } from '../history/histories-ahead.ts'
import { withCurrentDependencies, withCurrentPlaces } from '../queries/current-places.ts'
import { answeringRegions, countsInAnswer } from './answering-regions.ts'
import { assembleOutput, type Findings } from './assemble-output.ts'
import { collectCrossCutting } from './collect-cross-cutting.ts'
import { findDependents } from './collect-dependents.ts'
import { fileNotFound } from './file-not-found.ts'
import { findRegions, type PlacedFile } from './find-regions.ts'
import { followReferences } from './follow-references.ts'
import { heldByTests } from './held-by-tests.ts'
import { createListUnits, type ListUnits } from './outlines.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { rewrittenNotice } from '../reconcile/rewritten-notice.ts'
import { noNotesNotice, SHALLOW } from './repository-notices.ts'
import { resolveScope } from './resolve-scope.ts'
import { linkNotice } from './symbolic-link.ts'
import type { NamedScope, ResolvedScope } from './resolved-scope.ts'
import { resolveSince } from './resolve-since.ts'
import { isWiderReason, withoutQuotedRegions } from './without-quoted-regions.ts'
import { withoutWiderEdits } from './without-wider-edits.ts'
import { otherBranchesNotice } from './other-branches.ts'
import { resolveQueriedCommit } from './resolve-queried-commit.ts'
import { locateDependents } from '../queries/deps/locate-dependents.ts'
import { withRevertsInHistory } from './reverts-in-history.ts'
import { scoreRegions } from './score-regions.ts'

/** Runs the stages. The output is not trimmed. */
export function runReadPipeline(
  query: ResolvedQuery,
  base: Omit<ReadContext, 'report'>,
): ResultAsync<ReadOutput, ReadError> {
  return safeTry(async function* () {
    const gathered = yield* runReadStages(query, base)
    const { queried, findings, placing } = gathered
    const groups = yield* withCurrentPlaces(findings.crossCutting, placing)
    const dependents = yield* locateDependents(findings.dependents, placing)
    return ok(assembleOutput(query, queried, { ...findings, crossCutting: groups, dependents }))
  })
}

/** Intermediate results of a read, for answers built on it. */
export interface ReadStages {
  readonly context: ReadContext
  readonly queried: QueriedCommit
  readonly view: AnnotationView
  readonly placing: PlacingContext
  readonly unitsOf: ListUnits
  /** Its diagnostics grow as more is reported to `context`. */
  readonly findings: Findings
}

/**
 * Runs the stages in order, except the last. This is the only place that knows the order. `onOpen` is called with each
 * file first.
 */
export function runReadStages(
  query: ResolvedQuery,
  base: Omit<ReadContext, 'report'>,
  onOpen?: (file: ResolvedScope) => void,
): ResultAsync<ReadStages, ReadError> {
  return safeTry(async function* () {
    const diagnostics: Diagnostic[] = []
    const reading: ReadContext = { ...base, report: (diagnostic) => void diagnostics.push(diagnostic) }

    const refreshing = reading.index.refresh(reading.call)
    const queried = yield* resolveQueriedCommit(reading, query.at)
    const context = withRevertsInHistory(reading, queried)
    const begin = beginHistoryOf(query, queried, context)
    const [scopes, view, since] = yield* Result.combine(
      await Promise.all([
        resolveScope(query, queried, context, {
          onOpen: (file) => {
            if (file.isNew !== true) begin?.(file)
            onOpen?.(file)
          },
          withNew: true,
        }),
        refreshing,
        resolveSince(query.since, context),
      ]),
    )
    diagnostics.push(...view.diagnostics)
    if (view.tip === undefined) diagnostics.push(yield* noNotesNotice(context))
    const info = yield* context.git.describe(context.call)
    if (info.shallow) diagnostics.push(SHALLOW)
    const rewritten = await rewrittenNotice(context, view.tip)
    if (rewritten !== undefined) diagnostics.push(rewritten)

    const placing = createPlacingContext(context, queried)
    const files: PlacedFile[] = []
    const startNext = createReadHistoriesAhead(
      scopes.map(({ committedPath, goneSince, isNew }) =>
        isNew === true || goneSince !== undefined ? undefined : committedPath,
      ),
      queried.head,
      context,
    )
    for (const [index, scope] of scopes.entries()) {
      if (view.noteCount > 0) startNext(index)
      const link = linkNotice(scope)
      if (link !== undefined) diagnostics.push(link)
      const file = yield* findRegions(
        scope,
        view,
        placing,
        (region) => isWanted(region, query, since),
        (region, target) =>
          countsInAnswer(region, target, { ...scope, anchor: query.anchor, exactName: query.exactName }),
      )
      files.push(yield* withoutWiderEdits(file, query, placing))
    }
    const { onlyTests, regions: answering, ...lost } = yield* answeringRegions(files, query, placing)
    const ruled = new Set(answering.map(({ scope }) => scope.path))
    for (const { content, isNew, path } of scopes) {
      if (isNew !== true) continue
      if (!ruled.has(path)) return err(await fileNotFound(path, queried, content, context))
      const message = `${neutralisePath(path)} is not committed yet; what is recorded about its folders was read.`
      diagnostics.push({ code: 'file_not_committed', severity: 'info', message, path })
    }
    // Tags belong to regions; test titles have none.
    const tests = query.tags === undefined ? heldByTests([...answering, ...onlyTests], context.report) : []
    const committed = files.filter(({ scope }) => scope.isNew !== true)
    const own = answering.filter((region) => !isWiderReason(region))
    const history = yield* asksHistory(query) && committed.length > 0
      ? await findHistoryReasons(committed, placing, toldCommits(files, own), { ...query, showsSubjects: true })
      : ok(undefined)
    const regions = withoutQuotedRegions(answering, history?.reasons ?? [])
    const unitsOf = createListUnits(queried, context)
    const linked = yield* followReferences(regions, query.depth, view, queried, unitsOf, context)
    const ids = [...new Set(regions.map(({ commit }) => commit))]
    const commits = yield* context.git.readCommits(ids, context.call)
    const matching = scoreRegions(linked, query, queried, commits, context)
    const scored = { ...matching, regions: yield* withCurrentDependencies(matching.regions, placing) }
    if (scored.beyondMax > 0) {
      const message = scored.beyondMax === 1 ? '1 more region matches.' : `${scored.beyondMax} more regions match.`
      const remedy = { option: 'maxRegions', value: scored.regions.length + scored.beyondMax }
      diagnostics.push({ code: 'max_regions_reached', severity: 'info', message, remedy })
    }
    if (scored.regions.length === 0 && rewritten === undefined && query.sources.has('notes')) {
      const noted = files.map(({ candidates: { elsewhere }, target: { paths } }) => ({ elsewhere, paths }))
      const notice = yield* otherBranchesNotice(noted, query.anchor, view, queried, context)
      if (notice !== undefined) diagnostics.push(notice)
    }
    const named = files.map(({ scope, target }): NamedScope => ({ ...scope, paths: target.paths }))
    const dependents = yield* findDependents(named, query.anchor, { context, queried, view, placing }, unitsOf)
    const crossCutting = yield* collectCrossCutting(named, query.anchor, { context, queried, view, placing })

    const isRecorded = query.sources.has('notes')
    return ok({
      context,
      queried,
      view,
      placing,
      unitsOf,
      findings: {
        files,
        scopes: named,
        scored,
        ...lost,
        tests: withInferred(tests, history?.tests ?? []),
        dependents: isRecorded ? dependents.dependents : [],
        crossCutting: isRecorded ? crossCutting : [],
        history: history && reasonsSince(history, since),
        diagnostics,
      },
    })
  })
}

/** Merges the tests, recorded ones first, each title once. */
function withInferred(recorded: readonly HeldByTest[], inferred: readonly HeldByTest[]): readonly HeldByTest[] {
  const known = new Set(recorded.map(({ title }) => foldText(title)))
  return [...recorded, ...inferred.filter(({ title }) => !known.has(foldText(title)))]
}

/** Returns a function that starts reading the history of a file; of several files, only the first. */
function beginHistoryOf(
  query: ResolvedQuery,
  queried: QueriedCommit,
  context: ReadContext,
): ((file: ResolvedScope) => void) | undefined {
  if (!asksHistory(query)) return undefined
  let isBegun = false
  return (file) => {
    if (!isBegun) prefetchHistory(file, query, queried, context)
    isBegun = true
  }
}

/** Whether the query includes the history. Inferred reasons have no tags and no confidence, and nobody stated them. */
function asksHistory({ contextLevel, minConfidence, sources, tags }: ResolvedQuery): boolean {
  return sources.has('history') && contextLevel !== 'enhanced' && minConfidence === 0 && tags === undefined
}

function reasonsSince(found: FoundReasons, since: number | undefined): FoundReasons {
  if (since === undefined) return found
  const reasons = found.reasons.filter(({ timestamp }) => Date.parse(timestamp) >= since)
  return { ...found, reasons, stats: { ...found.stats, speaking: reasons.length } }
}

/** Whether a region has the requested time and context level. */
function isWanted(
  { annotation, committedAt, region }: RecordedRegion,
  { contextLevel, sources }: Pick<ResolvedQuery, 'contextLevel' | 'sources'>,
  since: number | undefined,
): boolean {
  if (!sources.has('notes')) return false
  if (since !== undefined && !((committedAt ?? Number.NaN) * 1000 >= since)) return false
  return contextLevel === 'all' || (region.context_level ?? annotation.context_level) === contextLevel
}
