import { err, ok, type RepoPath, type Result } from '@chronicle/schema'
import type { ReadError } from '../../read/read-error.ts'
import type { Opened } from '../place-query.ts'

/** Annotated paths below a folder, and every path that a file in it had when it was not there yet. */
export async function pathsOfFolder(
  folder: RepoPath | '',
  files: ReadonlySet<RepoPath>,
  { context: { call }, facts, view }: Opened,
): Promise<Result<readonly RepoPath[], ReadError>> {
  const below = await view.pathsUnder(folder, call)
  if (below.isErr()) return err(below.error)
  const sources = new Map<string, RepoPath[]>()
  for (const [from, to] of facts?.renames ?? []) {
    const known = sources.get(to)
    if (known === undefined) sources.set(to, [from as RepoPath])
    else known.push(from as RepoPath)
  }
  const former = new Set<RepoPath>(files)
  for (const path of former) for (const from of sources.get(path) ?? []) former.add(from)
  for (const path of files) former.delete(path)
  return ok([...new Set([...below.value.map(({ path }) => path), ...former])])
}
