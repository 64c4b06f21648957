import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { err, ok, safeTry, type CodedError, type RepoPath, type ResultAsync } from '@chronicle/schema'
import {
  codedError,
  type CallOptions,
  type GitBackend,
  type GitError,
  type RepositoryInfo,
} from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'

/** The context for resolving paths. */
export interface PathContext {
  readonly git: GitBackend
  readonly repository: RepositoryInfo
  /** Absolute path: the working folder of the command. */
  readonly dir: string
  /** The revision at which a path may exist, besides the working tree. */
  readonly revision: string
  readonly call: CallOptions
}

/** An argument resolved as a path. */
export interface FoundPath {
  /** `undefined`: outside the repository. Empty: the repository itself. */
  readonly path: RepoPath | undefined
  /** Whether it exists in the working tree or at the revision. */
  readonly exists: boolean
}

/**
 * Resolves an argument to a path: relative to the current folder, as in git, or else relative to the top of the
 * repository, as in answers; the first one that exists. Absolute paths inside the working tree are allowed.
 */
export function findPath(word: string, context: PathContext): ResultAsync<FoundPath, GitError> {
  return safeTry(async function* () {
    const candidates = candidatePaths(word, context)
    for (const path of candidates) {
      const there = yield* exists(path, context)
      if (there) return ok({ path, exists: true })
    }
    return ok({ path: candidates[0], exists: false })
  })
}

/** Like `findPath`, but does not check whether the path exists if there is only one candidate. */
export function resolvePath(word: string, context: PathContext): ResultAsync<RepoPath | undefined, GitError> {
  return safeTry(async function* () {
    const candidates = candidatePaths(word, context)
    if (candidates.length < 2) return ok(candidates[0])
    return (await findPath(word, context)).map(({ path }) => path)
  })
}

/** Resolves arguments to paths, all of which must be inside the repository. */
export function pathsInside(
  words: readonly string[],
  context: PathContext,
): ResultAsync<readonly RepoPath[], CodedError> {
  return safeTry(async function* () {
    const paths: RepoPath[] = []
    for (const word of words) {
      const found = yield* resolvePath(word, context)
      if (found === undefined) return err(outsideRepository(word, context))
      paths.push(found)
    }
    return ok(paths)
  })
}

/** Returns the error for an argument that names a path outside the repository. */
export function outsideRepository(word: string, { repository, dir }: PathContext): CodedError<'invalid_path'> {
  const top = showName(repository.worktreeDir ?? dir)
  return codedError('invalid_path', `'${showName(word)}' is outside the repository at ${top}.`, {
    data: { path: word },
  })
}

function candidatePaths(word: string, { repository, dir }: PathContext): readonly RepoPath[] {
  const top = repository.worktreeDir
  if (word.includes('\0')) return []
  // A bare repository has no working folders.
  if (top === undefined) return isAbsolute(word) ? [] : below('/', join('/', word))
  if (!isAbsolute(word)) {
    const here = below(top, resolve(top, repository.prefix, word))
    const dotted = word === '.' || word === '..' || /^\.\.?[/\\]/u.test(word)
    return repository.prefix === '' || dotted ? here : [...here, ...below(top, resolve(top, word))]
  }
  const direct = below(top, resolve(word))
  if (direct.length > 0) return direct
  // It may be the same folder by another name: git reports the working tree with symbolic links resolved.
  const parent = realFolder(dirname(resolve(dir, word)))
  return below(realFolder(top), join(parent, lastSegment(word)))
}

function below(top: string, path: string): readonly RepoPath[] {
  const inside = relative(top, path)
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return []
  return [inside.split(sep).join('/') as RepoPath]
}

function lastSegment(path: string): string {
  return path.split(sep).findLast((segment) => segment !== '') ?? ''
}

/** Resolves symbolic links in as much of the path as exists. */
function realFolder(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realFolder(parent), lastSegment(path))
  }
}

function exists(path: RepoPath, context: PathContext): ResultAsync<boolean, GitError> {
  return safeTry(async function* () {
    const { git, repository, call } = context
    if (path === '') return ok(true)
    if (repository.worktreeDir !== undefined) {
      if (isThere(join(repository.worktreeDir, path))) return ok(true)
    }
    const commit = yield* git.resolve(context.revision, call)
    if (commit === undefined) return ok(false)
    return git.readFile({ commit }, path, call).map((file) => file !== undefined)
  })
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // A parent of the path is a file, or the name is too long, so nothing exists there.
    return false
  }
}
