import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../../read/read-error.ts'
import type { OpenedQuery } from '../place-query.ts'
import { renamedPaths } from '../renamed-paths.ts'

/**
 * Returns the annotated paths below a folder, including its own, and earlier paths, wherever they were, of files
 * renamed into it.
 */
export function pathsOfFolder(
  folder: RepoPath | '',
  files: ReadonlySet<RepoPath>,
  opened: OpenedQuery,
): ResultAsync<readonly RepoPath[], ReadError> {
  return safeTry(async function* () {
    const below = yield* opened.view.pathsUnder(folder, opened.context.call)
    const renamed = yield* renamedPaths('', opened)
    const former = [...renamed].flatMap(([now, paths]) => (files.has(now) ? paths : []))
    const within = folder === '' ? '' : `${folder}/`
    for (const { newPath, oldPath } of yield* opened.placing.renamedFolders(opened.view)) {
      if (newPath.startsWith(within)) former.push(oldPath as RepoPath)
    }
    return ok([...new Set([...below.map(({ path }) => path), ...former])])
  })
}
