import {
  codedError,
  type CallOptions,
  type Commit,
  type CommitChanges,
  type FileChange,
  type GitBackend,
  type GitError,
} from '@chronicle/core/contracts'
import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type CommitId,
  type LineRange,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { EvaluationCase } from '../cases/evaluation-case.ts'
import { isSourcePath } from '../cases/is-source-path.ts'
import { joinRanges } from '../line-ranges.ts'
import { ancestorIds } from '../run/ancestor-ids.ts'
import { shuffle } from '../seeded-random.ts'
import { changesCode } from './changes-code.ts'
import { rejectCommit, type MiningRejection } from './reject-commit.ts'
import { taskText } from './task-text.ts'

/** Options that select the commits to make cases of. */
export interface MineOptions extends CallOptions {
  /** The newest commit; it and its ancestors are examined. */
  readonly from: CommitId
  /** Name of the repository in the cases. */
  readonly repository: string
  /** Maximum number of cases. Absent: no limit. */
  readonly count?: number | undefined
  /** Returns numbers in [0, 1), which decide which commits are drawn. */
  readonly random: () => number
}

/** Cases from the history of a repository. */
export interface MinedCases {
  /** Cases in the order in which they were drawn. */
  readonly cases: readonly EvaluationCase[]
  /** Number of commits that were examined. */
  readonly looked: number
  /** Number of rejected commits, by reason. */
  readonly rejected: Readonly<Partial<Record<MiningRejection, number>>>
}

/** Number of commits read in one call. */
const BATCH = 100
/** Maximum number of source files that the solution of a task changes. */
const MAX_SOURCE_FILES = 6
/** Maximum number of files of any kind that the commit of a task changes. */
const MAX_FILES = 30

/**
 * Makes cases of commits: the task is the message, the gold is what the commit changed, and the base is its parent
 * commit. As in studies of bug localisation, it omits merges, bots, reverts, releases and dependency updates,
 * formatting, short messages, commits of many files, and commits that change no code of an existing source file. The
 * draw is uniform over the rest, and the same for the same history and random numbers.
 *
 * Fails with `unsupported` if the backend cannot report what commits changed.
 */
export function mineCases(git: GitBackend, options: MineOptions): ResultAsync<MinedCases, GitError> {
  return safeTry(async function* () {
    const { from, random, count = Infinity, signal, onProgress } = options
    const call: CallOptions = omitUndefined({ signal })
    const history = yield* ancestorIds(git, from, call)
    // The order of a history depends on the backend; ids are the same everywhere.
    const ids = shuffle([...history].sort(), random)
    const rejected: Partial<Record<MiningRejection, number>> = {}
    const reject = (reason: MiningRejection): void => {
      rejected[reason] = (rejected[reason] ?? 0) + 1
    }
    const cases: EvaluationCase[] = []
    const tasks = new Set<string>()
    let looked = 0
    for (let at = 0; at < ids.length && cases.length < count; at += BATCH) {
      const batch = ids.slice(at, at + BATCH)
      for (const [id, outcome] of yield* readCandidates(git, batch, call)) {
        if (cases.length >= count) break
        looked++
        if (typeof outcome === 'string') {
          reject(outcome)
          continue
        }
        const made = yield* makeCase(git, id, outcome, options.repository, call)
        if (typeof made === 'string') reject(made)
        else if (tasks.has(made.task)) reject('duplicate')
        else {
          tasks.add(made.task)
          cases.push(made)
        }
      }
      onProgress?.({ step: 'mining', done: Math.min(at + BATCH, ids.length), total: ids.length })
    }
    return ok({ cases, looked, rejected })
  })
}

/** A commit that may become a task. */
interface Candidate {
  readonly commit: Commit
  readonly changes: CommitChanges
}

function readCandidates(
  git: GitBackend,
  ids: readonly CommitId[],
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, Candidate | MiningRejection>, GitError> {
  return safeTry(async function* () {
    if (git.changesOf === undefined) {
      return err(codedError('unsupported', `${git.name} cannot tell what commits changed, so no cases can be mined.`))
    }
    const commits = yield* git.readCommits(ids, call)
    const outcomes = new Map<CommitId, Candidate | MiningRejection>()
    const reasons = ids.map((id) => {
      const commit = commits.get(id)
      return { id, commit, reason: commit === undefined ? 'root' : rejectCommit(commit) } as const
    })
    const wanted = reasons.flatMap(({ id, reason }) => (reason === undefined ? id : []))
    const read = yield* git.changesOf(wanted, call)
    const changesById = new Map(read.map((changes) => [changes.commit, changes]))
    for (const { id, commit, reason } of reasons) {
      const changes = changesById.get(id)
      // At the edge of a shallow clone the changes are unknown, so the commit is treated as a root.
      const unknown = commit === undefined || changes === undefined || changes.cutOff === true
      outcomes.set(id, reason ?? (unknown ? 'root' : { commit, changes }))
    }
    return ok(outcomes)
  })
}

function makeCase(
  git: GitBackend,
  id: CommitId,
  { commit, changes }: Candidate,
  repository: string,
  call: CallOptions,
): ResultAsync<EvaluationCase | MiningRejection, GitError> {
  return safeTry(async function* () {
    const [base] = commit.parents
    if (base === undefined) return ok('root')
    if (changes.files.length > MAX_FILES) return ok('too_many_files')
    const source = changes.files.filter(
      ({ oldPath, kind, binary }) => oldPath !== undefined && kind === undefined && !binary && isSourcePath(oldPath),
    )
    if (source.length === 0) return ok('nothing_to_find')
    if (source.length > MAX_SOURCE_FILES) return ok('too_many_files')
    const blobs = source.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob].filter((blob) => blob !== undefined))
    const texts = yield* git.readBlobs([...new Set(blobs)], call)
    const text = (blob: FileChange['oldBlob']): string =>
      new TextDecoder().decode(blob === undefined ? undefined : texts.get(blob))
    const code = source.filter(
      ({ oldPath = '', oldBlob, newBlob, status }) =>
        status === 'deleted' || changesCode(oldPath, text(oldBlob), text(newBlob)),
    )
    if (code.length === 0) return ok('no_code_change')
    const goldFiles = source.flatMap(({ oldPath }) => oldPath ?? [])
    const goldLines = Object.fromEntries(
      source.flatMap(({ oldPath, hunks }): readonly [RepoPath, readonly LineRange[]][] =>
        oldPath === undefined || hunks.length === 0 ? [] : [[oldPath, touchedLines(hunks)]],
      ),
    )
    return ok({
      // `.` is this repository, which has no name.
      id: repository === '.' ? id.slice(0, 12) : `${repository}-${id.slice(0, 12)}`,
      repository,
      base,
      task: taskText(commit.message),
      goldFiles,
      goldLines,
      source: 'mined',
    })
  })
}

/** Returns deleted lines, and for a pure insertion the line before it. */
function touchedLines(hunks: FileChange['hunks']): readonly LineRange[] {
  return joinRanges(
    hunks.flatMap(({ old: { start, count } }) => {
      if (count > 0) return [{ start, end: start + count - 1 }]
      return start > 0 ? [{ start, end: start }] : []
    }),
  )
}
