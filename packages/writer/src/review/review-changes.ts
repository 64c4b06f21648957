import { ok, safeTry, type CommitId, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, Commit, CommitChanges, FileChange } from '@chronicle/core/contracts'
import type { RecordedAnnotations, RecordedNote } from '@chronicle/core/review'
import { gatherCommits } from '../gather/gather-commits.ts'
import type { CommitsWithoutFindings } from '../run/commits-without-findings.ts'
import { skipByChanges, skipByContent } from '../run/skip-reason.ts'
import { changeFindings } from './change-findings.ts'
import { createCoverageCount, coverageOfNote, type CoverageCount } from './coverage.ts'
import type { FindingList } from './finding-list.ts'
import { liveRegions } from './live-regions.ts'
import type { PathFilter } from './path-filter.ts'
import type { ReviewError, ReviewServices } from './review-request.ts'

/** Number of commits whose changes are in memory at a time. */
const COMMITS_AT_ONCE = 64

/** A large change does not count as having nothing to record. */
const OF_ANY_SIZE = { maxDiffLines: Infinity }

/** Dependencies of a pass over commits. */
export interface ChangeReview {
  readonly seams: ReviewServices
  readonly recorded: RecordedAnnotations
  readonly filter: PathFilter
  readonly findings: FindingList
  /** Commits with more changed lines are too large for a writer. */
  readonly maxDiffLines: number
  /** Commits for which a writer found nothing to record. */
  readonly silent: Pick<CommitsWithoutFindings, 'has'>
  readonly report: (diagnostic: Diagnostic) => void
}

/** Compares what is recorded on commits with their changes, and counts the commits that have nothing recorded. */
export function reviewChanges(
  commits: readonly CommitId[],
  listed: number,
  review: ChangeReview,
  call: CallOptions,
): ResultAsync<CoverageCount, ReviewError> {
  return safeTry(async function* () {
    const count = createCoverageCount(listed, review.filter)
    const { recorded, report, seams } = review
    const isKnown = seams.git.changesOf !== undefined
    if (!isKnown) {
      const message = `The git backend ${seams.git.name} cannot tell what a commit changed: whether annotations repeat the change was not checked. Use the cli backend.`
      report({ code: 'changes_unknown', severity: 'warning', message })
    }
    for (let from = 0; from < commits.length; from += COMMITS_AT_ONCE) {
      call.onProgress?.({ step: 'reviewing commits', done: from, total: commits.length })
      const portion = commits.slice(from, from + COMMITS_AT_ONCE)
      const refs = yield* recorded.view.find(portion, call)
      const notes = yield* recorded.notes([...refs.values()])
      yield* isKnown
        ? await reviewPortion(portion, notes, count, review, call)
        : await countPortion(portion, notes, count, seams, call)
    }
    return ok(count)
  })
}

function reviewPortion(
  portion: readonly CommitId[],
  notes: ReadonlyMap<CommitId, RecordedNote>,
  count: CoverageCount,
  { seams, filter, findings, maxDiffLines, silent: commitsWithoutFindings, report }: ChangeReview,
  call: CallOptions,
): ResultAsync<void, ReviewError> {
  return safeTry(async function* () {
    const changed = new Map<CommitId, readonly FileChange[]>()
    const tooLarge = new Set<CommitId>()
    const skip = (commit: Commit, changes: CommitChanges): string | undefined => {
      const files = changes.files.filter(({ newPath, oldPath }) => filter.isAsked(newPath ?? oldPath ?? ''))
      if (filter.isNarrow && files.length === 0) return 'It changed nothing of what is asked about.'
      changed.set(commit.id, changes.files)
      const standing = coverageOfNote(notes.get(commit.id))
      if (standing !== undefined) return undefined
      const reason = skipByChanges(commit, changes, OF_ANY_SIZE)
      if (reason !== undefined) count.add(commit, 'nothing_to_record', changes.files)
      else if (skipByChanges(commit, changes, { maxDiffLines }) !== undefined) tooLarge.add(commit.id)
      return reason
    }
    const settled = [...notes].filter(([, note]) => coverageOfNote(note) !== undefined)
    const named = new Map(settled.map(([commit, note]) => [commit, filesOf(note)]))
    const wants = (commit: CommitId, { oldPath, newPath }: FileChange): boolean => {
      const files = named.get(commit)
      return files === undefined || [oldPath, newPath].some((path) => path !== undefined && files.has(path))
    }
    for await (const gathered of gatherCommits(seams, portion, { ...call, skip, wants })) {
      const { commit, context, diagnostics } = yield* gathered
      // An unreadable large file matters only if a note is about it.
      if (notes.has(commit)) diagnostics.forEach(report)
      if (context === undefined) continue
      const note = notes.get(commit)
      const standing =
        coverageOfNote(note) ??
        (skipByContent(context) !== undefined
          ? 'nothing_to_record'
          : commitsWithoutFindings.has(commit)
            ? 'nothing_found'
            : 'unannotated')
      count.add(context.commit, standing, changed.get(commit) ?? [], !tooLarge.has(commit))
      if (note === undefined) continue
      for (const problem of yield* changeFindings(note, context, call))
        if (await filter.concerns(problem)) findings.add(problem)
    }
    return ok()
  })
}

/** Returns the files that a note mentions or cites. */
function filesOf(note: RecordedNote): ReadonlySet<string> {
  const regions = liveRegions(note)
  const files = regions.flatMap(({ file, evidence }) => [file, ...evidence.map((cited) => cited.file)])
  return new Set(files.filter((file) => file !== undefined))
}

/** Counts commits by their notes alone, without reading the changes. */
function countPortion(
  portion: readonly CommitId[],
  notes: ReadonlyMap<CommitId, RecordedNote>,
  count: CoverageCount,
  { git }: ReviewServices,
  call: CallOptions,
): ResultAsync<void, ReviewError> {
  return git.readCommits(portion, call).map((found) => {
    for (const id of portion) {
      const commit = found.get(id)
      if (commit !== undefined) count.add(commit, coverageOfNote(notes.get(id)) ?? 'unannotated', [])
    }
  })
}
