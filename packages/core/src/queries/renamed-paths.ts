import { err, ok, type RepoPath, type Result } from '@chronicle/schema'
import { isFolderPlace } from '../place/folder-places.ts'
import type { ReadError } from '../read/read-error.ts'
import type { FilesNow } from './files-now.ts'
import type { Opened } from './place-query.ts'

/** Annotated paths that are in no file any more and are followed to where they were renamed. */
const MAX_FOLLOWED = 100

/** Returns, of the annotated paths below a folder that are no files any more, what each is called now and was before. */
export async function renamedPaths(
  folder: RepoPath | '',
  filesNow: FilesNow,
  { context: { call, git, report }, standpoint, view }: Opened,
): Promise<Result<ReadonlyMap<RepoPath, readonly RepoPath[]>, ReadError>> {
  const annotated = await view.pathsUnder(folder, call)
  if (annotated.isErr()) return err(annotated.error)
  const present = await git.listFiles({ commit: standpoint.head }, undefined, call)
  if (present.isErr()) return err(present.error)
  const there = new Set<RepoPath>(present.value)
  const gone = annotated.value.map(({ path }) => path).filter((path) => !there.has(path) && !isFolderPlace(path))
  if (gone.length > MAX_FOLLOWED) {
    const message = `${gone.length} annotated paths are in no file any more; ${MAX_FOLLOWED} were followed to their new names.`
    report({ code: 'renames_limited', severity: 'info', message })
  }
  const renamed = new Map<RepoPath, RepoPath[]>()
  for (const path of gone.slice(0, MAX_FOLLOWED)) {
    const now = await filesNow(path)
    if (now.isErr()) return err(now.error)
    if (now.value !== undefined) renamed.set(now.value, [...(renamed.get(now.value) ?? []), path])
  }
  return ok(renamed)
}
