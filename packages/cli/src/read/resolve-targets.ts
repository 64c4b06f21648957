import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { err, ok, type CodedError, type RepoPath, type Result } from '@chronicle/schema'
import {
  codedError,
  type CallOptions,
  type GitBackend,
  type GitError,
  type RepositoryInfo,
} from '@chronicle/core/contracts'

/** What the arguments of `read` stand for. */
export interface ReadTargets {
  readonly files: readonly RepoPath[]
  readonly anchor?: string
  /** The last argument was taken for the anchor because it is no file. */
  readonly guessed?: true
}

export interface TargetContext {
  readonly git: GitBackend
  readonly repository: RepositoryInfo
  /** Absolute: the folder that the command works in. */
  readonly dir: string
  /** Where else than in the working tree a path may exist. */
  readonly revision: string
  readonly call: CallOptions
}

/**
 * Tells paths from the anchor: of two arguments or more, the last one is the anchor when it names no file, neither in
 * the working tree nor at the revision. `anchor` given as an option, and `pathsOnly` (a `--` was there), end the doubt.
 */
export async function resolveTargets(
  given: {
    readonly words: readonly string[]
    readonly anchor?: string | undefined
    readonly hasLines: boolean
    readonly pathsOnly: boolean
  },
  context: TargetContext,
): Promise<Result<ReadTargets, CodedError<'usage' | 'invalid_path'> | GitError>> {
  const { words, anchor } = given
  const last = words.at(-1)
  const inDoubt = anchor === undefined && !given.pathsOnly && words.length > 1
  if (!inDoubt || last === undefined) {
    return toRepoPaths(words, context).then((files) => files.map((paths) => ({ files: paths, ...present(anchor) })))
  }
  const known = await exists(last, context)
  if (known.isErr()) return err(known.error)
  if (!known.value && given.hasLines) {
    const message = `'${last}' is not a file, and an anchor cannot be combined with --lines. Leave one of them out.`
    return err(codedError('usage', message, { data: { argument: last } }))
  }
  const files = await toRepoPaths(known.value ? words : words.slice(0, -1), context)
  return files.map((paths) => (known.value ? { files: paths } : { files: paths, anchor: last, guessed: true }))
}

function present(anchor: string | undefined): { readonly anchor?: string } {
  return anchor === undefined ? {} : { anchor }
}

async function toRepoPaths(
  words: readonly string[],
  context: TargetContext,
): Promise<Result<readonly RepoPath[], CodedError<'invalid_path'>>> {
  const paths: RepoPath[] = []
  for (const word of words) {
    const path = await toRepoPath(word, context)
    if (path === undefined || path === '') {
      const top = context.repository.worktreeDir ?? context.dir
      const reason = path === '' ? 'is the whole repository; name files' : `is outside the repository at ${top}`
      return err(codedError('invalid_path', `'${word}' ${reason}.`, { data: { path: word } }))
    }
    paths.push(path)
  }
  return ok(paths)
}

/** As git takes paths: relative to the current folder, or absolute inside the working tree. `undefined`: outside. */
async function toRepoPath(word: string, { repository, dir }: TargetContext): Promise<RepoPath | undefined> {
  const top = repository.worktreeDir
  // A repository without files has no folders one could stand in.
  if (top === undefined) return isAbsolute(word) ? undefined : below('/', join('/', word), word)
  if (!isAbsolute(word)) return below(top, resolve(top, repository.prefix, word), word)
  const direct = below(top, resolve(word), word)
  if (direct !== undefined) return direct
  // The same folder by another name: git reports the working tree with symbolic links resolved.
  return below(await realFolder(top), join(await realFolder(dirname(resolve(dir, word))), lastSegment(word)), word)
}

function below(top: string, path: string, word: string): RepoPath | undefined {
  const inside = relative(top, path)
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) || word.includes('\0')) return undefined
  return inside.split(sep).join('/') as RepoPath
}

function lastSegment(path: string): string {
  return path.split(sep).findLast((segment) => segment !== '') ?? ''
}

/** Resolves symbolic links in as much of the path as exists. */
async function realFolder(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await realFolder(parent), lastSegment(path))
  }
}

async function exists(word: string, context: TargetContext): Promise<Result<boolean, GitError>> {
  const path = await toRepoPath(word, context)
  if (path === undefined) return ok(false)
  const { git, repository, call } = context
  if (repository.worktreeDir !== undefined) {
    const found = await lstat(join(repository.worktreeDir, path)).catch(() => undefined)
    if (found !== undefined) return ok(true)
  }
  const commit = await git.resolve(context.revision, call)
  if (commit.isErr()) return err(commit.error)
  if (commit.value === undefined) return ok(false)
  return git.readFile({ commit: commit.value }, path, call).map((file) => file !== undefined)
}
