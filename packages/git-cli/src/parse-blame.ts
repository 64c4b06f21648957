import type { BlameHunk } from '@chronicle/core/contracts'
import type { CommitId, RepoPath } from '@chronicle/schema'
import { splitLines } from './split-lines.ts'
import { unquotePath } from './unquote-path.ts'

interface BlamedCommit {
  committedAt: number
  boundary: boolean
}

const HEADER = /^([0-9a-f]{40,64}) (\d+) (\d+) (\d+)$/
const UNCOMMITTED = /^0+$/

/**
 * Parses the output of `git blame --incremental` in chunks of any size, and returns the hunks in line order. Only the
 * first hunk of a commit has its details; every hunk ends with its file name.
 */
export function createBlameParser(): {
  readonly push: (chunk: Buffer) => void
  readonly end: () => readonly BlameHunk[]
} {
  const commits = new Map<string, BlamedCommit>()
  const hunks: BlameHunk[] = []
  let current:
    { readonly id: string; readonly original: number; readonly final: number; readonly length: number } | undefined

  const endHunk = (name: string): void => {
    if (current === undefined) return
    const { id, original, final, length } = current
    const commit = commits.get(id)
    const uncommitted = UNCOMMITTED.test(id)
    hunks.push({
      commit: uncommitted ? undefined : (id as CommitId),
      originalPath: unquotePath(name) as RepoPath,
      original: { start: original, end: original + length - 1 },
      final: { start: final, end: final + length - 1 },
      ...(!uncommitted && commit !== undefined && { committedAt: commit.committedAt }),
      boundary: commit?.boundary === true && !uncommitted,
    })
    current = undefined
  }

  const readLine = (line: string): void => {
    if (current === undefined) {
      const [, id, original, final, length] = HEADER.exec(line) ?? []
      if (id === undefined) return
      current = { id, original: Number(original), final: Number(final), length: Number(length) }
      if (!commits.has(id)) commits.set(id, { committedAt: 0, boundary: false })
      return
    }
    const commit = commits.get(current.id)
    if (line.startsWith('filename ')) endHunk(line.slice('filename '.length))
    else if (commit !== undefined && line.startsWith('committer-time ')) commit.committedAt = Number(line.slice(15))
    else if (commit !== undefined && line === 'boundary') commit.boundary = true
  }

  return {
    push: splitLines(readLine),
    end: () => joinHunks(hunks.sort((a, b) => a.final.start - b.final.start)),
  }
}

/** Joins hunks that are adjacent in both versions of the file. */
function joinHunks(hunks: readonly BlameHunk[]): readonly BlameHunk[] {
  const joined: BlameHunk[] = []
  for (const hunk of hunks) {
    const last = joined.at(-1)
    const continues =
      last !== undefined &&
      last.commit === hunk.commit &&
      last.originalPath === hunk.originalPath &&
      last.boundary === hunk.boundary &&
      last.final.end + 1 === hunk.final.start &&
      (last.original.end + 1 === hunk.original.start || hunk.commit === undefined)
    if (!continues) {
      joined.push(hunk)
      continue
    }
    const final = { start: last.final.start, end: hunk.final.end }
    const original = { start: last.original.start, end: last.original.start + final.end - final.start }
    joined[joined.length - 1] = { ...last, original, final }
  }
  return joined
}
