import { err, ok, type CommitId, type Diagnostic, type RepoPath, type Result } from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView } from '../contracts/annotation-index.ts'
import { correctAnnotation } from '../corrections/correct-annotation.ts'
import { matchAnchor } from '../read/match-anchor.ts'
import { newestNotes } from '../read/collect-dependents.ts'
import type { ReadError } from '../read/read-error.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import type { ChangedTogether } from '../history/file-history.ts'
import { foldersOf, isFolderPlace } from './folder-places.ts'
import { isRepositoryNote, knowledgeCommits } from '../notes/knowledge-commits.ts'
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
export async function collectCandidates(
  target: TargetFile,
  view: AnnotationView,
  placing: PlacingContext,
): Promise<Result<Candidates, ReadError>> {
  const { call, report } = placing.context
  const folders = foldersOf(target.committedPath)
  const named = [...target.paths, ...(folders as readonly RepoPath[])]
  const known = await view.annotating(named, call)
  if (known.isErr()) return err(known.error)
  // Where all that is recorded names this file, nothing can have come from another.
  const others = known.value.length < view.noteCount ? await othersAnnotated(target, view, placing) : ok([])
  if (others.isErr()) return err(others.error)
  const reattached = await reattachedCommits(target, view, placing)
  if (reattached.isErr()) return err(reattached.error)
  const reachable = await reachableOf([...known.value, ...others.value, ...reattached.value], placing)
  if (reachable.isErr()) return err(reachable.error)
  const newest = newestNotes(reachable.value, MAX_ANNOTATIONS)
  if (newest.length < reachable.value.length) {
    const message =
      `${reachable.value.length} annotations may be about ${neutralisePath(target.path)}; ` +
      `the newest ${newest.length} were looked at.`
    report({ code: 'history_limited', severity: 'warning', message, path: target.path })
  }
  const read = await readRegions(newest, placing)
  if (read.isErr()) return err(read.error)
  const aboutIt = new Set<string>([...target.names, ...folders])
  const own = new Set(known.value.map(({ commit }) => commit))
  const direct: RecordedRegion[] = []
  const foreign: RecordedRegion[] = []
  for (const region of read.value.regions) {
    const { file } = region.region
    if (file === undefined ? own.has(region.commit) : aboutIt.has(file)) direct.push(region)
    else if (file !== undefined && !isFolderPlace(file)) foreign.push(region)
  }
  const moved = await mayHaveMoved(foreign, target, placing)
  return moved.map((others) => ({ ...read.value, regions: [...direct, ...others] }))
}

/** Commits with an annotation of which a region was given a new place in this file. */
async function reattachedCommits(
  { paths }: TargetFile,
  view: AnnotationView,
  { context: { call, git, reattached } }: PlacingContext,
): Promise<Result<readonly AnnotatedCommit[], ReadError>> {
  const commits = await reattached(paths, call)
  if (commits.isErr()) return err(commits.error)
  const ids = [...commits.value].sort()
  if (ids.length === 0) return ok([])
  const [notes, made] = [await view.find(ids, call), await git.readCommits(ids, call)]
  if (notes.isErr()) return err(notes.error)
  if (made.isErr()) return err(made.error)
  return ok(
    [...notes.value.values()].flatMap((note) => {
      const commit = made.value.get(note.commit)
      return commit === undefined ? [] : [{ ...note, committedAt: commit.committer.time }]
    }),
  )
}

/** Commits with an annotation that names a file which was changed together with this one. */
async function othersAnnotated(
  { history }: TargetFile,
  view: AnnotationView,
  { context }: PlacingContext,
): Promise<Result<readonly AnnotatedCommit[], ReadError>> {
  const together = await history.changedTogether(context.call)
  if (together.isErr()) return err(together.error)
  const paths = [...new Set([...together.value.values()].flat())]
  return paths.length === 0 ? ok([]) : view.annotating(paths, context.call)
}

