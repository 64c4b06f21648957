import type { CodedError } from './coded-error.ts'
import type { RepoPath } from './ids.ts'
import { normalizePath, parseRepoPath } from './repo-path.ts'
import { err, ok, type Result } from './result.ts'

/** The path of a region that is a rule for the whole repository. */
export const REPOSITORY_PATH: RepoPath = './' as RepoPath

const REPOSITORY = /^\.(?:[/\\]\.?)*$/
const ENDS_IN_SEPARATOR = /[/\\]\.?$/

/** Whether a region with this path is a rule for everything below a folder, or for the whole repository. */
export function isFolderPath(path: string): boolean {
  return path.endsWith('/')
}

/**
 * Normalises the path of a region: a file as `parseRepoPath` does; a folder keeps one trailing `/` (`src/mqtt/`); the
 * repository is `./`.
 */
export function parseRegionPath(text: string): Result<RepoPath, CodedError<'invalid_path'>> {
  if (REPOSITORY.test(text)) return ok(REPOSITORY_PATH)
  const path = parseRepoPath(text)
  return path.isErr() ? err(path.error) : ok(withSeparator(path.value, text))
}

/** Normalises paths in notes tolerantly, as `normalizePath` does for files. */
export function normalizeRegionPath(text: string): RepoPath | undefined {
  const path = normalizePath(text)
  if (path === text) return path
  if (path === undefined) return REPOSITORY.test(text) ? REPOSITORY_PATH : undefined
  return withSeparator(path, text)
}

function withSeparator(path: RepoPath, text: string): RepoPath {
  return ENDS_IN_SEPARATOR.test(text) ? (`${path}/` as RepoPath) : path
}
