import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { FileState, FileText, FileTexts } from './file-texts.ts'

/** The file in a commit, under the first of the names that it has there. */
export function stateIn(
  commit: CommitId,
  names: Iterable<RepoPath>,
  texts: FileTexts,
): ResultAsync<FileState | undefined, GitError> {
  return safeTry(async function* () {
    for (const path of names) {
      const blob = yield* texts.blobAt(commit, path)
      if (blob !== undefined) return ok({ path, blob })
    }
    return ok(undefined)
  })
}

/** The same, opened. `undefined` where it is no text, too. */
export function openIn(
  commit: CommitId,
  names: Iterable<RepoPath>,
  texts: FileTexts,
): ResultAsync<FileText | undefined, GitError> {
  return stateIn(commit, names, texts).andThen((state) => (state === undefined ? ok(undefined) : texts.open(state)))
}

/** Whether a file has a unit with that name in a commit. */
export function hasUnit(
  name: string,
  commit: CommitId,
  path: RepoPath,
  texts: FileTexts,
): ResultAsync<boolean, GitError> {
  return safeTry(async function* () {
    const file = yield* openIn(commit, [path], texts)
    return ok(((await file?.units()) ?? []).some((unit) => unit.name === name))
  })
}
