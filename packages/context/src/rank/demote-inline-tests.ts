import type { FileFacts } from '../facts/file-facts.ts'
import type { RankedSymbol } from './rank-symbols.ts'

/** Minimum distance of the score of a test from those of other units, which do not differ as much by their size. */
const DISTANCE = 20
/** An attribute that makes the item below it a test, or compiles it for tests alone. */
const TEST_ATTRIBUTE = /^\s*#\[(?:cfg\((?:all\()?test\b|(?:\w+::)*(?:test|bench|rstest|test_case|quickcheck)\b)/u
/** Lines between an attribute and its item. */
const ABOVE_ITEM = /^\s*(?:#\[|\/\/)/u

/** The facts and the text of a file. */
export interface SourceText {
  readonly facts: FileFacts
  readonly text: string
}

/**
 * Ranks the unit tests inside source files, as Rust has them, after all other units: like test files, they show what is
 * expected and are not where a task is solved.
 */
export function demoteInlineTests(
  ranked: readonly RankedSymbol[],
  files: ReadonlyMap<string, SourceText>,
): readonly RankedSymbol[] {
  const tests = new Map([...files].map(([path, file]) => [path, inlineTests(file)]))
  const isInline = ({ index, path }: RankedSymbol): boolean => tests.get(path)?.has(index) === true
  const others = ranked.filter((each) => !isInline(each))
  const inline = ranked.filter(isInline)
  const overlap = Math.max(0, (inline[0]?.score ?? 0) - (others.at(-1)?.score ?? 0))
  return [...others, ...inline.map((each) => ({ ...each, score: each.score - overlap - DISTANCE }))]
}

/** Returns the positions of the symbols that are tests, or in a module of tests. */
export function inlineTests({ facts: { language, symbols }, text }: SourceText): ReadonlySet<number> {
  const tests = new Set<number>()
  if (language !== 'rust') return tests
  const lines = text.split('\n')
  let end = 0
  for (const [index, symbol] of symbols.entries()) {
    const { lines: own } = symbol
    if (own.end > end && !isTest(lines, own.start)) continue
    tests.add(index)
    end = Math.max(end, own.end)
  }
  return tests
}

/** Whether an item that starts at a line, perhaps with its attributes, has the attribute of a test. */
function isTest(lines: readonly string[], start: number): boolean {
  let first = start - 1
  while (first > 0 && ABOVE_ITEM.test(lines[first - 1] ?? '')) first--
  const item = lines.findIndex((line, index) => index >= start - 1 && !ABOVE_ITEM.test(line))
  return lines.slice(first, item === -1 ? undefined : item).some((line) => TEST_ATTRIBUTE.test(line))
}
