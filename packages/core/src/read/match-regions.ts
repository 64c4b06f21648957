import type { BlameHunk } from '../contracts/git-backend.ts'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { Annotation, CommitId, Region } from '@chronicle/schema'
import { clip, type BlamedScope } from './blame-scope.ts'
import { lineOwners } from './carry-lines.ts'
import type { FetchedNotes } from './fetch-notes.ts'
import { matchAnchor, type AnchorMatches } from './match-anchor.ts'
import { overlaps, placeRegion, type FileNow, type Placement } from './place-region.ts'
import type { ResolvedQuery } from './resolve-query.ts'

/** A region that answers the query, and where it is now. */
export interface MatchedRegion {
  readonly commit: CommitId
  readonly annotation: Annotation
  readonly region: Region
  /** Position of the region in its annotation. */
  readonly position: number
  readonly scope: BlamedScope
  readonly placement: Placement
  /** What corrections leave of its confidence, in [0, 1]. Absent: all of it. */
  readonly correctionFactor?: number
}

/**
 * Stage 4: of each annotation, the regions that speak of the places in question. A region belongs to a file when it
 * names the path that the file had at the annotated commit, or has now. Within the file it matches by its anchor, and
 * otherwise when the place it has now overlaps the lines in question and its commit wrote one of them.
 */
export async function matchRegions(
  scopes: readonly BlamedScope[],
  fetched: FetchedNotes,
  query: Pick<ResolvedQuery, 'anchor' | 'lines'>,
): Promise<readonly MatchedRegion[]> {
  const matched: MatchedRegion[] = []
  for (const scope of scopes) {
    const byCommit = groupByCommit(scope)
    const relevant = [...byCommit.keys()].filter((commit) => fetched.annotations.has(commit)).sort()
    if (relevant.length === 0) continue
    const file = await openFileNow(scope)
    for (const commit of relevant) {
      const annotation = fetched.annotations.get(commit)
      const own = byCommit.get(commit)
      if (annotation === undefined || own === undefined) continue
      for (const [position, region] of annotation.regions.entries()) {
        if (region.file !== undefined && region.file !== scope.path && !own.paths.has(region.file)) continue
        const committedAt = scope.candidates.get(commit)?.committedAt
        const placement = placeRegion(region, commit, committedAt, own.hunks, file)
        if (!answers(region, placement, scope, own.inScope, query)) continue
        matched.push({ commit, annotation, region, position, scope, placement })
      }
    }
  }
  return matched
}

/** A blamed file, ready to have regions placed in it. */
export async function openFileNow(scope: BlamedScope): Promise<FileNow> {
  return {
    path: scope.path,
    hunks: scope.hunks,
    owners: lineOwners(scope.hunks),
    find: finder((await scope.outline())?.units),
    lineCount: scope.lineCount,
  }
}

interface OwnLines {
  /** Paths that the file had at the commit. */
  readonly paths: Set<string>
  readonly hunks: BlameHunk[]
  /** Whether the commit wrote one of the lines in question. */
  inScope: boolean
}

function groupByCommit(scope: BlamedScope): ReadonlyMap<CommitId, OwnLines> {
  const commits = new Map<CommitId, OwnLines>()
  for (const hunk of scope.hunks) {
    if (hunk.commit === undefined) continue
    const own: OwnLines = commits.get(hunk.commit) ?? { paths: new Set<string>(), hunks: [], inScope: false }
    own.paths.add(hunk.originalPath)
    own.hunks.push(hunk)
    own.inScope ||= clip(hunk.final, scope.ranges).length > 0
    commits.set(hunk.commit, own)
  }
  return commits
}

function answers(
  region: Region,
  placement: Placement,
  scope: BlamedScope,
  inScope: boolean,
  query: Pick<ResolvedQuery, 'anchor' | 'lines'>,
): boolean {
  if (scope.ranges === undefined) {
    if (query.anchor === undefined) return true
    const name = region.ast_anchor?.name
    return name !== undefined && matchAnchor(query.anchor, [name], (candidate) => candidate) !== undefined
  }
  if (region.file === undefined) return inScope
  const { units: asked, ranges } = scope
  if (asked !== undefined) {
    const named = placement.units.some((unit) =>
      asked.some(
        (target) => unit === target || (target.lines.start <= unit.lines.start && unit.lines.end <= target.lines.end),
      ),
    )
    if (named) return true
  }
  if (!inScope) return false
  const places = [...placement.units.map((unit) => unit.lines), placement.carried.current].filter(
    (place) => place !== undefined,
  )
  return places.some((place) => ranges.some((range) => overlaps(place, range)))
}

/** Looks names up among the units of a file, each name once. */
function finder(units: readonly AstUnit[] | undefined): FileNow['find'] {
  if (units === undefined) return undefined
  const known = new Map<string, AnchorMatches<AstUnit> | undefined>()
  return (name) => {
    if (!known.has(name))
      known.set(
        name,
        matchAnchor(name, units, (unit) => unit.name),
      )
    return known.get(name)
  }
}
