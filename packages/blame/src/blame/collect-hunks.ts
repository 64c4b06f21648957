import type { BlameHunk } from '@chronicle/core/contracts'
import { omitUndefined, type RepoPath } from '@chronicle/schema'
import type { CommitNode } from '../object-reader.ts'
import type { Run } from './runs.ts'

/** Lines whose commit has been found. */
export interface Verdict {
  /** `undefined`: the lines are not committed yet. */
  readonly commit: CommitNode | undefined
  readonly path: RepoPath
  readonly run: Run
  readonly boundary: boolean
}

/** Returns the hunks in line order. Adjacent lines that were also adjacent in the same commit form one hunk. */
export function collectHunks(verdicts: readonly Verdict[]): readonly BlameHunk[] {
  const hunks: BlameHunk[] = []
  for (const verdict of verdicts.toSorted((a, b) => a.run.final - b.run.final)) {
    const hunk = toHunk(verdict)
    const last = hunks.at(-1)
    if (last && continues(last, hunk)) {
      hunks[hunks.length - 1] = {
        ...last,
        original: { start: last.original.start, end: hunk.original.end },
        final: { start: last.final.start, end: hunk.final.end },
      }
    } else {
      hunks.push(hunk)
    }
  }
  return hunks
}

function toHunk({ commit, path, run, boundary }: Verdict): BlameHunk {
  return {
    commit: commit?.id,
    originalPath: path,
    original: { start: run.original + 1, end: run.original + run.length },
    final: { start: run.final + 1, end: run.final + run.length },
    ...omitUndefined({ committedAt: commit?.time }),
    boundary,
  }
}

function continues(last: BlameHunk, next: BlameHunk): boolean {
  return (
    last.commit === next.commit &&
    last.originalPath === next.originalPath &&
    last.boundary === next.boundary &&
    last.original.end + 1 === next.original.start &&
    last.final.end + 1 === next.final.start
  )
}
