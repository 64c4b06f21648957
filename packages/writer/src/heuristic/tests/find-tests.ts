import type { LineRange } from '@chronicle/schema'
import { testPatterns } from './test-syntax.ts'

/** A test of a file, with the groups that it stands in. */
export interface FoundTest {
  /** In the words of the file. */
  readonly title: string
  readonly isName: boolean
  /** The first line of a documentation text of the test, and where it stands. */
  readonly docs?: { readonly text: string; readonly line: number }
  /** Titles of the groups around it, the outermost first. */
  readonly groups: readonly string[]
  /** From the line of the title to the end of the test, from 1. */
  readonly lines: LineRange
}

/**
 * Finds the tests of a file. What a test is made of is told by indentation: up to the first line that is indented no
 * more than its title, with that line where it only closes brackets.
 */
export function findTests(path: string, lines: readonly string[]): readonly FoundTest[] {
  const patterns = testPatterns(path)
  const tests: FoundTest[] = []
  const groups: { readonly title: string; readonly end: number }[] = []
  for (const [index, line] of lines.entries()) {
    while ((groups.at(-1)?.end ?? Infinity) <= index) groups.pop()
    for (const { pattern, kind, isName = false, after } of patterns) {
      const found = pattern.exec(line)?.groups
      const title = found?.['title'] ?? found?.['name']
      if (title === undefined || isComputed(title, found?.['quote'])) continue
      if (after !== undefined && !lines.slice(Math.max(0, index - 3), index).some((above) => after.test(above)))
        continue
      const end = endOfBlock(lines, index)
      if (kind === 'group') groups.push({ title, end })
      else {
        const docs = docsOf(path, lines, index)
        const around = groups.map((group) => group.title)
        tests.push({ title, isName, groups: around, lines: { start: index + 1, end }, ...(docs && { docs }) })
      }
      break
    }
  }
  return tests
}

/** A title that is put together when the test runs is not what it says. */
function isComputed(title: string, quote: string | undefined): boolean {
  return (quote === '`' && title.includes('${')) || /%[sdjopq]|#\{|\$\w/.test(title)
}

/** The number of the last line of a block, from 1, that begins at an index. */
function endOfBlock(lines: readonly string[], start: number): number {
  const indent = indentOf(lines[start] ?? '')
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '' || indentOf(line) > indent) continue
    // A signature of several lines goes on with what closes its brackets.
    if (/^\s*\).*[:{]\s*$/.test(line) || /^\s*\{\s*$/.test(line)) continue
    return /^\s*(?:[)}\]'"]|end\b)/.test(line) ? index + 1 : index
  }
  return lines.length
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Longest signature of a test, in lines. */
const SIGNATURE = 5

/** What a Python test says of itself, where that is a sentence on one line. */
function docsOf(path: string, lines: readonly string[], start: number): FoundTest['docs'] {
  if (!path.endsWith('.py')) return undefined
  const opened = lines.slice(start, start + SIGNATURE).findIndex((line) => /:\s*(?:#.*)?$/.test(line))
  const line = start + opened + 1
  const text = /^\s*[rR]?(?:"""|''')\s*(?<text>\S.*?)\s*(?<closing>"""|''')?\s*$/.exec(lines[line] ?? '')?.groups
  if (opened < 0 || text?.['text'] === undefined) return undefined
  const isWhole = text['closing'] !== undefined || /[.!]$/.test(text['text'])
  return isWhole ? { text: text['text'], line: line + 1 } : undefined
}
