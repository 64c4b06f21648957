import type { GitError } from '@chronicle/core/contracts'
import {
  ok,
  omitUndefined,
  safeTry,
  type BlobId,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { comparePairs, parseRawRow, RAW_OPTIONS } from './compare-pairs.ts'
import type { RawRow } from './compared-row.ts'
import { fetchMissingTrees } from './fetch-missing-trees.ts'
import type { ParentPair } from './followed-name.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/** A commit that `git log` lists for a path, with the file in the commit and in its parents. */
export interface ListedRevision {
  readonly commit: CommitId
  readonly parents: readonly CommitId[]
  /** Committer time in seconds. */
  readonly committedAt: number
  /** Absent if the path is not a file: nothing, a folder or a submodule. */
  readonly blob?: BlobId
  /** One for each parent, `undefined` if the path is not a file there. */
  readonly parentBlobs: readonly (BlobId | undefined)[]
}

/** The path and the part of the history to list. */
export interface ListRequest {
  readonly starts: readonly CommitId[]
  /** Commits to omit together with their ancestors. */
  readonly exclude: readonly CommitId[]
  readonly path: RepoPath
  /** Committer time in seconds. */
  readonly since: number | undefined
}

type ListedCommit = Pick<ListedRevision, 'commit' | 'parents' | 'committedAt'>

/**
 * Returns the arguments and the input of `git log` and `git rev-list` for a part of the history. The commits are in the
 * input, because a command line holds only a few hundred.
 */
export function walkArguments({ exclude, starts, path, since }: ListRequest): {
  readonly args: readonly string[]
  readonly input: string
} {
  // With a time zone, because git does not read a short number without one as seconds.
  const limits = since === undefined ? [] : [`--since=@${Math.max(0, Math.ceil(since))} +0000`]
  // Without the suffix, git lists no commits for an object of another type and reports no error.
  const commits = [...starts.map((start) => `${start}^{commit}`), ...exclude.map((id) => `^${id}`)]
  return { args: [...limits, '--stdin', '--', path], input: commits.map((commit) => `${commit}\n`).join('') }
}

/**
 * Returns the commits of `git log -- path` in its order. A second command compares merges with their parents: any
 * option that makes `git log` do so also makes it list merges that took the file from a parent.
 *
 * Stops git early if the history had no branches so far and `isFirst` reports that nothing before the added file is
 * needed. Git would otherwise search all of the history for an earlier file of the same name.
 */
export function listRevisions(
  repository: Repository,
  request: ListRequest,
  isFirst: (revision: ListedRevision) => ResultAsync<boolean, GitError>,
): ResultAsync<readonly ListedRevision[], GitError> {
  return safeTry(async function* () {
    yield* fetchMissingTrees(repository, request.starts)
    const walk = walkArguments(request)
    const args = [
      ...['log', '--format=%x01%H %ct %P', '--root', '--no-renames', '--no-show-signature', '--no-notes'],
      ...RAW_OPTIONS,
      ...walk.args,
    ]
    const listed: ListedRevision[] = []
    let commit: ListedCommit | undefined
    let row: RawRow | undefined
    let branched = request.starts.length > 1
    for await (const fields of readBatches(repository, { args, input: walk.input, end: '\0' })) {
      for (const field of yield* fields) {
        if (row !== undefined) {
          // If the path is a folder, git also lists the paths below it.
          const [revision] = commit !== undefined && field === request.path ? asRevision(commit, [row]) : []
          row = undefined
          if (revision === undefined) continue
          listed.push(revision)
          if (!branched && revision.parentBlobs[0] === undefined && (yield* isFirst(revision))) return ok(listed)
          continue
        }
        row = parseRawRow(field)
        if (row !== undefined) continue
        commit = parseCommitLine(field)
        if (commit.parents.length < 2) continue
        branched = true
        listed.push({ ...commit, parentBlobs: [] })
      }
    }
    return compareMerges(repository, listed, request)
  })
}

function parseCommitLine(field: string): ListedCommit {
  const [id, time, ...parents] = field
    .slice(field.indexOf('\u0001') + 1)
    .trimEnd()
    .split(' ')
  return { commit: id as CommitId, committedAt: Number(time), parents: parents as CommitId[] }
}

function compareMerges(
  repository: Repository,
  listed: readonly ListedRevision[],
  { path }: ListRequest,
): ResultAsync<readonly ListedRevision[], GitError> {
  return safeTry(async function* () {
    const merges = listed.filter(({ parents }) => parents.length > 1)
    const pairs = merges.flatMap(({ commit, parents }) => parents.map((parent): ParentPair => [commit, parent]))
    const rows = new Map<string, RawRow>()
    for await (const compared of comparePairs(repository, pairs, { options: ['--no-renames'], path })) {
      for (const { pair, row, paths } of yield* compared) if (paths[0] === path) rows.set(pair.join(' '), row)
    }
    return ok(
      listed.flatMap((revision) => {
        const { commit, parents } = revision
        if (parents.length < 2) return [revision]
        return asRevision(
          revision,
          parents.map((parent) => rows.get(`${commit} ${parent}`)),
        )
      }),
    )
  })
}

/**
 * Builds a revision from the comparisons with the parents. Returns none if the path is not a file before and after: a
 * merge that differs only from parents other than the first just joins histories.
 */
function asRevision(
  { commit, parents, committedAt }: ListedCommit,
  rows: readonly (RawRow | undefined)[],
): readonly ListedRevision[] {
  const [first] = rows
  if ((first?.before ?? first?.after) === undefined) return []
  return [
    {
      ...{ commit, parents, committedAt },
      ...omitUndefined({ blob: first?.after }),
      parentBlobs: parents.map((_, index) => rows[index]?.before),
    },
  ]
}