/** Those of the commits that the queried one has in its history, oldest first, each once. */
async function reachableOf(
  commits: readonly AnnotatedCommit[],
  { context, standpoint }: PlacingContext,
): Promise<Result<readonly AnnotatedCommit[], ReadError>> {
  const distinct = [...new Map(commits.map((each) => [each.commit, each])).values()]
  const ranks = await context.ancestry.rank(standpoint.head, distinct, context.call)
  if (ranks.isErr()) return err(ranks.error)
  const rankOf = ({ commit }: AnnotatedCommit): number => ranks.value.get(commit) ?? -1
  // A note about the repository is on no commit.
  const isPart = (each: AnnotatedCommit): boolean => rankOf(each) >= 0 || isRepositoryNote(each.commit)
  return ok(distinct.filter(isPart).sort((a, b) => rankOf(a) - rankOf(b)))
}

/** The regions of notes, with their corrections. */
async function readRegions(
  commits: readonly AnnotatedCommit[],
  { context }: PlacingContext,
): Promise<Result<Candidates, ReadError>> {
  const { call, correctionFactors, corrections, git, notes } = context
  const ids = commits.map(({ commit }) => commit)
  const [read, against] = await Promise.all([notes(commits, call), corrections(ids, call)])
  if (read.isErr()) return err(read.error)
  if (against.isErr()) return err(against.error)
  const regions: RecordedRegion[] = []
  const diagnostics = new Map<CommitId, readonly Diagnostic[]>()
  const annotated: CommitId[] = []
  for (const { commit, committedAt } of commits) {
    const note = read.value.get(commit)
    const recorded = against.value.get(commit)
    const problems = [...(note?.diagnostics ?? []), ...(recorded?.diagnostics ?? [])]
    if (problems.length > 0) diagnostics.set(commit, problems)
    if (note?.annotation === undefined) continue
    annotated.push(commit)
    const shownUnder = isRepositoryNote(commit) ? await knowledgeCommits(note.annotation, git, call) : ok(undefined)
    if (shownUnder.isErr()) return err(shownUnder.error)
    const corrected = correctAnnotation(note.annotation, recorded?.corrections ?? [], correctionFactors)
    for (const [position, { factor, place, region, retracted }] of corrected.regions.entries()) {
      const stored = note.annotation.regions[position]
      const origin = (stored && shownUnder.value?.get(stored)) ?? commit
      regions.push({
        commit: origin,
        ...(committedAt === undefined ? {} : { committedAt }),
        annotation: corrected.annotation,
        region,
        position,
        correctionFactor: factor,
        retracted,
        statedAt: place?.commit ?? origin,
      })
    }
  }
  return ok({ regions, commits: ids, annotated, diagnostics })
}

/**
 * Regions of other files whose unit may be in this one now: it has a unit with the last part of that name, or the other
 * file does not have the word any more.
 */
async function mayHaveMoved(
  foreign: readonly RecordedRegion[],
  target: TargetFile,
  { context, standpoint, texts }: PlacingContext,
): Promise<Result<readonly RecordedRegion[], ReadError>> {
  const units = target.units ?? []
  const likely: RecordedRegion[] = []
  const rest = new Map<string, RecordedRegion[]>()
  if (foreign.length === 0) return ok([])
  const together = await target.history.changedTogether(context.call)
  if (together.isErr()) return err(together.error)
  const shared = lastSharedChange(target, together.value)
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
    const blob = await texts.blobAt(standpoint.head, file as RepoPath)
    if (blob.isErr()) return err(blob.error)
    const opened =
      blob.value === undefined ? ok(undefined) : await texts.open({ path: file as RepoPath, blob: blob.value })
    if (opened.isErr()) return err(opened.error)
    const words = opened.value?.lines().join('\n') ?? ''
    likely.push(...regions.filter(({ region }) => !words.includes(lastSegment(region.ast_anchor?.name ?? ''))))
  }
  if (likely.length > MAX_FOLLOWED) {
    const message =
      `${likely.length} regions of other files may be about code that was moved to ${neutralisePath(target.path)}; ` +
      `${MAX_FOLLOWED} were followed.`
    context.report({ code: 'history_limited', severity: 'info', message, path: target.path })
  }
  return ok(likely.slice(-MAX_FOLLOWED))
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
