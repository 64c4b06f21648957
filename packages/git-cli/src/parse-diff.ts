import type { DiffHunk, FileChange, LineSpan } from '@chronicle/core/contracts'
import { omitUndefined, type BlobId, type RepoPath } from '@chronicle/schema'
import { blobOf, kindOf } from './changed-kind.ts'
import { unquotePath } from './unquote-path.ts'

/** `:100644 100644 0123456 89abcde M<tab>path`. A rename has a score and a second path. */
const RAW = /^:(\d{6}) (\d{6}) (\S+) (\S+) ([A-Z])\d*\t([^\t]+)(?:\t([^\t]+))?$/
/** A file in conflict, compared with several stages of the index. It has no lines that can be assigned to a side. */
const CONFLICT = /^::+(?:\d{6} )+\S+(?: \S+)* ([A-Z]+)\t([^\t]+)$/
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Whether a patch line with this first byte is content or names a side. The parser needs neither. */
export function isContentOfPatch(first: number | undefined): boolean {
  return first === PLUS || first === MINUS || first === BACKSLASH
}

const PLUS = 0x2b
const MINUS = 0x2d
const BACKSLASH = 0x5c

interface PendingChange {
  readonly status: FileChange['status']
  readonly oldPath: RepoPath | undefined
  readonly newPath: RepoPath | undefined
  /** First line of the file's section in the patch. */
  readonly header: string
  readonly kind: FileChange['kind']
  readonly oldBlob: BlobId | undefined
  readonly newBlob: BlobId | undefined
  binary: boolean
  readonly hunks: DiffHunk[]
}

/**
 * Parses the output of `git diff --raw --no-abbrev --patch --unified=0` line by line. The raw part lists every file.
 * The patch sections follow in the same order, but not one for every file (a conflict has none, a type change has two),
 * so they are matched by their headers. Content lines are recognised by their first character.
 */
export function createDiffParser(): {
  readonly readLine: (line: string) => void
  readonly end: () => readonly FileChange[]
} {
  const changes: PendingChange[] = []
  let current = -1

  const readHeader = (line: string): void => {
    const again = changes[current]?.header === line
    // Nearly always the very next one. The second section of a type change repeats the header of the first.
    let next = current + 1
    if (!again) while (next < changes.length && changes[next]?.header !== line) next++
    if (!again || changes[next]?.header === line) current = next
  }

  const readLine = (line: string): void => {
    if (line.startsWith(':')) {
      const change = openChange(line)
      if (change !== undefined) changes.push(change)
    } else if (line.startsWith('diff --git ')) readHeader(line)
    else if (line.startsWith('@@ ')) {
      const hunk = parseHunk(line)
      const change = changes[current]
      if (hunk !== undefined && change !== undefined && change.kind !== 'submodule') addHunk(change.hunks, hunk)
    } else if (line.startsWith('Binary files ')) {
      const change = changes[current]
      if (change !== undefined) change.binary = true
    }
  }

  return { readLine, end: () => distinct(changes) }
}

const STATUSES: Readonly<Record<string, FileChange['status']>> = { A: 'added', D: 'deleted', R: 'renamed' }

function openChange(line: string): PendingChange | undefined {
  const conflict = CONFLICT.exec(line)
  const parts = RAW.exec(line) ?? (conflict === null ? [] : ['', '', '', '', '', 'U', conflict[2]])
  const [, oldMode, newMode, oldId, newId, letter = '', first, second = first] = parts
  if (first === undefined || second === undefined) return undefined
  const status = STATUSES[letter] ?? 'modified'
  return {
    status,
    oldPath: status === 'added' ? undefined : (unquotePath(first) as RepoPath),
    newPath: status === 'deleted' ? undefined : (unquotePath(second) as RepoPath),
    header: `diff --git ${withPrefix('a/', first)} ${withPrefix('b/', second)}`,
    kind: kindOf([oldMode, newMode]),
    oldBlob: blobOf(oldMode, oldId),
    newBlob: blobOf(newMode, newId),
    binary: false,
    hunks: [],
  }
}

/** Adds a prefix to a path as git quoted it, inside the quotes. */
function withPrefix(prefix: string, quoted: string): string {
  return quoted.startsWith('"') ? `"${prefix}${quoted.slice(1)}` : `${prefix}${quoted}`
}

function parseHunk(line: string): DiffHunk | undefined {
  const [, oldStart, oldCount, newStart, newCount] = HUNK.exec(line) ?? []
  if (oldStart === undefined || newStart === undefined) return undefined
  return { old: span(oldStart, oldCount), new: span(newStart, newCount) }
}

/**
 * Adds a hunk. Git shows a type change as one section that deletes all lines and one that adds them; the two become one
 * hunk.
 */
function addHunk(hunks: DiffHunk[], hunk: DiffHunk): void {
  const last = hunks.at(-1)
  if (last !== undefined && hunk.old.start === 0) hunks[hunks.length - 1] = { old: last.old, new: hunk.new }
  else hunks.push(hunk)
}

function span(start: string, count = '1'): LineSpan {
  return { start: Number(start), count: Number(count) }
}

/**
 * Returns each file once. Git lists a file in conflict again, without lines, when it compares it with the working tree.
 */
function distinct(changes: readonly PendingChange[]): readonly FileChange[] {
  const byPath = new Map<string, FileChange>()
  for (const { status, oldPath, newPath, binary, kind, oldBlob, newBlob, hunks } of changes) {
    const key = newPath ?? oldPath ?? ''
    const known = byPath.get(key)
    if (known !== undefined && known.hunks.length >= hunks.length) continue
    byPath.set(key, {
      status,
      ...omitUndefined({ oldPath, newPath }),
      binary,
      ...omitUndefined({ kind, oldBlob, newBlob }),
      hunks,
    })
  }
  return [...byPath.values()]
}
