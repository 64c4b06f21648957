import { err, ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { codedError } from '../../contracts/coded-error.ts'
import type { ReadError } from '../../read/read-error.ts'
import { repositoryPath } from '../../read/repository-path.ts'
import { resolveQuery } from '../../read/resolve-query.ts'
import type { NamedScope } from '../../read/resolved-scope.ts'
import { resolvePlace, type OpenedQuery } from '../place-query.ts'
import type { SummaryQuery } from './summary-query.ts'

/** The place that a summary is about. */
export type SummaryPlace =
  | { readonly kind: 'file'; readonly scope: NamedScope }
  | {
      readonly kind: 'folder'
      /** `''` is the top of the repository. */
      readonly folder: RepoPath | ''
      /** All committed files in it. */
      readonly files: readonly RepoPath[]
    }

/** Resolves the place to a file in its current state, or to a folder in its committed state. */
export function resolveSummaryPlace(query: SummaryQuery, opened: OpenedQuery): ResultAsync<SummaryPlace, ReadError> {
  return safeTry(async function* () {
    const folder = repositoryPath(query.file)
    const files = yield* folder === undefined ? ok(undefined) : await filesIn(folder, opened)
    if (folder === undefined || files === undefined) {
      const scope = await resolvePlace(query, opened)
      return scope.map((found): SummaryPlace => ({ kind: 'file', scope: found }))
    }
    yield* resolveQuery({ ...query, files: [folder === '' ? 'top' : folder] })
    if (query.anchor !== undefined || query.lines !== undefined) {
      const place = folder === '' ? 'The top of the repository' : folder
      const part = query.anchor === undefined ? 'lines are' : `${JSON.stringify(query.anchor)} is a unit`
      const message = `${place} is a folder, and ${part} of some file. Name the file.`
      return err(codedError('invalid_query', message))
    }
    return ok({ kind: 'folder', folder, files })
  })
}

/** Returns the files in a folder; `undefined` when it is not a folder. */
function filesIn(
  folder: RepoPath | '',
  { context: { call, git }, queried }: OpenedQuery,
): ResultAsync<readonly RepoPath[] | undefined, ReadError> {
  return safeTry(async function* () {
    const at = { commit: queried.head }
    if (folder === '') return git.listFiles(at, undefined, call)
    const entry = yield* git.readFile(at, folder, call)
    if (entry !== undefined) return ok(undefined)
    const files = await git.listFiles(at, folder, call)
    return files.map((found) => (found.length === 0 ? undefined : found))
  })
}
