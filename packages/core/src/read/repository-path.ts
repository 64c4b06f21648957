import { isUtf8Path, type RepoPath } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadError } from './read-error.ts'

/**
 * A path without `.` and a slash at its end; `''` for the top, `undefined` for what leaves the repository, and for what
 * a program without types gives instead of a text.
 */
export function repositoryPath(path: unknown): RepoPath | '' | undefined {
  if (typeof path !== 'string') return undefined
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (path.startsWith('/') || path.includes('\0') || !isUtf8Path(path) || segments.includes('..')) return undefined
  return segments.join('/') as RepoPath | ''
}

/** Says that a path names nothing in the repository. */
export function outsideRepository(path: unknown): ReadError {
  const advice =
    typeof path !== 'string' || isUtf8Path(path)
      ? 'Give it relative to the repository root.'
      : 'Its name is no UTF-8, and files with such names cannot be told from one another.'
  const message = `Not a path inside the repository: ${JSON.stringify(path)}. ${advice}`
  return codedError('invalid_path', message, { data: { path } })
}
