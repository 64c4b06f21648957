import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type CommitId,
  type Diagnostic,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import {
  codedError,
  requireKnownArguments,
  requireCommit,
  visitLog,
  type ArgumentKind,
  type CallOptions,
  type GitBackend,
  type GitError,
} from '@chronicle/core/contracts'
import { mostBlamed } from './most-blamed.ts'

/** Which commits to annotate. */
export interface CommitSelection extends CallOptions {
  /** A revision, or `a..b`: the commits reachable from `b` but not from `a`. Default `HEAD`. */
  readonly range?: string | undefined
  /** Skips commits older than this by committer time, in seconds since the epoch. */
  readonly since?: number | undefined
  /** Only commits that changed this file, or a file below this folder. */
  readonly path?: RepoPath | undefined
  /**
   * Maximum number of commits. Default: all. Merges are listed but not counted, because most have no changes of their
   * own.
   */
  readonly limit?: number | undefined
  /**
   * `newest`: by committer time. `most_blamed`: by the number of current lines that come from the commit, estimated
   * from a sample of files. Default `newest`.
   */
  readonly order?: 'newest' | 'most_blamed' | undefined
  /** Maximum number of files to blame for `most_blamed`. Default 200. */
  readonly maxFiles?: number | undefined
}

/** The selected commits, in the order in which to annotate them. */
export interface SelectedCommits {
  readonly commits: readonly CommitId[]
  /** Reports what the selection leaves out because of its cost. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Why commits could not be selected. */
export type SelectError = GitError | CodedError<'revision_not_found' | 'invalid_query'>

const DEFAULT_MAX_FILES = 200

const KINDS: { readonly [Name in keyof Required<CommitSelection>]: ArgumentKind | undefined } = {
  range: 'text?',
  since: 'time?',
  path: 'text?',
  limit: 'count?',
  maxFiles: 'count?',
  order: 'text?',
  signal: 'object?',
  onProgress: undefined,
}

/** Lists the commits to annotate. An invalid option is `invalid_query`. */
export function selectCommits(
  { git }: { readonly git: GitBackend },
  selection: CommitSelection = {},
): ResultAsync<SelectedCommits, SelectError> {
  return safeTry(async function* () {
    yield* requireKnownArguments(selection, KINDS, 'invalid_query')
    const { range = 'HEAD', limit = Infinity, order = 'newest', signal } = selection
    const call: CallOptions = omitUndefined({ signal })
    const [, excluded, included] = /^(.*?)\.\.(.*)$/s.exec(range) ?? [undefined, undefined, range]
    const tip = yield* resolve(git, included === '' ? 'HEAD' : included, call)
    const base = yield* excluded === undefined
      ? ok(undefined)
      : await resolve(git, excluded === '' ? 'HEAD' : excluded, call)
    const listed = await listCommits(git, tip, base, selection, order === 'newest' ? limit : Infinity, call)
    if (listed.isErr() || order === 'newest') return listed.map(({ commits }) => ({ commits, diagnostics: [] }))
    const maxFiles = selection.maxFiles ?? DEFAULT_MAX_FILES
    const blamed = yield* mostBlamed(git, { at: tip, path: selection.path, maxFiles }, call)
    const { merges } = listed.value
    const among = new Set(listed.value.commits)
    const first = blamed.commits.filter((commit) => among.has(commit))
    // Commits without any line in the sample follow, newest first.
    const commits = upTo(limit, [...new Set([...first, ...listed.value.commits])], merges)
    return ok({ commits, diagnostics: blamed.diagnostics })
  })
}

function resolve(git: GitBackend, revision: string, call: CallOptions): ResultAsync<CommitId, SelectError> {
  return requireCommit(git, revision, call, 'Give a branch, a tag or a commit id, or a range such as main..HEAD.')
}

/** Returns the first commits up to a limit that merges do not count towards. */
function upTo(limit: number, commits: readonly CommitId[], merges: ReadonlySet<CommitId>): readonly CommitId[] {
  let left = limit
  const end = commits.findIndex((commit) => !merges.has(commit) && left-- === 0)
  return end === -1 ? commits : commits.slice(0, end)
}

interface ListedCommits {
  readonly commits: readonly CommitId[]
  readonly merges: ReadonlySet<CommitId>
}

function listCommits(
  git: GitBackend,
  from: CommitId,
  exclude: CommitId | undefined,
  { path, since = -Infinity }: CommitSelection,
  limit: number,
  call: CallOptions,
): ResultAsync<ListedCommits, GitError> {
  return safeTry(async function* () {
    const left = yield* exclude === undefined ? ok(undefined) : await commitsBetween(git, exclude, from, call)
    const commits: CommitId[] = []
    const merges = new Set<CommitId>()
    if (left?.size === 0) return ok({ commits, merges })
    yield* visitLog(git, { from, ...omitUndefined({ path }) }, call, ({ id, parents, committedAt }) => {
      const isAmong = left === undefined || left.delete(id)
      if (isAmong && committedAt >= since) {
        commits.push(id)
        if (parents.length > 1) merges.add(id)
      }
      return commits.length - merges.size >= limit || left?.size === 0 ? 'stop' : undefined
    })
    return ok({ commits, merges })
  })
}

/** Returns the commits reachable from one commit but not from another, at the cost of the commits in between. */
function commitsBetween(
  git: GitBackend,
  exclude: CommitId,
  from: CommitId,
  call: CallOptions,
): ResultAsync<Set<CommitId>, GitError> {
  return safeTry(async function* () {
    if (git.history === undefined) {
      const message = `The git backend ${git.name} cannot tell what is in a range. Add withBlame of @chronicle/blame to it.`
      return err(codedError('unsupported', message))
    }
    const between = await git.history({ from, exclude: [exclude] }, call)
    return between.map((entries) => new Set(entries.map(({ id }) => id)))
  })
}
