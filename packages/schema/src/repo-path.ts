import type { CodedError } from './coded-error.ts'
import type { RepoPath } from './ids.ts'
import { err, ok, type Result } from './result.ts'

/**
 * Normalises a path relative to the repository root: `./a//b\c/` becomes `a/b/c`. Absolute paths, `..`, empty paths,
 * NUL and U+FFFD (the replacement for bytes that are not UTF-8) fail with `invalid_path`. Nothing is guessed.
 */
export function parseRepoPath(text: string): Result<RepoPath, CodedError<'invalid_path'>> {
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(text)) return invalid(text, 'it is absolute')
  const path = normalizePath(text)
  if (path !== undefined) return isUtf8Path(path) ? ok(path) : invalid(text, NOT_UTF8)
  if (text.includes('\0')) return invalid(text, 'it holds a NUL character')
  return invalid(text, /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(text) ? 'it holds `..`' : 'it is empty')
}

/** Why a path rejected by `isUtf8Path` cannot be queried. */
const NOT_UTF8 = 'its name is no UTF-8, and files with such names cannot be told from one another'

/**
 * Whether decoding left a path intact. Each byte that is not UTF-8 becomes U+FFFD, so a path with U+FFFD may stand for
 * several files.
 */
export function isUtf8Path(path: string): boolean {
  return !path.includes('\uFFFD')
}

/**
 * An empty segment, `.`, `..`, `\`, NUL or a drive letter: a path with one of these is normalised; any other is valid
 * as it is.
 */
const NEEDS_NORMALISING = /(?:^|\/)\.{0,2}(?:\/|$)|[\\\0]|^[A-Za-z]:\//

/**
 * Normalises paths in notes tolerantly: a leading `/` is removed too. Returns `undefined` for text that cannot be a
 * path inside the repository.
 */
export function normalizePath(text: string): RepoPath | undefined {
  if (!NEEDS_NORMALISING.test(text)) return text as RepoPath
  if (text.includes('\0') || /^[A-Za-z]:[/\\]/.test(text)) return undefined
  const segments = text.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0 || segments.includes('..')) return undefined
  return segments.join('/') as RepoPath
}

function invalid(text: string, reason: string): Result<RepoPath, CodedError<'invalid_path'>> {
  return err({
    code: 'invalid_path',
    message: `Not a path in the repository: ${JSON.stringify(text.slice(0, 200))}: ${reason}. Write it relative to the repository root, with \`/\`.`,
    data: { path: text },
  })
}
