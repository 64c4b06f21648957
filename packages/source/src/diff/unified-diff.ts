import { FILE_HEADERS_ONLY, formatPatch, structuredPatch, type StructuredPatchHunk } from 'diff'
import type { LineRange } from '@chronicle/schema'

/** Two versions of a file as text; `undefined` where it does not exist. */
export interface TextPair {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The difference between two texts. */
export interface UnifiedDiff {
  /** The diff in the format of `git diff` and `git apply`, from the `---` line on. Empty if nothing differs. */
  readonly text: string
  /** Number of characters of `text` before the first hunk: the file names. The rest consists of the compared texts. */
  readonly headerLength: number
  readonly added: number
  readonly removed: number
  /** From the first to the last changed line of the new text. If lines were only removed, the line before them. */
  readonly lines: LineRange | undefined
  /** The line ranges of the old text that change, in ascending order. */
  readonly touched: readonly ChangedLines[]
  /**
   * Whether the difference exceeded `maxEdits`, so that everything between the first and the last changed line is shown
   * as replaced.
   */
  readonly incomplete: boolean
}

/** Lines that a change replaces or removes. */
export interface ChangedLines extends LineRange {
  /**
   * Present when the two lines do not change and something is inserted between them. Line 0 is before the first line.
   */
  readonly between?: true
}

const CONTEXT = 3

/**
 * Compares two texts by lines. `maxEdits` limits the number of added and removed lines that are searched for the
 * shortest diff.
 */
export function unifiedDiff({ path, before, after }: TextPair, maxEdits: number): UnifiedDiff {
  const names = [
    before === undefined ? '/dev/null' : `a/${path}`,
    after === undefined ? '/dev/null' : `b/${path}`,
  ] as const
  const [old = '', now = ''] = [before, after]
  const options = { context: CONTEXT, maxEditLength: maxEdits }
  const patch = old === now ? undefined : structuredPatch(...names, old, now, undefined, undefined, options)
  const hunks = patch?.hunks ?? (old === now ? [] : [replaceMiddle(splitLines(old), splitLines(now))])
  const header = { oldFileName: names[0], newFileName: names[1], oldHeader: undefined, newHeader: undefined }
  const isThere = (before === undefined) === (after === undefined)
  // The diff of an empty file that is created or deleted has only the file names.
  const isShown = hunks.length > 0 || !isThere
  return {
    text: isShown ? formatPatch({ ...header, hunks: [...hunks] }, FILE_HEADERS_ONLY) : '',
    headerLength: isShown ? formatPatch({ ...header, hunks: [] }, FILE_HEADERS_ONLY).length : 0,
    added: count(hunks, '+'),
    removed: count(hunks, '-'),
    lines: changedLines(hunks),
    touched: hunks.flatMap(touchedLines),
    incomplete: hunks.length > 0 && patch === undefined,
  }
}

function count(hunks: readonly StructuredPatchHunk[], sign: string): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0)
}

function changedLines(hunks: readonly StructuredPatchHunk[]): LineRange | undefined {
  const changed: number[] = []
  for (const hunk of hunks) {
    let line = hunk.newStart
    let removed = false
    const endRun = (): void => {
      if (removed) changed.push(Math.max(1, line - 1))
      removed = false
    }
    for (const text of hunk.lines) {
      const sign = text.charAt(0)
      if (sign === '-') removed = true
      if (sign === ' ') endRun()
      if (sign === '+') {
        removed = false
        changed.push(line)
      }
      if (sign === '+' || sign === ' ') line++
    }
    endRun()
  }
  const [start] = changed
  return start === undefined ? undefined : { start, end: changed.at(-1) ?? start }
}

function touchedLines(hunk: StructuredPatchHunk): readonly ChangedLines[] {
  const touched: ChangedLines[] = []
  // For an empty file, the hunk header has the line number 0.
  let line = Math.max(1, hunk.oldStart)
  let removed = 0
  let added = 0
  const endRun = (): void => {
    if (removed > 0) touched.push({ start: line - removed, end: line - 1 })
    else if (added > 0) touched.push({ start: line - 1, end: line, between: true })
    removed = added = 0
  }
  for (const text of hunk.lines) {
    const sign = text.charAt(0)
    if (sign === ' ') endRun()
    if (sign === '+') added++
    if (sign === '-') removed++
    if (sign === '-' || sign === ' ') line++
  }
  endRun()
  return touched
}

/**
 * Returns one hunk from the first to the last difference, in the library's format. Lines include their line endings.
 */
function replaceMiddle(old: readonly string[], now: readonly string[]): StructuredPatchHunk {
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head++
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  const above = Math.min(CONTEXT, head)
  const below = Math.min(CONTEXT, tail)
  const part = (lines: readonly string[]): readonly string[] => lines.slice(head, lines.length - tail)
  const start = head - above + 1
  const [oldLines, newLines] = [old.length - tail + below - start + 1, now.length - tail + below - start + 1]
  return {
    oldStart: start,
    oldLines,
    newStart: start,
    newLines,
    lines: [
      ...signed(' ', old.slice(head - above, head)),
      ...signed('-', part(old)),
      ...signed('+', part(now)),
      ...signed(' ', old.slice(old.length - tail, old.length - tail + below)),
    ],
  }
}

function signed(sign: string, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
  )
}

function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
