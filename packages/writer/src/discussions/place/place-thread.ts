import {
  err,
  ok,
  omitUndefined,
  parseRepoPath,
  safeTry,
  type CommitId,
  type LineRange,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type {
  CallOptions,
  DiscussionThread,
  FileChange,
  GitBackend,
  GitError,
  MergedChange,
  ThreadPlace,
} from '@chronicle/core/contracts'
import { fileText } from '../../gather/file-text.ts'
import type { PlacedThread } from '../commit-discussion.ts'
import type { LandedChange } from '../landing/land-change.ts'
import { carryByHunk, carryByText, type CarriedLines } from './carry-lines.ts'
import { hunkLines } from './hunk-lines.ts'

/** A thread, and the commit that wrote the lines it is about. */
export interface ThreadOfCommit {
  readonly commit: CommitId
  readonly placed: PlacedThread
}

/** Dependencies of `placeThread`. */
export interface PlacingServices {
  readonly git: GitBackend
  /** The files that the change as a whole changed, for detecting renames. */
  readonly files: readonly FileChange[]
}

/**
 * Places a thread in the files after a change, and finds the commit of the change that wrote the lines. Lines are
 * carried from the commit that was reviewed, otherwise found by the diff hunk that the host kept. `undefined`: the file
 * or the lines cannot be found. It never guesses.
 */
export function placeThread(
  seams: PlacingServices,
  change: MergedChange,
  landed: LandedChange,
  thread: DiscussionThread,
  call: CallOptions,
): ResultAsync<ThreadOfCommit | undefined, GitError> {
  return safeTry(async function* () {
    const { place } = thread
    if (place === undefined) return ok(undefined)
    const found = yield* landedFile(seams, place.path, landed.tip, call)
    if (found === undefined) return ok(undefined)
    const { path, lines: text } = found
    if (place.lines === undefined) {
      const commit = await lastCommitOf(seams.git, path, landed, call)
      return commit.map((id) => ({ commit: id, placed: { thread, path } }))
    }
    const carried = yield* carryPlace(seams.git, { ...place, lines: place.lines }, change, text, call)
    if (carried === undefined) return ok(undefined)
    const { lines, near } = carried
    const written = await writtenBy(seams.git, path, lines, landed, call)
    return written.map((by) => ({
      commit: by.commit,
      placed: { thread, path: by.path, lines: by.lines, ...omitUndefined({ near }) },
    }))
  })
}

interface LandedFile {
  readonly path: RepoPath
  readonly lines: readonly string[]
}

function landedFile(
  { git, files }: PlacingServices,
  named: string,
  tip: CommitId,
  call: CallOptions,
): ResultAsync<LandedFile | undefined, GitError> {
  return safeTry(async function* () {
    const asked = parseRepoPath(named).unwrapOr(undefined)
    if (asked === undefined) return ok(undefined)
    const renamed = files.find(({ oldPath, newPath }) => oldPath === asked && newPath !== undefined)?.newPath
    for (const path of renamed === undefined ? [asked] : [asked, renamed]) {
      const lines = yield* linesOf(git, tip, path, call)
      if (lines !== undefined) return ok({ path, lines })
    }
    return ok(undefined)
  })
}

function linesOf(
  git: GitBackend,
  commit: CommitId,
  path: RepoPath,
  call: CallOptions,
): ResultAsync<readonly string[] | undefined, GitError> {
  return safeTry(async function* () {
    const file = await git.readFile({ commit }, path, call)
    if (file.isErr()) return file.error.code === 'file_too_large' ? ok(undefined) : err(file.error)
    if (file.value?.kind !== 'file') return ok(undefined)
    return ok(fileText(file.value.id, file.value.bytes)?.lines)
  })
}

function carryPlace(
  git: GitBackend,
  place: ThreadPlace & { readonly lines: LineRange },
  { headCommit }: MergedChange,
  to: readonly string[],
  call: CallOptions,
): ResultAsync<CarriedLines | undefined, GitError> {
  return safeTry(async function* () {
    const { commit, hunk = '', lines, side } = place
    const path = parseRepoPath(place.path).unwrapOr(undefined)
    if (commit !== undefined && path !== undefined) {
      const read = yield* git.readCommits([commit as CommitId], call)
      const from = yield* read.size === 0 ? ok(undefined) : await linesOf(git, commit as CommitId, path, call)
      if (from !== undefined) return ok(carryByText(from, to, lines))
    }
    const shown = hunkLines(hunk, side)
    if (shown.length > 0) return ok(carryByHunk(shown, to, lines))
    // Without the commit and the hunk, only lines of the last proposed state are known.
    return ok(side === 'new' && commit === headCommit && lines.end <= to.length ? { lines } : undefined)
  })
}

interface WrittenLines {
  readonly commit: CommitId
  readonly path: RepoPath
  readonly lines: LineRange
}

/**
 * Returns the commit of a change that wrote most of some lines, with their place there; otherwise the tip of the
 * change.
 */
function writtenBy(
  git: GitBackend,
  path: RepoPath,
  lines: LineRange,
  { commits, tip }: LandedChange,
  call: CallOptions,
): ResultAsync<WrittenLines, GitError> {
  return safeTry(async function* () {
    const whole = { commit: tip, path, lines }
    const isLast = commits.length === 1 && commits[0] === tip
    if (git.blame === undefined || isLast) return ok(whole)
    const blamed = yield* git.blame({ at: { commit: tip }, path, ranges: [lines] }, call)
    const own = new Set<CommitId>(commits)
    const shares = new Map<CommitId, WrittenLines & { count: number }>()
    for (const { commit, original, originalPath } of blamed) {
      if (commit === undefined || !own.has(commit)) continue
      const known = shares.get(commit)
      const start = Math.min(known?.lines.start ?? original.start, original.start)
      const end = Math.max(known?.lines.end ?? original.end, original.end)
      const count = (known?.count ?? 0) + original.end - original.start + 1
      shares.set(commit, { commit, path: originalPath, lines: { start, end }, count })
    }
    const [most] = [...shares.values()].toSorted((a, b) => b.count - a.count)
    return ok(most === undefined ? whole : { commit: most.commit, path: most.path, lines: most.lines })
  })
}

/** Returns the last commit of a change that touched a file. */
function lastCommitOf(
  git: GitBackend,
  path: RepoPath,
  { commits, tip }: LandedChange,
  call: CallOptions,
): ResultAsync<CommitId, GitError> {
  return safeTry(async function* () {
    if (commits.length < 2 || git.changesOf === undefined) return ok(commits[0] ?? tip)
    const changes = await git.changesOf(commits, call)
    return changes.map((all) => {
      const touching = all
        .filter(({ files }) => files.some(({ newPath }) => newPath === path))
        .map(({ commit }) => commit)
      return commits.findLast((commit) => touching.includes(commit)) ?? tip
    })
  })
}
