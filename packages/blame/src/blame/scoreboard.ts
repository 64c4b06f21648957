import type { CommitId, RepoPath } from '@chronicle/schema'
import { CommitQueue } from '../commit-queue.ts'
import type { CommitNode, FileEntry } from '../object-reader.ts'
import type { Run } from './runs.ts'

/** A file in a commit, and the lines that it may be responsible for. */
export interface Suspect {
  readonly commit: CommitNode
  readonly path: RepoPath
  readonly file: FileEntry
  readonly runs: readonly Run[]
}

/** The current suspects. Those of the newest commit are examined first, as in git. */
export class Scoreboard {
  readonly #queue = new CommitQueue<CommitNode>()
  readonly #suspects = new Map<CommitId, Map<RepoPath, Suspect>>()

  add(suspect: Suspect): void {
    const { commit, path, runs } = suspect
    if (runs.length === 0) return
    const files = this.#suspects.get(commit.id)
    if (files === undefined) {
      this.#suspects.set(commit.id, new Map([[path, suspect]]))
      this.#queue.push(commit)
      return
    }
    const known = files.get(path)
    files.set(path, known === undefined ? suspect : { ...known, runs: [...known.runs, ...runs] })
  }

  /** Removes and returns the suspects of the newest commit. Returns an empty list when there are none left. */
  take(): readonly Suspect[] {
    const commit = this.#queue.pop()
    if (commit === undefined) return []
    const files = this.#suspects.get(commit.id)
    this.#suspects.delete(commit.id)
    return [...(files?.values() ?? [])]
  }
}
