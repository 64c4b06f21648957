import type { RepoPath, TestExpectations } from '@chronicle/schema'
import type { FileFacts, SymbolFacts } from '../facts/file-facts.ts'
import { FUNCTIONS } from '../pack/file-parts.ts'
import { ownName } from '../words/own-name.ts'

/** Assertions of a test that are quoted. */
const MAX_ASSERTIONS = 2
const MAX_ASSERTION_LENGTH = 120
const STRING = /(["'`])(?:\\.|(?!\1).)*\1/g
const ASSERTION =
  /\b(?:assert\w*|expect|should|require\.\w+|t\.(?:Error|Fatal|Equal|is|deepEqual|truthy|throws)\w*|raises)\b/

/** Returns what a test file expects, as the names of its tests with their assertions. `tests`: positions, in order. */
export function testExpectations(
  path: RepoPath,
  facts: FileFacts,
  lines: readonly string[],
  tests: readonly number[],
): TestExpectations {
  return {
    path,
    tests: tests.flatMap((index) => {
      const symbol = facts.symbols[index]
      return symbol === undefined
        ? []
        : [{ name: symbol.name, line: symbol.lines.start, assertions: assertionsOf(symbol, lines) }]
    }),
  }
}

/** Whether a symbol of a test file is a test: by its kind or name, or as a function that asserts something. */
export function isTest(symbol: SymbolFacts, lines: readonly string[]): boolean {
  const { kind, name } = symbol
  return (
    kind === 'test' ||
    /^(?:test|Test|it |should)/.test(ownName(name)) ||
    (FUNCTIONS.has(kind) && assertionsOf(symbol, lines).length > 0)
  )
}

function assertionsOf({ lines: { start, end } }: SymbolFacts, lines: readonly string[]): readonly string[] {
  const body = lines.slice(start, end).map((line) => line.trim())
  const assertions = body.flatMap((line, index) => (isAssertion(line) ? [untilClosed(body, index)] : []))
  return [...new Set(assertions)]
    .slice(0, MAX_ASSERTIONS)
    .map((line) => (line.length <= MAX_ASSERTION_LENGTH ? line : `${line.slice(0, MAX_ASSERTION_LENGTH - 1)}…`))
}

function isAssertion(line: string): boolean {
  return ASSERTION.test(line) && !/^(?:def|func|function|it\(|test\(|\/\/|#|\*)/.test(line)
}

/** The line, with those after it while a bracket that it opens is not closed: `assert!(` says nothing alone. */
function untilClosed(lines: readonly string[], index: number): string {
  let text = lines[index] ?? ''
  for (const line of lines.slice(index + 1)) {
    const isClosing = /^[)\]}]/.test(line)
    if (text.length > MAX_ASSERTION_LENGTH || openBrackets(text) <= 0) break
    text = isClosing ? `${text.replace(/,$/, '')}${line}` : `${text}${/[([]$/.test(text) ? '' : ' '}${line}`
  }
  return text
}

function openBrackets(text: string): number {
  const code = text.replace(STRING, '')
  return (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0)
}
