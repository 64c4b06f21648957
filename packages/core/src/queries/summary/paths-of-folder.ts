import { err, ok, type RepoPath, type Result } from '@chronicle/schema'
import type { ReadError } from '../../read/read-error.ts'
import type { FilesNow } from '../files-now.ts'
import type { Opened } from '../place-query.ts'

/** Annotated paths that are in no file any more and are followed to where they were renamed. */
const MAX_FOLLOWED = 200

/** Annotated paths below a folder, and those elsewhere whose file was renamed into it. */
export async function pathsOfFolder(
  folder: RepoPath | '',
  files: ReadonlySet<RepoPath>,
  filesNow: FilesNow,
  { context: { call, git, report }, standpoint, view }: Opened,
): Promise<Result<readonly RepoPath[], ReadError>> {
  const below = await view.pathsUnder(folder, call)
  if (below.isErr()) return err(below.error)
  const own = below.value.map(({ path }) => path)
  const all = folder === '' ? below : await view.pathsUnder('', call)
  if (all.isErr()) return err(all.error)
  if (all.value.length === own.length) return ok(own)
  const present = await git.listFiles({ commit: standpoint.head }, undefined, call)
  if (present.isErr()) return err(present.error)
  const there = new Set<RepoPath>([...present.value, ...own])
  const gone = all.value.map(({ path }) => path).filter((path) => !there.has(path) && !path.endsWith('/'))
  if (gone.length > MAX_FOLLOWED) {
    const message = `${gone.length} annotated paths are in no file any more; ${MAX_FOLLOWED} were followed to their new names.`
    report({ code: 'summary_limited', severity: 'warning', message })
  }
  const renamed: RepoPath[] = []
  for (const path of gone.slice(0, MAX_FOLLOWED)) {
    const now = await filesNow(path)
    if (now.isErr()) return err(now.error)
    if (now.value !== undefined && files.has(now.value)) renamed.push(path)
  }
  return ok([...own, ...renamed])
}
