import type { DiffHunk } from '@chronicle/core/contracts'
import type { ChangedFile } from '../commit-context.ts'
import { changeSize, firstIndex } from '../text/hunks.ts'

const CONTEXT = 3

/** Returns the heading of a file's diff. */
export function describeChange(file: ChangedFile): string {
  const added = file.hunks.reduce((sum, hunk) => sum + hunk.new.count, 0)
  const removed = changeSize(file) - added
  const from = file.status === 'renamed' && file.oldPath !== undefined ? ` from ${file.oldPath}` : ''
  const what = file.kind === undefined ? unshown(file) : `, a ${file.kind}`
  return `${file.path}: ${file.status}${from}${what}, +${added} -${removed}`
}

/** Returns why the text of a file cannot be shown. */
function unshown({ binary, status, before, after, oldBlob, newBlob }: ChangedFile): string {
  if (binary) return ', binary: cannot be shown'
  const isMissing = (text: unknown, blob: unknown): boolean => text === undefined && blob !== undefined
  if (status === 'renamed' && before === undefined && after === undefined) return ''
  return isMissing(after, newBlob) || isMissing(before, oldBlob) ? ', too large to be shown' : ''
}

/**
 * Returns a file's change as a unified diff with line numbers: of the old side for removed lines, otherwise of the new
 * side.
 */
export function renderDiff(file: ChangedFile): readonly string[] {
  const after = file.after?.lines ?? []
  const before = file.before?.lines ?? []
  const lines: string[] = []
  let shown = 0
  for (const [index, hunk] of file.hunks.entries()) {
    const first = firstIndex(hunk.new)
    const end = first + hunk.new.count
    const next = file.hunks[index + 1]
    const from = Math.max(shown, first - CONTEXT)
    if (index === 0 || from > shown) lines.push(heading(hunk))
    for (let at = from; at < first; at++) lines.push(numbered(' ', at, after))
    const old = firstIndex(hunk.old)
    for (let at = old; at < old + hunk.old.count; at++) lines.push(numbered('-', at, before))
    for (let at = first; at < end; at++) lines.push(numbered('+', at, after))
    const until = Math.min(after.length, end + CONTEXT, next === undefined ? after.length : firstIndex(next.new))
    for (let at = end; at < until; at++) lines.push(numbered(' ', at, after))
    shown = Math.max(end, until)
  }
  return lines
}

/** Returns lines of a file with their 1-based numbers. */
export function numberLines(lines: readonly string[], from: number, to: number): readonly string[] {
  return lines.slice(from - 1, to).map((line, index) => `${from + index}| ${line}`)
}

function numbered(sign: string, index: number, lines: readonly string[]): string {
  return `${sign}${index + 1}| ${lines[index] ?? ''}`
}

function heading({ old, new: now }: DiffHunk): string {
  return `@@ -${old.start},${old.count} +${now.start},${now.count} @@`
}
