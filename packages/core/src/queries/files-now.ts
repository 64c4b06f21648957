import { err, ok, type RepoPath, type Result } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { Opened } from './place-query.ts'

/** What a file is called at the queried commit: by that name, or by one it was renamed to. `undefined`: it is gone. */
export type FilesNow = (path: string) => Promise<Result<RepoPath | undefined, ReadError>>

/** Asks about each path once. */
export function createFilesNow({
  context,
  standpoint,
  facts,
}: Pick<Opened, 'context' | 'standpoint' | 'facts'>): FilesNow {
  const known = new Map<string, RepoPath | undefined>()
  const successors = new Map<string, string[]>()
  for (const [from, to] of facts?.renames ?? []) {
    const names = successors.get(from)
    if (names === undefined) successors.set(from, [to])
    else names.push(to)
  }

  async function find(path: string): Promise<Result<RepoPath | undefined, ReadError>> {
    // Grows while it is walked: every name that the file may have had since.
    const names = new Set<string>([path])
    for (const name of names) {
      const content = await context.git.readFile({ commit: standpoint.head }, name as RepoPath, context.call)
      if (content.isErr()) return err(content.error)
      if (content.value !== undefined) return ok(name as RepoPath)
      for (const next of successors.get(name) ?? []) names.add(next)
    }
    return ok(undefined)
  }

  return async (path) => {
    if (known.has(path)) return ok(known.get(path))
    const found = await find(path)
    if (found.isOk()) known.set(path, found.value)
    return found
  }
}
