import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codedError, type CallOptions, type GitBackend, type GitError } from '@chronicle/core/contracts'
import { parseCommitMap, type CommitMap } from '@chronicle/core/reconcile'
import { err, ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'

/** Path below the git directory where `git filter-repo` stores the old and new ids of rewritten commits. */
const FILTER_REPO_MAP = ['filter-repo', 'commit-map'] as const

/**
 * Reads the map from a file, or the one that `git filter-repo` left in the repository. Returns `undefined` if there is
 * none.
 */
export type ReadCommitMap = (
  file: string | undefined,
  call: CallOptions,
) => ResultAsync<CommitMap | undefined, GitError | CodedError<'usage'>>

/** Creates a reader that parses a map again only after its file has changed: it may have a line for each commit. */
export function createReadCommitMap(git: GitBackend): ReadCommitMap {
  let last: { readonly stamp: string; readonly map: CommitMap } | undefined

  async function parseFile(path: string, { signal }: CallOptions): Promise<CommitMap> {
    const { ino, mtimeMs, size } = await stat(path)
    const stamp = JSON.stringify([path, ino, mtimeMs, size])
    if (last?.stamp === stamp) return last.map
    const map = parseCommitMap(await readFile(path, { encoding: 'utf8', ...omitUndefined({ signal }) }))
    last = { stamp, map }
    return map
  }

  return (file, call) => findMap(git, file, parseFile, call)
}

function findMap(
  git: GitBackend,
  file: string | undefined,
  parseFile: (path: string, call: CallOptions) => Promise<CommitMap>,
  call: CallOptions,
): ReturnType<ReadCommitMap> {
  return safeTry(async function* () {
    const { commonDir } = yield* git.describe(call)
    const path = file ?? (commonDir === undefined ? undefined : join(commonDir, ...FILTER_REPO_MAP))
    if (path === undefined) return ok(undefined)
    try {
      const map = await parseFile(path, call)
      if (map.size > 0 || file === undefined) return ok(map)
      const message = `"${path}" has no line with an old and a new commit id, so it is no map of rewritten commits.`
      return err(codedError('usage', message, { data: { path } }))
    } catch (cause) {
      const { code, message: causeText } = cause as NodeJS.ErrnoException
      if (call.signal?.aborted === true) return err(codedError('aborted', 'The call was aborted.', { cause }))
      if (file === undefined && (code === 'ENOENT' || code === 'ENOTDIR')) return ok(undefined)
      const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : causeText
      const message = `The map of rewritten commits "${path}" cannot be read: ${reason}.`
      return err(codedError('usage', message, { data: { path }, cause }))
    }
  })
}
