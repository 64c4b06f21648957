import { err, ok, type RepoPath, type Result } from '@chronicle/schema'
import type { ReadError } from '../../read/read-error.ts'
import type { FilesNow } from '../files-now.ts'
import type { Opened } from '../place-query.ts'
import { renamedPaths } from '../renamed-paths.ts'

/** Annotated paths below a folder, and those anywhere whose file was renamed into it. */
export async function pathsOfFolder(
  folder: RepoPath | '',
  files: ReadonlySet<RepoPath>,
  filesNow: FilesNow,
  opened: Opened,
): Promise<Result<readonly RepoPath[], ReadError>> {
  const below = await opened.view.pathsUnder(folder, opened.context.call)
  if (below.isErr()) return err(below.error)
  const renamed = await renamedPaths('', filesNow, opened)
  if (renamed.isErr()) return err(renamed.error)
  const former = [...renamed.value].flatMap(([now, paths]) => (files.has(now) ? paths : []))
  return ok([...new Set([...below.value.map(({ path }) => path), ...former])])
}
