import { err, ok, type CodedError, type RepoPath, type Result } from '@chronicle/schema'
import { codedError, type GitError } from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'
import { findPath, onlyPath, type PathContext } from './find-path.ts'

/** What the arguments of `read` stand for. */
export interface ReadTargets {
  readonly files: readonly RepoPath[]
  readonly anchor?: string
  /** The last argument was taken for the anchor because it is no file. */
  readonly guessed?: true
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
  context: PathContext,
): Promise<Result<ReadTargets, CodedError<'usage' | 'invalid_path'> | GitError>> {
  const { words, anchor, hasLines } = given
  const last = words.at(-1)
  if (last !== undefined && words.length > 1 && anchor === undefined && !given.pathsOnly) {
    const found = await findPath(last, context)
    if (found.isErr()) return err(found.error)
    if (!found.value.exists) {
      if (hasLines) return err(anchorAndLines(last))
      const files = await toPaths(words.slice(0, -1), context)
      return files.map((paths) => ({ files: paths, anchor: last, guessed: true }))
    }
  }
  const files = await toPaths(words, context)
  return files.map((paths) => ({ files: paths, ...(anchor === undefined ? {} : { anchor }) }))
}

async function toPaths(
  words: readonly string[],
  context: PathContext,
): Promise<Result<readonly RepoPath[], CodedError<'invalid_path'> | GitError>> {
  const paths: RepoPath[] = []
  for (const word of words) {
    const path = await onlyPath(word, context)
    if (path.isErr()) return err(path.error)
    if (path.value === undefined || path.value === '') return err(notAFile(word, path.value, context))
    paths.push(path.value)
  }
  return ok(paths)
}

function notAFile(
  word: string,
  path: RepoPath | undefined,
  { repository, dir }: PathContext,
): CodedError<'invalid_path'> {
  const top = repository.worktreeDir ?? dir
  const reason = path === '' ? 'is the whole repository; name files' : `is outside the repository at ${showName(top)}`
  return codedError('invalid_path', `'${showName(word)}' ${reason}.`, { data: { path: word } })
}

function anchorAndLines(word: string): CodedError<'usage'> {
  const message = `'${showName(word)}' is not a file, and an anchor cannot be combined with --lines. Leave one of them out.`
  return codedError('usage', message, { data: { argument: word } })
}
