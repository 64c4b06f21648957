import {
  ok,
  omitUndefined,
  Result,
  safeTry,
  type CommitId,
  type Diagnostic,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView } from '../contracts/annotation-index.ts'
import { correctAnnotation } from '../corrections/correct-annotation.ts'
import { matchAnchor } from '../read/match-anchor.ts'
import { newestNotes } from '../read/collect-dependents.ts'
import type { ReadError } from '../read/read-error.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import type { ChangedTogether } from '../history/file-history.ts'
import { foldersOf, isFolderPlace } from './folder-places.ts'
import { isRepositoryNote, knowledgeCommits } from '../notes/knowledge-commits.ts'
import { quotesOnlyDiscussions } from '../notes/quotes-only-discussions.ts'
import type { PlacingContext } from './placing-context.ts'
import type { RecordedRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'

/** The regions that may be about a file, whether or not their code is still there. */
export interface Candidates {
  /** Oldest first, by commit; of one commit in the order of its annotation. */
  readonly regions: readonly RecordedRegion[]
  /** Reachable commits whose notes were read. */
  readonly commits: readonly CommitId[]
  /** Those of them with an annotation that can be read. */
  readonly annotated: readonly CommitId[]
  /**
   * The regions, without what is withdrawn, of those of them whose annotation only quotes discussions: their messages
   * are still to be asked for their own reasons.
   */
  readonly quoting: ReadonlyMap<CommitId, readonly Region[]>
  /** What is wrong with notes, by commit. */
  readonly diagnostics: ReadonlyMap<CommitId, readonly Diagnostic[]>
}

/** Newest annotations of one file that are looked at. */
const MAX_ANNOTATIONS = 5000
/** Regions of other files that are followed to see whether they came into this one. */
const MAX_FOLLOWED = 50

/**
 * Collects the regions on reachable commits that name the file, a path it had before, a folder that it is in or no path
 * at all; and those of files that changed together with it, whose unit may have been moved here.
 */
export function collectCandidates(
  target: TargetFile,
  view: AnnotationView,
  placing: PlacingContext,
): ResultAsync<Candidates, ReadError> {
  return safeTry(async function* () {
    const { call, report } = placing.context
    const folders = foldersOf(target.committedPath)
    const named = [...target.paths, ...(folders as readonly RepoPath[])]
    const known = yield* view.annotating(named, call)
    // Where all that is recorded names this file, nothing can have come from another.
    const others = yield* known.length < view.noteCount ? await othersAnnotated(target, view, placing) : ok([])
    const reattached = yield* reattachedCommits(target, view, placing)
    const reachable = yield* reachableOf([...known, ...others, ...reattached], placing)
    const newest = newestNotes(reachable, MAX_ANNOTATIONS)
    if (newest.length < reachable.length) {
      const message =
        `${reachable.length} annotations may be about ${neutralisePath(target.path)}; ` +
        `the newest ${newest.length} were looked at.`
      report({ code: 'history_limited', severity: 'warning', message, path: target.path })
    }
    const read = yield* readRegions(newest, placing)
    const aboutIt = new Set<string>([...target.names, ...folders])
    const own = new Set(known.map(({ commit }) => commit))
    const direct: RecordedRegion[] = []
    const foreign: RecordedRegion[] = []
    for (const region of read.regions) {
      const { file } = region.region
      if (file === undefined ? own.has(region.commit) : aboutIt.has(file)) direct.push(region)
      else if (file !== undefined && !isFolderPlace(file)) foreign.push(region)
    }
    const moved = await mayHaveMoved(foreign, target, placing)
    return moved.map((others) => ({ ...read, regions: [...direct, ...others] }))
  })
}

/** Commits with an annotation of which a region was given a new place in these files. */
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

/** Commits with an annotation that names a file which was changed together with this one. */
function othersAnnotated(
  { history }: TargetFile,
  view: AnnotationView,
  { context }: PlacingContext,
): ResultAsync<readonly AnnotatedCommit[], ReadError> {
  return safeTry(async function* () {
    const together = yield* history.changedTogether(context.call)
    const paths = [...new Set([...together.values()].flat())]
    return paths.length === 0 ? ok([]) : view.annotating(paths, context.call)
  })
}

/** Those of the commits that the queried one has in its history, oldest first, each once. */
function reachableOf(
  commits: readonly AnnotatedCommit[],
  { context, queried }: PlacingContext,
): ResultAsync<readonly AnnotatedCommit[], ReadError> {
  return safeTry(async function* () {
    const distinct = [...new Map(commits.map((each) => [each.commit, each])).values()]
    const ranks = yield* context.ancestry.rank(queried.head, distinct, context.call)
    const rankOf = ({ commit }: AnnotatedCommit): number => ranks.get(commit) ?? -1
    // A note about the repository is on no commit.
    const isPart = (each: AnnotatedCommit): boolean => rankOf(each) >= 0 || isRepositoryNote(each.commit)
    return ok(distinct.filter(isPart).sort((a, b) => rankOf(a) - rankOf(b)))
  })
}

/** The regions of notes, with their corrections. */
function readRegions(
  commits: readonly AnnotatedCommit[],
  { context }: PlacingContext,
): ResultAsync<Candidates, ReadError> {
  return safeTry(async function* () {
    const { call, correctionFactors, corrections, git, notes } = context
    const ids = commits.map(({ commit }) => commit)
    const [read, against] = yield* Result.combine(await Promise.all([notes(commits, call), corrections(ids, call)]))
    const regions: RecordedRegion[] = []
    const diagnostics = new Map<CommitId, readonly Diagnostic[]>()
    const annotated: CommitId[] = []
    const quoting = new Map<CommitId, readonly Region[]>()
    for (const { commit, committedAt } of commits) {
      const note = read.get(commit)
      const recorded = against.get(commit)
      const problems = [...(note?.diagnostics ?? []), ...(recorded?.diagnostics ?? [])]
      if (problems.length > 0) diagnostics.set(commit, problems)
      if (note?.annotation === undefined) continue
      annotated.push(commit)
      const shownUnder = yield* isRepositoryNote(commit)
        ? await knowledgeCommits(note.annotation, git, call)
        : ok(undefined)
      const corrected = correctAnnotation(note.annotation, recorded?.corrections ?? [], correctionFactors)
      if (quotesOnlyDiscussions(note.annotation)) {
        const standing = corrected.regions.flatMap(({ region, retracted }) => (retracted ? [] : [region]))
        quoting.set(commit, standing)
      }
      for (const [position, { factor, place, region, retracted }] of corrected.regions.entries()) {
        const stored = note.annotation.regions[position]
        const origin = (stored && shownUnder?.get(stored)) ?? commit
        regions.push({
          commit: origin,
          ...omitUndefined({ committedAt }),
          annotation: corrected.annotation,
          region,
          position,
          correctionFactor: factor,
          retracted,
          statedAt: place?.commit ?? origin,
        })
      }
    }
    return ok({ regions, commits: ids, annotated, quoting, diagnostics })
  })
}

/**
 * Regions of other files whose unit may be in this one now: it has a unit with the last part of that name, or the other
 * file does not have the word any more.
 */
function mayHaveMoved(
  foreign: readonly RecordedRegion[],
  target: TargetFile,
  { context, queried, texts }: PlacingContext,
): ResultAsync<readonly RecordedRegion[], ReadError> {
  return safeTry(async function* () {
    const units = target.units ?? []
    const likely: RecordedRegion[] = []
    const rest = new Map<string, RecordedRegion[]>()
    if (foreign.length === 0) return ok([])
    const together = yield* target.history.changedTogether(context.call)
    const shared = lastSharedChange(target, together)
    for (const region of foreign) {
      const { ast_anchor: anchor, file } = region.region
      if (anchor === undefined || file === undefined) continue
      // Only a commit that changed both files, after the region was recorded, can have moved its unit.
      const isShared = (shared.get(file) ?? -Infinity) >= (region.committedAt ?? -Infinity)
      if (!isShared && target.uncommitted.length === 0) continue
      const last = lastSegment(anchor.name)
      const hasName = units.some((unit) => lastSegment(unit.name) === last)
      const inFile = rest.get(file) ?? []
      rest.set(file, inFile)
      if (hasName) likely.push(region)
      else inFile.push(region)
    }
    for (const [file, regions] of rest) {
      if (likely.length >= MAX_FOLLOWED || regions.length === 0) continue
      const blob = yield* texts.blobAt(queried.head, file as RepoPath)
      const opened = yield* blob === undefined ? ok(undefined) : await texts.open({ path: file as RepoPath, blob })
      const words = opened?.lines().join('\n') ?? ''
      likely.push(...regions.filter(({ region }) => !words.includes(lastSegment(region.ast_anchor?.name ?? ''))))
    }
    if (likely.length > MAX_FOLLOWED) {
      const message =
        `${likely.length} regions of other files may be about code that was moved to ${neutralisePath(target.path)}; ` +
        `${MAX_FOLLOWED} were followed.`
      context.report({ code: 'history_limited', severity: 'info', message, path: target.path })
    }
    return ok(likely.slice(-MAX_FOLLOWED))
  })
}

/** When each of the other files was changed together with this one for the last time, in seconds. */
function lastSharedChange({ history }: TargetFile, together: ChangedTogether): ReadonlyMap<string, number> {
  const times = new Map(history.revisions.map(({ commit, committedAt }) => [commit, committedAt]))
  const last = new Map<string, number>()
  for (const [commit, paths] of together) {
    const time = times.get(commit) ?? -Infinity
    for (const path of paths) last.set(path, Math.max(last.get(path) ?? -Infinity, time))
  }
  return last
}

function lastSegment(name: string): string {
  return (
    matchAnchor(name, [name], String)
      ?.matches[0]?.split(/::|[.#/]/u)
      .at(-1) ?? name
  )
}
