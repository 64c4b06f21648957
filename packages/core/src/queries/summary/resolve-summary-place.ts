import { err, ok, type RepoPath, type Result } from '@chronicle/schema'
import { codedError } from '../../contracts/coded-error.ts'
import type { ReadError } from '../../read/read-error.ts'
import { resolveQuery } from '../../read/resolve-query.ts'
import type { NamedScope } from '../../read/resolve-scope.ts'
import { resolvePlace, type Opened } from '../place-query.ts'
import type { SummaryQuery } from './summary-query.ts'

/** What a summary is about. */
export type SummaryPlace =
  | { readonly kind: 'file'; readonly scope: NamedScope }
  | {
      readonly kind: 'folder'
      /** `''`: the top. */
      readonly folder: RepoPath | ''
      /** All files in it, as committed. */
      readonly files: readonly RepoPath[]
    }

/** A file as it is now, or a folder as it was committed. */
export async function resolveSummaryPlace(
  query: SummaryQuery,
  opened: Opened,
): Promise<Result<SummaryPlace, ReadError>> {
  const folder = folderName(query.file)
  const files = folder === undefined ? ok(undefined) : await filesIn(folder, opened)
  if (files.isErr()) return err(files.error)
  if (folder === undefined || files.value === undefined) {
    const scope = await resolvePlace(query, opened)
    return scope.map((found): SummaryPlace => ({ kind: 'file', scope: found }))
  }
  const checked = resolveQuery({ ...query, files: [folder === '' ? 'top' : folder] })
  if (checked.isErr()) return err(checked.error)
  if (query.anchor !== undefined || query.lines !== undefined) {
    const place = folder === '' ? 'The top of the repository' : folder
    const part = query.anchor === undefined ? 'lines are' : `${JSON.stringify(query.anchor)} is a unit`
    const message = `${place} is a folder, and ${part} of some file. Name the file.`
    return err(codedError('invalid_query', message))
  }
  return ok({ kind: 'folder', folder, files: files.value })
}

/** The path without `.` and a slash at its end; `undefined` for what leaves the repository. */
function folderName(path: string): RepoPath | '' | undefined {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (path.startsWith('/') || path.includes('\0') || segments.includes('..')) return undefined
  return segments.join('/') as RepoPath | ''
}

/** `undefined` for what is no folder. */
async function filesIn(
  folder: RepoPath | '',
  { context: { call, git }, standpoint }: Opened,
): Promise<Result<readonly RepoPath[] | undefined, ReadError>> {
  const at = { commit: standpoint.head }
  if (folder === '') return git.listFiles(at, undefined, call)
  const entry = await git.readFile(at, folder, call)
  if (entry.isErr()) return err(entry.error)
  if (entry.value !== undefined) return ok(undefined)
  const files = await git.listFiles(at, folder, call)
  return files.map((found) => (found.length === 0 ? undefined : found))
}
