import { isUtf8Path, type RepoPath } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadError } from './read-error.ts'

/**
 * Returns a path without `.` and without a trailing slash; `''` for the top. `undefined` for a path outside the
 * repository, and for a value that is not a string.
 */
export function repositoryPath(path: unknown): RepoPath | '' | undefined {
  if (typeof path !== 'string') return undefined
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (path.startsWith('/') || path.includes('\0') || !isUtf8Path(path) || segments.includes('..')) return undefined
  return segments.join('/') as RepoPath | ''
}

/** Returns the error for a value that is not a usable path inside the repository. */
export function outsideRepository(path: unknown): ReadError {
  const advice =
    typeof path !== 'string' || isUtf8Path(path)
      ? 'Give it relative to the repository root.'
      : 'Its name is no UTF-8, and files with such names cannot be told from one another.'
  const message = `Not a path inside the repository: ${JSON.stringify(path)}. ${advice}`
  return codedError('invalid_path', message, { data: { path } })
}
