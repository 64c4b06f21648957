import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../../read/read-error.ts'
import type { FindCurrentPath } from '../find-current-path.ts'
import type { OpenedQuery } from '../place-query.ts'
import { renamedPaths } from '../renamed-paths.ts'

/** Annotated paths below a folder, and those anywhere whose file was renamed into it. */
export function pathsOfFolder(
  folder: RepoPath | '',
  files: ReadonlySet<RepoPath>,
  findCurrentPath: FindCurrentPath,
  opened: OpenedQuery,
): ResultAsync<readonly RepoPath[], ReadError> {
  return safeTry(async function* () {
    const below = yield* opened.view.pathsUnder(folder, opened.context.call)
    const renamed = yield* renamedPaths('', findCurrentPath, opened)
    const former = [...renamed].flatMap(([now, paths]) => (files.has(now) ? paths : []))
    return ok([...new Set([...below.map(({ path }) => path), ...former])])
  })
}
