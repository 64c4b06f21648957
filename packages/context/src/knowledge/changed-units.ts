import type { CallOptions, GitBackend, GitError, LineSpan } from '@chronicle/core/contracts'
import { ok, safeTry, type BlobId, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileFacts } from '../facts/file-facts.ts'
import { enclosingUnits } from './enclosing-units.ts'
import { decode } from './index-files.ts'

/** The units of a file that a commit changed, by their current names. */
export interface ChangedUnits {
  readonly path: RepoPath
  readonly names: readonly string[]
}

/** A changed file: its content after the commit, and the changed lines. */
interface ChangedFile {
  readonly commit: CommitId
  readonly path: RepoPath
  readonly blob: BlobId
  readonly spans: readonly LineSpan[]
}

/** Returns which units of the given files each commit changed. Units that no longer exist are omitted. */
export function changedUnits(
  git: GitBackend,
  commits: readonly CommitId[],
  facts: ReadonlyMap<RepoPath, FileFacts>,
  call: CallOptions,
): ResultAsync<ReadonlyMap<string, readonly ChangedUnits[]>, GitError> {
  return safeTry(async function* () {
    if (git.changesOf === undefined || commits.length === 0) return ok(new Map())
    const changed: ChangedFile[] = []
    for (const { commit, files } of yield* git.changesOf(commits, call)) {
      for (const { newPath: path, newBlob: blob, hunks } of files) {
        if (path === undefined || blob === undefined || hunks.length === 0 || !facts.has(path)) continue
        changed.push({ commit, path, blob, spans: hunks.map((hunk) => hunk.new) })
      }
    }
    const blobs = yield* git.readBlobs([...new Set(changed.map(({ blob }) => blob))], call)
    const units = new Map<string, ChangedUnits[]>()
    for (const { commit, path, blob, spans } of changed) {
      const bytes = blobs.get(blob)
      const text = bytes === undefined ? undefined : decode(bytes)
      const symbols = facts.get(path)?.symbols ?? []
      if (text === undefined || symbols.length === 0) continue
      const names = enclosingUnits(text.split('\n'), spans, symbols)
      units.set(commit, [...(units.get(commit) ?? []), { path, names }])
    }
    return ok(units)
  })
}
