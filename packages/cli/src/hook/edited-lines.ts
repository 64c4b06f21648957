import { diffLines, LineTable } from '@chronicle/core/line-diff'
import type { LineRange } from '@chronicle/schema'
import type { FileChange, Replacement } from './file-change.ts'

/** Lines of the current file that an edit is about to change. */
export interface EditedLines {
  readonly lines: LineRange
  /** The edit only inserts something between these two lines. */
  readonly between?: true
}

/** Maximum number of occurrences of one text that are examined. */
const MAX_OCCURRENCES = 8

/**
 * Finds the lines that an edit is about to change, in the order of the edit. Returns an empty list if it changes no
 * existing line.
 */
export function editedLines(text: string, change: FileChange): readonly EditedLines[] {
  const file = withLineFeeds(text)
  const last = countLines(file)
  const found =
    change.kind === 'replace'
      ? change.replacements.flatMap((replacement) => replacedLines(file, replacement))
      : change.kind === 'write'
        ? differingLines(file, withLineFeeds(change.content))
        : cellLines(file, change.id)
  return found.flatMap(({ between, lines: { end, start } }): EditedLines[] => {
    // Text appended to the end of the file is not between two lines.
    if (between === true) return start >= 1 && end <= last ? [{ lines: { start, end }, between }] : []
    return start <= Math.min(end, last) ? [{ lines: { start, end: Math.min(end, last) } }] : []
  })
}

function replacedLines(file: string, { all, ...texts }: Replacement): readonly EditedLines[] {
  const [old, text] = [withLineFeeds(texts.old), withLineFeeds(texts.new)]
  if (old === '' || old === text) return []
  const found: EditedLines[] = []
  for (let at = file.indexOf(old); at >= 0 && found.length < MAX_OCCURRENCES; at = file.indexOf(old, at + old.length)) {
    found.push(changedWithin(old.split('\n'), text.split('\n'), lineAt(file, at)))
    if (!all) break
  }
  return found
}

/** Returns the lines of a text, starting at line `first`, that differ in its replacement. */
function changedWithin(old: readonly string[], text: readonly string[], first: number): EditedLines {
  const shorter = Math.min(old.length, text.length)
  let head = 0
  while (head < shorter && old[head] === text[head]) head++
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++
  return touched(first + head, first + old.length - tail)
}

/**
 * Returns the lines from `start` up to, but not including, `end`; for an empty range, the two lines between which
 * something is inserted.
 */
function touched(start: number, end: number): EditedLines {
  return start < end ? { lines: { start, end: end - 1 } } : { lines: { start: start - 1, end: start }, between: true }
}

function differingLines(file: string, content: string): readonly EditedLines[] {
  const table = new LineTable()
  const encoder = new TextEncoder()
  const [a, b] = [table.number(encoder.encode(file)), table.number(encoder.encode(content))]
  return diffLines(a, b, table).map(({ endA, startA }) => touched(startA + 1, endA + 1))
}

/** Returns the lines of a cell in a notebook's text. A cell starts with its type, after a line with a bracket. */
function cellLines(file: string, id: string | undefined): readonly EditedLines[] {
  if (id === undefined) return []
  const lines = file.split('\n')
  const own = lines.findIndex((line) => line.trim().replace(/,$/u, '') === `"id": ${JSON.stringify(id)}`)
  if (own < 0) return []
  const starts = (line: string): boolean => line.trim().startsWith('"cell_type":')
  const start = lines.findLastIndex((line, index) => index <= own && starts(line))
  const next = lines.findIndex((line, index) => index > own && starts(line))
  return [{ lines: { start: Math.max(start, 0) + 1, end: next < 0 ? lines.length : next - 1 } }]
}

/** Agents' tools read and write line feeds, whatever the file contains. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Returns the 1-based line number of an offset. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function countLines(text: string): number {
  const lines = text.split('\n').length
  return text === '' || text.endsWith('\n') ? lines - 1 : lines
}
