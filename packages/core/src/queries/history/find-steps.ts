import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { newestNotes } from '../../notes/newest-notes.ts'
import { matchAnchor } from '../../read/match-anchor.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { NamedScope } from '../../read/resolved-scope.ts'
import type { CorrectedNote } from '../../corrections/corrected-notes.ts'
import type { OpenedQuery } from '../place-query.ts'
import { changingCommits } from './changed-by.ts'
import { createFileVersions } from './file-versions.ts'
import { compareByRank, type RankedRegion } from './ranked-region.ts'
import { traceUnitCached, type TraceOfUnits } from './trace-cache.ts'
import type { TracedRegion } from './unit-trace.ts'

/** The regions recorded about a place in the history of the queried commit. */
export interface FoundSteps {
  /** Oldest first, including retracted ones. */
  readonly regions: readonly TracedRegion[]
  /** Names of the unit, current ones first; empty for a file. */
  readonly names: readonly string[]
}

/** Maximum number of annotations of a file to examine, newest first. */
const MAX_ANNOTATIONS = 5000

/** Finds every region about the place, whether or not any line of its commit is left. */
export function findSteps(
  scope: NamedScope,
  anchor: string | undefined,
  { context, queried, view }: OpenedQuery,
): ResultAsync<FoundSteps, ReadError> {
  return safeTry(async function* () {
    const { ancestry, call, correctedNotes, report } = context
    const annotated = yield* view.annotating(scope.paths, call)
    const ranks = yield* ancestry.rank(queried.head, annotated, call)
    const reachable = annotated.filter(({ commit }) => ranks.has(commit))
    const newest = newestNotes(reachable, MAX_ANNOTATIONS)
    if (newest.length < reachable.length) {
      const message = `${reachable.length} annotations may speak of ${scope.path}; the newest ${newest.length} were looked at.`
      report({ code: 'history_limited', severity: 'warning', message, path: scope.path })
    }
    const notes = yield* correctedNotes(newest, call)

    const regionsOfFile: RankedRegion[] = []
    const commitWideRegions: RankedRegion[] = []
    const unreadableCommits = new Set<CommitId>()
    for (const [commit, note] of notes) {
      for (const each of regionsOf(note, commit, ranks.get(commit) ?? 0)) {
        if (each.region.file === undefined) commitWideRegions.push(each)
        else if ((scope.paths as readonly string[]).includes(each.region.file)) regionsOfFile.push(each)
      }
      if (note.diagnostics.length > 0) unreadableCommits.add(commit)
    }
    // A region without a path, or a note that cannot be read, concerns a place that its commit changed.
    const named = new Set(regionsOfFile.map(({ commit }) => commit))
    const wide = new Set([
      ...commitWideRegions.map(({ commit }) => commit),
      ...[...unreadableCommits].filter((commit) => !named.has(commit)),
    ])
    const byTime = [...wide].sort((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0))
    const trace = yield* traceRegions(regionsOfFile, byTime, scope, anchor, context)
    const { changing } = trace
    for (const commit of [...unreadableCommits].filter((id) => named.has(id) || changing.has(id)).sort()) {
      notes.get(commit)?.diagnostics.forEach(report)
    }
    const regions = [...trace.regions, ...commitWideRegions.filter(({ commit }) => changing.has(commit))]
    return ok({ regions: regions.sort(compareByRank), names: trace.names })
  })
}

/** Returns the regions of a note, including retracted ones. */
export function regionsOf(
  { annotation, retracted }: CorrectedNote,
  commit: CommitId,
  rank: number,
): readonly RankedRegion[] {
  if (annotation === undefined) return []
  return [...annotation.regions, ...retracted].map((region, position) => {
    return { commit, rank, annotation, region, position, retracted: position >= annotation.regions.length }
  })
}

/**
 * Traces the regions of a scope. When there is no outline, returns the regions whose anchor matches the queried name,
 * or all regions for a whole file.
 */
function traceRegions(
  regionsOfFile: readonly RankedRegion[],
  wide: readonly CommitId[],
  scope: NamedScope,
  anchor: string | undefined,
  context: ReadContext,
): ResultAsync<TraceOfUnits, ReadError> {
  return safeTry(async function* () {
    if (scope.units !== undefined) {
      return traceUnitCached(regionsOfFile, wide, scope, (await scope.outline())?.units ?? scope.units, context)
    }
    const isOurs =
      anchor === undefined
        ? undefined
        : (name: string) => matchAnchor(name, [anchor], (own) => own, { fuzzy: false }) !== undefined
    const regions = regionsOfFile.filter(
      ({ region }) => isOurs === undefined || (region.ast_anchor !== undefined && isOurs(region.ast_anchor.name)),
    )
    const changing = yield* changingCommits(wide, scope.paths, isOurs, createFileVersions(context), context)
    return ok({ regions, names: anchor === undefined ? [] : [anchor], changing })
  })
}
