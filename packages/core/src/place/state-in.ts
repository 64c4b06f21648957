import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { FileState, FileText, FileTexts } from './file-texts.ts'

/** Returns the file state in a commit, under the first of the names that exists there. */
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

/** Opens the same state. Also `undefined` when it is not text. */
export function openIn(
  commit: CommitId,
  names: Iterable<RepoPath>,
  texts: FileTexts,
): ResultAsync<FileText | undefined, GitError> {
  return stateIn(commit, names, texts).andThen((state) => (state === undefined ? ok(undefined) : texts.open(state)))
}

/** Whether a file has a unit with this name in a commit. */
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
