import type { DiffHunk, FileChange, LineSpan } from '@chronicle/core/contracts'
import { omitUndefined, type RepoPath } from '@chronicle/schema'
import { blobOf, kindOf } from './changed-kind.ts'
import { unquotePath } from './unquote-path.ts'

/** `::100644 100644 100644 <id> <id> <id> MM<tab>path<tab>path<tab>path`: first the parents, then the merge. */
const RAW = /^(::+)([^\t]+)\t(.*)$/
/**
 * `@@@ -1,2 -1,2 +1,3 @@@`. The start lines are correct and refer to the next line; the counts are wrong for a deleted
 * file.
 */
const HUNK = /^@@@+((?: -\d+(?:,\d+)?)+) \+(\d+)/

interface PendingFile {
  readonly change: Omit<FileChange, 'hunks' | 'binary'>
  /** Index of the parent on the old side: the first parent that has the file. */
  readonly parent: number
  /** Whether no parent has this path, this mode or the whole file, regardless of the lines. */
  readonly own: boolean
  readonly header: string
  readonly hunks: DiffHunk[]
  binary: boolean
}

/** Consecutive lines of a hunk that the merge took from no parent. */
interface Run {
  oldStart: number
  oldCount: number
  newStart: number
  newCount: number
  /** Whether the run differs from each parent. */
  readonly differs: boolean[]
}

/**
 * Parses the changes of one merge commit, as printed by
 * `git diff-tree --cc --combined-all-paths --raw --patch --unified=1`.
 *
 * Git shows where the merge differs from parents. A run of lines counts only if it differs from *every* parent: lines
 * from either side are not changes of the merge. Files without such lines are omitted, unless they are binary, a
 * submodule, or have a path or mode that no parent has.
 */
export function createCombinedDiffParser(parents: number): {
  readonly readLine: (line: string) => void
  readonly end: () => readonly FileChange[]
} {
  const files = new Map<string, PendingFile>()
  let current: PendingFile | undefined
  let position: { readonly old: number[]; new: number } | undefined
  let run: Run | undefined

  const closeRun = (): void => {
    if (run !== undefined && current !== undefined && run.differs.every(Boolean)) current.hunks.push(hunkOf(run))
    run = undefined
  }

  const readContent = (columns: string, at: { readonly old: number[]; new: number }, file: PendingFile): void => {
    const lost = columns.includes('-')
    if (!lost && columns.includes(' ')) closeRun()
    else {
      run ??= {
        oldStart: at.old[file.parent] ?? 1,
        oldCount: 0,
        newStart: at.new,
        newCount: 0,
        differs: Array.from({ length: parents }, () => false),
      }
      for (let parent = 0; parent < parents; parent++) if (columns[parent] !== ' ') run.differs[parent] = true
      if (!lost) run.newCount++
      else if (columns[file.parent] === '-') run.oldCount++
    }
    for (let parent = 0; parent < parents; parent++) {
      if (columns[parent] === (lost ? '-' : ' ')) at.old[parent] = (at.old[parent] ?? 1) + 1
    }
    if (!lost) at.new++
  }

  const readLine = (line: string): void => {
    if (position !== undefined && current !== undefined && /^[ +-]/.test(line)) {
      readContent(line.slice(0, parents), position, current)
      return
    }
    closeRun()
    position = undefined
    if (line.startsWith('::')) {
      const file = openFile(line)
      if (file !== undefined) files.set(file.header, file)
    } else if (line.startsWith('diff --cc ')) current = files.get(line)
    else if (line.startsWith('Binary files ') && current !== undefined) current.binary = true
    else if (current !== undefined && current.change.kind !== 'submodule') position = parseHunk(line)
  }

  return {
    readLine,
    end() {
      closeRun()
      return [...files.values()]
        .filter(({ own, binary, hunks, change }) => own || binary || change.kind === 'submodule' || hunks.length > 0)
        .map(({ change, binary, hunks }) => ({ ...change, binary, hunks }))
    },
  }
}

function openFile(line: string): PendingFile | undefined {
  const [, colons, facts = '', paths = ''] = RAW.exec(line) ?? []
  if (colons === undefined) return undefined
  const count = colons.length
  const fields = facts.split(' ')
  const [modes, ids, letters = ''] = [fields.slice(0, count + 1), fields.slice(count + 1, -1), fields.at(-1)]
  const quoted = paths.split('\t')
  const [mode, id, name] = [modes[count], ids[count], quoted[count]]
  if (mode === undefined || id === undefined || name === undefined) return undefined
  const sides = [...letters]
  const deleted = sides.every((letter) => letter === 'D')
  const added = sides.every((letter) => letter === 'A')
  const parent = Math.max(
    0,
    sides.findIndex((letter) => letter !== 'A'),
  )
  const oldPath = unquotePath(quoted[parent] ?? name) as RepoPath
  const newPath = unquotePath(name) as RepoPath
  const oldBlob = added ? undefined : blobOf(modes[parent], ids[parent])
  const newBlob = deleted ? undefined : blobOf(mode, id)
  const kind = kindOf(modes)
  const moved = sides.every((letter) => letter === 'R')
  const renamed = !added && !deleted && oldPath !== newPath
  return {
    change: {
      status: added ? 'added' : deleted ? 'deleted' : renamed ? 'renamed' : 'modified',
      ...(!added && { oldPath }),
      ...(!deleted && { newPath }),
      ...omitUndefined({ kind, oldBlob, newBlob }),
    },
    parent,
    own: added || deleted || moved || modes.slice(0, count).every((other) => other !== mode),
    header: `diff --cc ${name}`,
    hunks: [],
    binary: false,
  }
}

function parseHunk(line: string): { readonly old: number[]; new: number } | undefined {
  const [, old, start] = HUNK.exec(line) ?? []
  if (old === undefined || start === undefined) return undefined
  return { old: [...old.matchAll(/-(\d+)/g)].map(([, from]) => Number(from)), new: Number(start) }
}

function hunkOf({ oldStart, oldCount, newStart, newCount }: Run): DiffHunk {
  return { old: span(oldStart, oldCount), new: span(newStart, newCount) }
}

/** For an empty span, the start is the line before it. */
function span(start: number, count: number): LineSpan {
  return { start: count === 0 ? start - 1 : start, count }
}
