import { omitUndefined, type LineRange } from '@chronicle/schema'
import { namesOnly } from './group-names.ts'
import { GROUP_START, testPatterns, type TestPattern } from './test-syntax.ts'

/** A test in a file, with its enclosing groups. */
export interface FoundTest {
  /** Verbatim from the file. */
  readonly title: string
  readonly isName: boolean
  /** The first line of the test's documentation, and its line number. */
  readonly docs?: { readonly text: string; readonly line: number }
  /** Titles of the enclosing groups, outermost first, except classes that are named like the file. */
  readonly groups: readonly string[]
  /** From the line of the title to the end of the test, 1-based. */
  readonly lines: LineRange
}

/**
 * Finds the tests of a file, except those in a group whose title is computed or that is skipped: what they state holds
 * under a condition that is not known. A test with others in it is their group. Indentation determines the end of a test: it ends before the first line that is indented
 * no more than its title, or with that line if the line only closes brackets.
 */
export function findTests(path: string, lines: readonly string[]): readonly FoundTest[] {
  const patterns = testPatterns(path)
  const tests: FoundTest[] = []
  let groups: readonly { readonly title: string | undefined; readonly end: number }[] = []
  for (const [index, line] of lines.entries()) {
    groups = groups.filter((group) => group.end > index)
    const isGroup = GROUP_START.test(line)
    // A long title is on the next line.
    const text = isGroup && line.endsWith('(') ? line + (lines[index + 1] ?? '').trim() : line
    const found = patterns.flatMap((pattern) => matchOf(pattern, text, lines, index) ?? [])[0]
    if (found === undefined && !isGroup) continue
    const { title, pattern: { kind = 'group', isName = false } = {}, suite } = found ?? {}
    if (kind === 'group' && isName && title !== undefined && namesOnly(title, [path])) continue
    const end = endOfBlock(lines, index)
    const around = groups.map((group) => group.title)
    if (suite !== undefined && !namesOnly(suite, [path])) around.push(suite)
    if (kind === 'test' && title !== undefined && around.every((each) => each !== undefined)) {
      const docs = docsOf(path, lines, index)
      tests.push({ title, isName, groups: around, lines: { start: index + 1, end }, ...(docs && { docs }) })
    }
    groups = [...groups, { title, end }]
  }
  return tests
}

interface Match {
  readonly pattern: TestPattern
  /** Absent if it is computed. */
  readonly title?: string
  readonly suite?: string
}

function matchOf(pattern: TestPattern, line: string, lines: readonly string[], index: number): Match | undefined {
  const { after, prefix = '' } = pattern
  const found = pattern.pattern.exec(line)?.groups
  const title = found?.['title'] ?? found?.['name']
  if (title === undefined) return undefined
  if (after !== undefined && !lines.slice(Math.max(0, index - 3), index).some((above) => after.test(above)))
    return undefined
  if (isComputed(title, found?.['quote'])) return { pattern }
  return { pattern, title: prefix + title, ...omitUndefined({ suite: found?.['suite'] }) }
}

/** Whether a title is composed at run time, so that it cannot be quoted. */
function isComputed(title: string, quote: string | undefined): boolean {
  return (quote === '`' && title.includes('${')) || /%[sdjopq]|#\{|\$\w/.test(title)
}

/** Returns the 1-based number of the last line of a block that starts at an index. */
function endOfBlock(lines: readonly string[], start: number): number {
  const indent = indentOf(lines[start] ?? '')
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '' || indentOf(line) > indent) continue
    // A line that closes the brackets of a signature, or only opens the body, does not end the block.
    if (/^\s*\).*[:{]\s*$/.test(line) || /^\s*\{\s*$/.test(line)) continue
    return /^\s*(?:[)}\]'"]|end\b)/.test(line) ? index + 1 : index
  }
  return lines.length
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Maximum length of a test's signature, in lines. */
const SIGNATURE = 5

/** Returns the docstring of a Python test, if it is a sentence on one line. */
function docsOf(path: string, lines: readonly string[], start: number): FoundTest['docs'] {
  if (!path.endsWith('.py')) return undefined
  const opened = lines.slice(start, start + SIGNATURE).findIndex((line) => /:\s*(?:#.*)?$/.test(line))
  const line = start + opened + 1
  const text = /^\s*[rR]?(?:"""|''')\s*(?<text>\S.*?)\s*(?<closing>"""|''')?\s*$/.exec(lines[line] ?? '')?.groups
  if (opened < 0 || text?.['text'] === undefined) return undefined
  const isWhole = text['closing'] !== undefined || /[.!]$/.test(text['text'])
  return isWhole ? { text: text['text'], line: line + 1 } : undefined
}
