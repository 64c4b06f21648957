import type { CallOptions, GitBackend, LineSpan } from '@chronicle/core/contracts'
import type { BlobId, CommitId, RepoPath } from '@chronicle/schema'
import type { FileFacts } from '../facts/file-facts.ts'
import { valueOf } from '../failure.ts'
import { enclosingUnits } from './enclosing-units.ts'
import { decode } from './index-files.ts'

/** The units of a file that a commit changed, by their names of today. */
export interface ChangedUnits {
  readonly path: RepoPath
  readonly names: readonly string[]
}

/** A changed file: its content after the commit, and the lines that changed. */
interface Changed {
  readonly commit: CommitId
  readonly path: RepoPath
  readonly blob: BlobId
  readonly spans: readonly LineSpan[]
}

/** Tells which units of some files some commits changed. Units that are gone since are left out. */
export async function changedUnits(
  git: GitBackend,
  commits: readonly CommitId[],
  facts: ReadonlyMap<RepoPath, FileFacts>,
  call: CallOptions,
): Promise<ReadonlyMap<string, readonly ChangedUnits[]>> {
  if (git.changesOf === undefined || commits.length === 0) return new Map()
  const changed: Changed[] = []
  for (const { commit, files } of await valueOf(git.changesOf(commits, call))) {
    for (const { newPath: path, newBlob: blob, hunks } of files) {
      if (path === undefined || blob === undefined || hunks.length === 0 || !facts.has(path)) continue
      changed.push({ commit, path, blob, spans: hunks.map((hunk) => hunk.new) })
    }
  }
  const blobs = await valueOf(git.readBlobs([...new Set(changed.map(({ blob }) => blob))], call))
  const units = new Map<string, ChangedUnits[]>()
  for (const { commit, path, blob, spans } of changed) {
    const bytes = blobs.get(blob)
    const text = bytes === undefined ? undefined : decode(bytes)
    const symbols = facts.get(path)?.symbols ?? []
    if (text === undefined || symbols.length === 0) continue
    const names = enclosingUnits(text.split('\n'), spans, symbols)
    units.set(commit, [...(units.get(commit) ?? []), { path, names }])
  }
  return units
}
