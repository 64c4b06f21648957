import { err, ok, type RepoPath, type Result } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { Opened } from './place-query.ts'

/** What a file is called at the queried commit: by that name, or by one it was renamed to. `undefined`: it is gone. */
export type FilesNow = (path: string) => Promise<Result<RepoPath | undefined, ReadError>>

/** Names that one file is followed through. */
const MAX_NAMES = 20

/** Asks about each path once. */
export function createFilesNow({ context, standpoint }: Pick<Opened, 'context' | 'standpoint'>): FilesNow {
  const known = new Map<string, RepoPath | undefined>()

  async function find(path: RepoPath): Promise<Result<RepoPath | undefined, ReadError>> {
    const names = new Set<RepoPath>()
    for (let name: RepoPath | undefined = path; name !== undefined && names.size < MAX_NAMES;) {
      if (names.has(name)) break
      names.add(name)
      const content = await context.git.readFile({ commit: standpoint.head }, name, context.call)
      if (content.isErr()) return err(content.error)
      if (content.value !== undefined) return ok(name)
      const history = await context.fileHistory(standpoint.head, name, context.call)
      if (history.isErr()) return err(history.error)
      name = history.value.revisions[0]?.renamedTo
    }
    return ok(undefined)
  }

  return async (path) => {
    if (known.has(path)) return ok(known.get(path))
    const found = await find(path as RepoPath)
    if (found.isOk()) known.set(path, found.value)
    return found
  }
}
