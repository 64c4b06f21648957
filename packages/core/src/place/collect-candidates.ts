import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView } from '../contracts/annotation-index.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import { isRepositoryNote } from '../notes/knowledge-commits.ts'
import { newestNotes } from '../notes/newest-notes.ts'
import type { ReadError } from '../read/read-error.ts'
import { cachedMessageReason, mayMatch, rememberNotes, type OutlinedRegion } from './known-regions.ts'
import {
  decodeMessageReason,
  findMovedRegions,
  isForeign,
  mayHaveMoved,
  annotationsOfFormerHomes,
  regionId,
} from './moved-regions.ts'
import { reachableOf } from './only-reachable.ts'
import type { PlacingContext } from './placing-context.ts'
import { readRegions, type RegionsOfNotes } from './read-regions.ts'
import { rulePlacesOf } from './renamed-folders.ts'
import type { RecordedRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'

/** The regions that may be about a file, whether or not their code still exists, and the notes that contain them. */
export interface Candidates extends RegionsOfNotes {
  /** Ordered by commit, oldest first; within one commit in the order of its annotation. */
  readonly regions: readonly RecordedRegion[]
  /**
   * Commits that the queried commit does not have, and whose notes name the file, a folder that contains it, or no path
   * at all.
   */
  readonly elsewhere: readonly AnnotatedCommit[]
}

/** Maximum number of annotations of one file to examine, newest first. */
const MAX_ANNOTATIONS = 5000

/**
 * Collects the regions on reachable commits that name the file, one of its earlier paths, a folder that contains it, or
 * no path at all. Adds regions of files that changed together with it, if their unit may have been moved here. With
 * `answers`, notes whose regions are all known not to match count as read and are not read again.
 */
export function collectCandidates(
  target: TargetFile,
  view: AnnotationView,
  placing: PlacingContext,
  answers?: (region: OutlinedRegion) => boolean,
): ResultAsync<Candidates, ReadError> {
  return safeTry(async function* () {
    const folders = rulePlacesOf(target.committedPath, yield* placing.renamedFolders(view))
    const { elsewhere, near, newest, own } = yield* await listNotes(target, folders, view, placing)
    const ids = newest.map(({ commit }) => commit)
    const corrections = yield* placing.context.corrections(ids, placing.context.call)
    const isNear = ({ commit }: AnnotatedCommit): boolean => near.has(commit) || isRepositoryNote(commit)
    const moved = yield* newest.length === 0 || (answers === undefined && newest.every(isNear))
      ? ok(undefined)
      : await findMovedRegions(newest, corrections, target, placing)
    const needed = new Set<string>(moved?.commits)
    const isPlain = ({ commit }: AnnotatedCommit): boolean =>
      !needed.has(commit) && !corrections.has(commit) && !isRepositoryNote(commit)
    const isSettled = (note: AnnotatedCommit): boolean =>
      answers !== undefined && isPlain(note) && !mayMatch(note, answers, target)

    const about = newest.filter((note) => isNear(note) || needed.has(note.commit))
    const settled = new Set<string>(about.filter(isSettled).map(({ commit }) => commit))
    const open = about.filter(({ commit }) => !settled.has(commit))
    const { annotated, regions, ...read } = yield* readRegions(open, corrections, placing)
    const names = new Set<string>([...target.names, ...folders])
    const direct = regions.filter(({ commit, region: { file } }) =>
      file === undefined ? own.has(commit) : names.has(file),
    )
    rememberNotes(open.filter(isPlain), { messageReasons: read.messageReasons, regions: direct }, target, placing)
    const foreign = regions.filter((region) => isForeign(region, names))
    const arriving = new Set(moved?.regions)
    const arrived = yield* moved === undefined
      ? await mayHaveMoved(foreign, target, placing)
      : ok(foreign.filter((region) => arriving.has(regionId(region))))
    const commits = about.map(({ commit }) => commit)
    const readable = new Set<string>([...annotated, ...settled])
    const messageReasons = new Map(read.messageReasons)
    for (const [position, note] of newest.entries()) {
      const stands = settled.has(note.commit)
        ? cachedMessageReason(note, target)
        : decodeMessageReason(moved?.messageReasons[position])
      if (stands !== undefined && !messageReasons.has(note.commit)) messageReasons.set(note.commit, stands)
    }
    return ok({
      ...read,
      elsewhere,
      messageReasons,
      commits,
      annotated: commits.filter((commit) => readable.has(commit)),
      regions: [...direct, ...arrived],
    })
  })
}

/** Notes that may be about a file. */
interface ListedNotes {
  /** The newest notes that the queried commit has in its history, sorted oldest first. */
  readonly newest: readonly AnnotatedCommit[]
  /** Commits whose notes name the file, a folder that contains it, or no path at all. */
  readonly own: ReadonlySet<string>
  /**
   * The commits of `own`, and those with a region that was reattached to the file. All other notes name other files.
   */
  readonly near: ReadonlySet<string>
  /** Commits of `own` that the queried commit does not have. */
  readonly elsewhere: readonly AnnotatedCommit[]
}

function listNotes(
  target: TargetFile,
  folders: readonly string[],
  view: AnnotationView,
  placing: PlacingContext,
): ResultAsync<ListedNotes, ReadError> {
  return safeTry(async function* () {
    const { call, report } = placing.context
    const named = [...target.paths, ...(folders as readonly RepoPath[])]
    const known = yield* view.annotating(named, call)
    // When every note names this file, no code can have come from another one.
    const others = yield* known.length < view.noteCount ? await annotationsOfFormerHomes(target, view, placing) : ok([])
    const reattached = yield* reattachedCommits(target, view, placing)
    const reachable = yield* reachableOf([...known, ...others, ...reattached], placing)
    const newest = newestNotes(reachable, MAX_ANNOTATIONS)
    if (newest.length < reachable.length) {
      const message =
        `${reachable.length} annotations may be about ${neutralisePath(target.path)}; ` +
        `the newest ${newest.length} were looked at.`
      report({ code: 'history_limited', severity: 'warning', message, path: target.path })
    }
    const own = new Set<string>(known.map(({ commit }) => commit))
    const isHere = new Set(reachable.map(({ commit }) => commit))
    const elsewhere = known.filter(({ commit }) => !isHere.has(commit))
    const near = new Set<string>([...own, ...reattached.map(({ commit }) => commit)])
    return ok({ newest, own, near, elsewhere })
  })
}

/** Returns commits with an annotation of which a region was reattached to these paths. */
export function reattachedCommits(
  { paths }: Pick<TargetFile, 'paths'>,
  view: AnnotationView,
  { context: { call, git, reattached } }: Pick<PlacingContext, 'context'>,
): ResultAsync<readonly AnnotatedCommit[], ReadError> {
  return safeTry(async function* () {
    const commits = yield* reattached(paths, call)
    const ids = [...commits].sort()
    if (ids.length === 0) return ok([])
    const notes = yield* view.find(ids, call)
    const made = yield* git.readCommits(ids, call)
    return ok(
      [...notes.values()].flatMap((note) => {
        const commit = made.get(note.commit)
        return commit === undefined ? [] : [{ ...note, committedAt: commit.committer.time }]
      }),
    )
  })
}
