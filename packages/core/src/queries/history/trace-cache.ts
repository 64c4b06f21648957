import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { createKeptAnswers, type AnswerCache } from '../../cache/answer-cache.ts'
import type { AstUnit } from '../../contracts/ast-parser.ts'
import type { CacheStorage } from '../../contracts/cache-storage.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { NamedScope } from '../../read/resolved-scope.ts'
import { changingCommits } from './changed-by.ts'
import { createFileVersions } from './file-versions.ts'
import { compareByRank, regionKey, type RankedRegion } from './ranked-region.ts'
import { traceUnit } from './trace-unit.ts'
import type { TracedRegion, UnitTrace } from './unit-trace.ts'
import type { KeptTrace } from './kept-unit-trace.ts'

/** Version of the cached format. Raise it when the rules change by which regions are assigned to units. */
const FORMAT = 4

/** Creates the cache of the regions that are about units. */
export function createTraceCache(storage: CacheStorage | undefined): AnswerCache<KeptTrace> {
  return createKeptAnswers<KeptTrace>({
    folder: 'traces',
    storage,
    isComplete: ({ changing, names, regions }) => [changing, names, regions].every((each) => Array.isArray(each)),
  })
}

/** The regions about units, and the commits that changed these units. */
export interface TraceOfUnits extends Pick<UnitTrace, 'names' | 'regions'> {
  readonly changing: ReadonlySet<CommitId>
}

/**
 * Finds the regions about the units of a scope, as `traceUnit` does, and which of the commits in `wide` changed these
 * units. The search may need an outline for every commit with regions, so its result is cached by the contents of the
 * file and the names in the regions.
 */
export function traceUnitCached(
  spoken: readonly RankedRegion[],
  wide: readonly CommitId[],
  scope: NamedScope,
  units: readonly AstUnit[],
  context: ReadContext,
): ResultAsync<TraceOfUnits, ReadError> {
  return safeTry(async function* () {
    const { tracesCache, pastAst } = context
    const newestFirst = [...spoken].sort((a, b) => compareByRank(b, a))
    const asked = (scope.units ?? []).map(({ lines, name }) => [name, lines.start, lines.end])
    const place = JSON.stringify([scope.path, asked.map(([name]) => name)])
    const parser = pastAst === undefined ? '' : `${pastAst.name}@${pastAst.version}`
    const about = newestFirst.map(({ commit, position, region: { ast_anchor: anchor, file, lines } }) => {
      return [commit, position, file ?? '', anchor?.name ?? 0, lines?.start ?? 0, lines?.end ?? 0]
    })
    const question = JSON.stringify([FORMAT, parser, scope.paths, scope.content.id, asked, about, [...wide].sort()])
    const known = await tracesCache.get(place, question)
    if (known !== undefined) {
      const regions = known.regions.flatMap(([position, renamedTo]): readonly TracedRegion[] => {
        const region = newestFirst[position]
        return region === undefined ? [] : [renamedTo === '' ? region : { ...region, renamedTo }]
      })
      return ok({ regions, names: known.names, changing: new Set(known.changing) })
    }

    let isLasting = true
    const report: ReadContext['report'] = (diagnostic) => {
      // A diagnostic has to be reported each time, and a search stopped by a limit may succeed later, so neither is
      // cached.
      isLasting = false
      context.report(diagnostic)
    }
    const versionAt = createFileVersions({ ...context, report })
    const trace = yield* traceUnit(newestFirst, scope, units, versionAt)
    const changing = yield* changingCommits(wide, scope.paths, trace.isOurs, versionAt, context)
    const positions = new Map(newestFirst.map((each, position) => [regionKey(each), position]))
    const regions = trace.regions.map((each) => [positions.get(regionKey(each)) ?? -1, each.renamedTo ?? ''] as const)
    if (isLasting) await tracesCache.set(place, question, { regions, names: trace.names, changing: [...changing] })
    return ok({ regions: trace.regions, names: trace.names, changing })
  })
}
