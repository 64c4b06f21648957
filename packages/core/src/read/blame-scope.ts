import { err, ok, type CommitId, type LineRange, type RepoPath, type Result } from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView } from '../contracts/annotation-index.ts'
import type { BlameHunk } from '../contracts/git-backend.ts'
import { blameHorizon, formerPaths, type HistoryFacts } from '../history/history-facts.ts'
import type { ReadContext, Standpoint } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { NamedScope, ResolvedScope } from './resolve-scope.ts'

/** A place of the query with the history of its lines. */
export interface BlamedScope extends NamedScope {
  /** Whole file, in line order. Empty when no annotated commit can own a line and nothing is uncommitted. */
  readonly hunks: readonly BlameHunk[]
  /** How much of the history was looked at. */
  readonly blame: 'none' | 'bounded' | 'full'
  /** Annotated commits that may own lines of this file, by id. */
  readonly candidates: ReadonlyMap<CommitId, AnnotatedCommit>
}

/**
 * Stage 2: who wrote each line, looking back no further than the oldest annotated commit that matters. The whole file
 * is blamed, not the lines asked for: how much of a region survives cannot be told from a part of it, and the next
 * question about the file finds the answer in the cache.
 */
export async function blameScope(
  scope: ResolvedScope,
  view: AnnotationView,
  facts: HistoryFacts | undefined,
  standpoint: Standpoint,
  full: boolean,
  { blame, call }: ReadContext,
): Promise<Result<BlamedScope, ReadError>> {
  const paths = namesOf(scope, facts)
  const known = await view.annotating(paths, call)
  if (known.isErr()) return err(known.error)
  const candidates = new Map(known.value.map((annotated) => [annotated.commit, annotated]))
  const edited = typeof scope.state === 'string'
  const since = full ? undefined : blameBound(known.value, facts, view)
  if (scope.lineCount === 0 || (since === 'nothing' && !edited)) {
    return ok({ ...scope, hunks: [], blame: 'none', paths, candidates })
  }
  const bound = since === 'nothing' ? Math.floor(standpoint.headAt / 1000) + 1 : since
  const version = `${standpoint.head} ${edited ? `${scope.content.id} ` : ''}${bound ?? 'full'}`
  const hunks = await blame(
    { at: scope.state, path: scope.path, version, ...(bound === undefined ? {} : { since: bound }) },
    call,
  )
  if (hunks.isErr()) return err(hunks.error)
  return ok({ ...scope, hunks: hunks.value, blame: bound === undefined ? 'full' : 'bounded', paths, candidates })
}

/** This path and every one it may have had before. */
export function namesOf({ path, committedPath }: ResolvedScope, facts: HistoryFacts | undefined): readonly RepoPath[] {
  const names = [...new Set([path, committedPath])]
  if (facts === undefined) return names
  return [...new Set(names.flatMap((name) => formerPaths(facts, name) as readonly RepoPath[]))]
}

/**
 * The committer time to stop at; `undefined` for no bound, `nothing` when no annotated commit can own a line. Without
 * facts about the history the older names of the file are unknown, so any note may matter and nothing is left out.
 */
function blameBound(
  candidates: readonly AnnotatedCommit[],
  facts: HistoryFacts | undefined,
  view: AnnotationView,
): number | 'nothing' | undefined {
  if (facts === undefined) return view.noteCount === 0 ? 'nothing' : undefined
  const times = candidates.map((candidate) => candidate.committedAt).filter((time) => time !== undefined)
  return times.length === 0 ? 'nothing' : blameHorizon(facts, Math.min(...times))
}

/** The lines of `ranges` that `hunks` give to a commit (`undefined`: not committed), as ranges. */
export function linesOf(
  hunks: readonly BlameHunk[],
  commit: CommitId | undefined,
  ranges: readonly LineRange[] | undefined,
): readonly LineRange[] {
  return hunks.filter((hunk) => hunk.commit === commit).flatMap((hunk) => clip(hunk.final, ranges))
}

/** The parts of a range that lie in `ranges`; all of it when there are none given. */
export function clip(range: LineRange, ranges: readonly LineRange[] | undefined): readonly LineRange[] {
  if (ranges === undefined) return [range]
  return ranges
    .map(({ start, end }) => ({ start: Math.max(start, range.start), end: Math.min(end, range.end) }))
    .filter(({ start, end }) => start <= end)
}
