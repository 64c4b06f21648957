import { ok, safeTry, type CommitId, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import type {
  CallOptions,
  DiscussionSource,
  FileChange,
  GitBackend,
  GitError,
  MergedChange,
} from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
import { changeSize } from '../../text/hunks.ts'
import type { CommitDiscussion, PlacedThread } from '../commit-discussion.ts'
import { landChange, type LandedChange, type LandingServices } from '../landing/land-change.ts'
import { placeThread } from '../place/place-thread.ts'
import { threadOutcome } from '../speech/thread-outcome.ts'
import type { ImportError, ThreadCounts } from './discussion-event.ts'

/** A change with the discussions to store on its commits. */
export interface PreparedChange {
  readonly change: MergedChange
  /** Absent if none of its commits was found. */
  readonly landed?: LandedChange
  readonly discussions: ReadonlyMap<CommitId, CommitDiscussion>
  readonly threads: ThreadCounts
  readonly diagnostics: readonly Diagnostic[]
}

/** Dependencies of `prepareChange`. */
export interface PrepareServices extends LandingServices {
  readonly source: DiscussionSource
  readonly template: ReadonlySet<string>
}

export const NO_THREADS: ThreadCounts = { all: 0, quoted: 0, program: 0, no_reason: 0, unsettled: 0, unplaced: 0 }

/** Finds the commits of a change, requests its discussion, and assigns the discussion to the commits. */
export function prepareChange(
  seams: PrepareServices,
  change: MergedChange,
  call: CallOptions,
): ResultAsync<PreparedChange, ImportError> {
  return safeTry(async function* () {
    const { git, source, template } = seams
    const proposed = yield* source.listCommits(change, call)
    const landed = yield* landChange(seams, change, proposed.commits, call)
    if (landed === undefined) {
      return ok({ change, discussions: new Map(), threads: NO_THREADS, diagnostics: [] })
    }
    const listed = yield* source.listThreads(change, call)
    const { threads } = listed
    const diagnostics = [...listed.diagnostics, ...missingCommits(change, landed, proposed.cutOff === true)]
    const counts = { ...NO_THREADS }
    const placed = new Map<CommitId, PlacedThread[]>()
    const files = yield* threads.some(({ place }) => place !== undefined)
      ? await changedFiles(git, landed, call)
      : ok([])
    for (const thread of threads.filter(({ place }) => place !== undefined)) {
      counts.all++
      const outcome = threadOutcome(thread, change.author)
      if (typeof outcome === 'string') {
        counts[outcome]++
        continue
      }
      const place = yield* placeThread({ git, files }, change, landed, thread, call)
      if (place === undefined) {
        counts.unplaced++
        diagnostics.push(unplaced(change, thread.remarks[0]?.url ?? change.url, thread.place?.path ?? ''))
        continue
      }
      counts.quoted++
      placed.set(place.commit, [...(placed.get(place.commit) ?? []), place.placed])
    }
    const main = yield* landed.whole === undefined ? await mainCommit(git, landed, change, call) : ok(landed.whole)
    const remarks = threads.filter(({ place }) => place === undefined).flatMap((thread) => thread.remarks)
    const whole = { template, remarks: remarks.toSorted((a, b) => a.at - b.at) }
    const discussions = new Map<CommitId, CommitDiscussion>([[main, { change, whole, threads: [] }]])
    for (const [commit, ofCommit] of placed) {
      discussions.set(commit, { ...(discussions.get(commit) ?? { change }), threads: ofCommit })
    }
    return ok({ change, landed, discussions, threads: counts, diagnostics })
  })
}

/**
 * Returns the files that the change as a whole changed, compared with the parent of its first commit or, for a merge,
 * with its base.
 */
function changedFiles(
  git: GitBackend,
  { commits, how, tip }: LandedChange,
  call: CallOptions,
): ResultAsync<readonly FileChange[], GitError> {
  return safeTry(async function* () {
    const first = how === 'merge' ? tip : (commits[0] ?? tip)
    const read = yield* git.readCommits([first], call)
    const [base] = read.get(first)?.parents ?? []
    if (git.diff === undefined) return ok([])
    const files = await git.diff({ from: base === undefined ? 'EMPTY' : { commit: base }, to: { commit: tip } }, call)
    // The parent of a shallow clone's oldest commit is missing, so renames are unknown.
    return files.isErr() && files.error.code === 'missing_object' ? ok([]) : files
  })
}

/** Of several commits, returns the one with the title of the change, otherwise the one with the most changed lines. */
function mainCommit(
  git: GitBackend,
  { commits, tip }: LandedChange,
  { title }: MergedChange,
  call: CallOptions,
): ResultAsync<CommitId, GitError> {
  return safeTry(async function* () {
    const read = yield* git.readCommits(commits, call)
    const titled = commits.find((id) => subjectOf(read.get(id)?.message ?? '') === title.trim())
    if (titled !== undefined || git.changesOf === undefined) return ok(titled ?? tip)
    const changes = await git.changesOf(commits, call)
    return changes.map((all) => {
      const sizes = all.map(({ commit, files }) => ({
        commit,
        lines: files.reduce((sum, file) => sum + changeSize(file), 0),
      }))
      return sizes.toSorted((a, b) => b.lines - a.lines)[0]?.commit ?? tip
    })
  })
}

function missingCommits({ label }: MergedChange, { missing }: LandedChange, cutOff: boolean): readonly Diagnostic[] {
  if (missing === 0 && !cutOff) return []
  const message = cutOff
    ? `The host lists only the first commits of ${label}; what was said is recorded on those that were found.`
    : `${missing} of the commits of ${label} were not found; what was said is recorded on the others.`
  return [{ code: 'commits_not_found', severity: 'info', message }]
}

function unplaced({ label }: MergedChange, url: string, path: string): Diagnostic {
  const message = `A thread of ${label} gives a reason, and its lines are not in what was merged: ${url}`
  return { code: 'thread_not_placed', severity: 'info', message, path }
}
