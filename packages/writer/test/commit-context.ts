import { okAsync, omitUndefined, type BlobId, type CommitId, type RepoPath, type TreeId } from '@chronicle/schema'
import type { AstUnit, DiffHunk } from '@chronicle/core/contracts'
import type { AuthorContext } from '../src/author-context/author-context.ts'
import type { ChangedFile, CommitContext, FileText } from '../src/commit-context.ts'

/** A commit constructed for a test. */
export interface TestCommit {
  readonly message: string
  readonly files: Readonly<Record<string, TestFile>>
  /** Files that the commit did not change. */
  readonly others?: Readonly<Record<string, string>>
  readonly author?: AuthorContext
  /** Units of files, by path. Files not listed have no outline. */
  readonly units?: Readonly<Record<string, readonly AstUnit[]>>
}

/** A changed file. Without hunks, everything between the common first and last lines is one hunk. */
export interface TestFile {
  readonly before?: string
  readonly after?: string
  readonly hunks?: readonly DiffHunk[]
  /** Former path of a moved file. Default: its path. */
  readonly oldPath?: string
}

export function commitContext(made: TestCommit): CommitContext {
  const files = Object.entries(made.files).map(([path, file]) => changedFile(path, file))
  return {
    commit: {
      id: 'c'.repeat(40) as CommitId,
      tree: 't'.repeat(40) as TreeId,
      parents: [],
      author: { name: 'A', email: 'a@example.com', time: 1_700_000_000, zone: 0 },
      committer: { name: 'A', email: 'a@example.com', time: 1_700_000_000, zone: 0 },
      message: made.message,
    },
    files,
    ...omitUndefined({ author: made.author }),
    readFile: (path) => {
      const other = made.others?.[path]
      return okAsync(files.find((file) => file.path === path)?.after ?? (other === undefined ? undefined : text(other)))
    },
    outline: async (path) => {
      const units = made.units?.[path]
      return units === undefined ? {} : { outline: { language: 'any', units, partial: false } }
    },
    recentAnnotations: () => okAsync([]),
  }
}

function changedFile(path: string, file: TestFile): ChangedFile {
  const { before, after, hunks, oldPath } = file
  const sides = {
    before: before === undefined ? undefined : text(before),
    after: after === undefined ? undefined : text(after),
  }
  return {
    path: path as RepoPath,
    status: statusOf(file),
    binary: false,
    ...(before === undefined ? {} : { oldPath: (oldPath ?? path) as RepoPath }),
    ...(after === undefined ? {} : { newPath: path as RepoPath }),
    ...omitUndefined({ before: sides.before, after: sides.after }),
    hunks: hunks ?? [oneHunk(sides.before?.lines ?? [], sides.after?.lines ?? [])],
  }
}

function statusOf({ before, after, oldPath }: TestFile): ChangedFile['status'] {
  if (before === undefined) return 'added'
  if (after === undefined) return 'deleted'
  return oldPath === undefined ? 'modified' : 'renamed'
}

function oneHunk(before: readonly string[], after: readonly string[]): DiffHunk {
  let lead = 0
  while (lead < Math.min(before.length, after.length) && before[lead] === after[lead]) lead++
  let tail = 0
  while (tail < Math.min(before.length, after.length) - lead && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const span = (lines: readonly string[]): DiffHunk['new'] => {
    const count = lines.length - lead - tail
    return { start: count === 0 ? lead : lead + 1, count }
  }
  return { old: span(before), new: span(after) }
}

function text(content: string): FileText {
  const lines = content.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return { blob: `${content.length}`.padStart(40, '0') as BlobId, text: content, lines }
}
