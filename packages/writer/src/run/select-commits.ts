import { err, ok, type CodedError, type CommitId, type Diagnostic, type RepoPath, type Result } from '@chronicle/schema'
import { codedError, type CallOptions, type GitBackend, type GitError } from '@chronicle/core/contracts'
import { mostBlamed } from './most-blamed.ts'

/** Which commits to annotate. */
export interface CommitSelection extends CallOptions {
  /** A revision, or `a..b`: what is reachable from `b` and not from `a`. Default `HEAD`. */
  readonly range?: string
  /** Seconds since the epoch: older commits, by committer time, are left out. */
  readonly since?: number
  /** Only commits that changed this file, or something below this folder. */
  readonly path?: RepoPath
  /** Default: all. Merges are listed and do not count: most of them have nothing of their own to say. */
  readonly limit?: number
  /**
   * `newest`: by committer time. `most_blamed`: those that most lines of the files are from, as far as a sample of the
   * files tells. Default `newest`.
   */
  readonly order?: 'newest' | 'most_blamed'
  /** Files that are blamed for `most_blamed`. Default 200. */
  readonly maxFiles?: number
}

/** The commits, in the order in which they are worth annotating. */
export interface SelectedCommits {
  readonly commits: readonly CommitId[]
  /** What the selection leaves out for the cost of it. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Why commits could not be selected. */
export type SelectError = GitError | CodedError<'revision_not_found'>

const DEFAULT_MAX_FILES = 200

/** Lists the commits to annotate. */
export async function selectCommits(
  { git }: { readonly git: GitBackend },
  selection: CommitSelection = {},
): Promise<Result<SelectedCommits, SelectError>> {
  const { range = 'HEAD', limit = Infinity, order = 'newest', signal } = selection
  const call: CallOptions = signal === undefined ? {} : { signal }
  const [, excluded, included] = /^(.*?)\.\.(.*)$/s.exec(range) ?? [undefined, undefined, range]
  const tip = await resolve(git, included === '' ? 'HEAD' : included, call)
  if (tip.isErr()) return err(tip.error)
  const base = excluded === undefined ? ok(undefined) : await resolve(git, excluded === '' ? 'HEAD' : excluded, call)
  if (base.isErr()) return err(base.error)
  const listed = await listCommits(git, tip.value, base.value, selection, order === 'newest' ? limit : Infinity, call)
  if (listed.isErr() || order === 'newest') return listed.map(({ commits }) => ({ commits, diagnostics: [] }))
  const maxFiles = selection.maxFiles ?? DEFAULT_MAX_FILES
  const blamed = await mostBlamed(git, { at: tip.value, path: selection.path, maxFiles }, call)
  if (blamed.isErr()) return err(blamed.error)
  const { merges } = listed.value
  const among = new Set(listed.value.commits)
  const first = blamed.value.commits.filter((commit) => among.has(commit))
  // Those that no line of the sample is from come after, newest first.
  const commits = upTo(limit, [...new Set([...first, ...listed.value.commits])], merges)
  return ok({ commits, diagnostics: blamed.value.diagnostics })
}

async function resolve(git: GitBackend, revision: string, call: CallOptions): Promise<Result<CommitId, SelectError>> {
  const commit = await git.resolve(revision, call)
  if (commit.isErr()) return err(commit.error)
  if (commit.value !== undefined) return ok(commit.value)
  const message = `Unknown revision: ${JSON.stringify(revision)}. Give a branch, a tag or a commit id, or a range such as main..HEAD.`
  return err(codedError('revision_not_found', message, { data: { revision } }))
}

/** The first commits, merges among them, of which a number are no merges. */
function upTo(limit: number, commits: readonly CommitId[], merges: ReadonlySet<CommitId>): readonly CommitId[] {
  let left = limit
  const end = commits.findIndex((commit) => !merges.has(commit) && left-- === 0)
  return end === -1 ? commits : commits.slice(0, end)
}

interface ListedCommits {
  readonly commits: readonly CommitId[]
  readonly merges: ReadonlySet<CommitId>
}

async function listCommits(
  git: GitBackend,
  from: CommitId,
  exclude: CommitId | undefined,
  { path, since = -Infinity }: CommitSelection,
  limit: number,
  call: CallOptions,
): Promise<Result<ListedCommits, GitError>> {
  const among = exclude === undefined ? ok(undefined) : await commitsBetween(git, exclude, from, call)
  if (among.isErr()) return err(among.error)
  const left = among.value
  const commits: CommitId[] = []
  const merges = new Set<CommitId>()
  if (left?.size === 0) return ok({ commits, merges })
  try {
    const request = { from, ...(path === undefined ? {} : { path }) }
    for await (const { id, parents, committedAt } of git.log(request, call)) {
      const isAmong = left === undefined || left.delete(id)
      if (isAmong && committedAt >= since) {
        commits.push(id)
        if (parents.length > 1) merges.add(id)
      }
      if (commits.length - merges.size >= limit || left?.size === 0) break
    }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (isGitError(cause)) return err(cause)
    throw error
  }
  if (call.signal?.aborted === true) return err(codedError('aborted', 'Listing commits was aborted.'))
  return ok({ commits, merges })
}

/** What is reachable from one commit and not from another: its cost is that of what is between them. */
async function commitsBetween(
  git: GitBackend,
  exclude: CommitId,
  from: CommitId,
  call: CallOptions,
): Promise<Result<Set<CommitId>, GitError>> {
  if (git.history === undefined) {
    const message = `The git backend ${git.name} cannot tell what is in a range. Add withBlame of @chronicle/blame to it.`
    return err(codedError('unsupported', message))
  }
  const between = await git.history({ from, exclude: [exclude] }, call)
  return between.map((entries) => new Set(entries.map(({ id }) => id)))
}

function isGitError(value: unknown): value is GitError {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value
}
