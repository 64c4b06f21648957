import { commentSyntax, scanSpans } from '@chronicle/core/text'
import type { RepoPath, TestExpectations } from '@chronicle/schema'
import type { FileFacts, SymbolFacts } from '../facts/file-facts.ts'
import { FUNCTIONS } from '../pack/file-parts.ts'
import { ownName } from '../words/own-name.ts'

/** Maximum number of assertions to quote for a test. */
const MAX_ASSERTIONS = 2
const MAX_ASSERTION_LENGTH = 120
const ASSERTION =
  /\b(?:assert\w*|expect|should|require\.\w+|t\.(?:Error|Fatal|Equal|is|deepEqual|truthy|throws)\w*|raises)\b/

/** A line of a test file. */
export interface TestLine {
  readonly text: string
  /** The line with comments and literals replaced by spaces, because their text asserts nothing. */
  readonly code: string
}

/** Splits a test file into lines. If its syntax is unknown, all of it counts as code. */
export function testLines(path: string, text: string): readonly TestLine[] {
  const syntax = commentSyntax(path)
  let code = ''
  if (syntax !== undefined)
    for (const { start, end } of scanSpans(text, syntax))
      code += text.slice(code.length, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
  const codeLines = (code + text.slice(code.length)).split('\n')
  return text.split('\n').map((line, index) => ({ text: line.trim(), code: codeLines[index]?.trim() ?? '' }))
}

/**
 * Returns the expectations of a test file: the names of its tests with their assertions. `tests`: positions of symbols,
 * in order.
 */
export function testExpectations(
  path: RepoPath,
  facts: FileFacts,
  lines: readonly TestLine[],
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

/** Whether a symbol of a test file is a test: by its kind, or for a function by its name or its assertions. */
export function isTest(symbol: SymbolFacts, lines: readonly TestLine[]): boolean {
  const { kind, name } = symbol
  if (kind === 'test') return true
  return (
    FUNCTIONS.has(kind) && (/^(?:test|Test|it |should)/.test(ownName(name)) || assertionsOf(symbol, lines).length > 0)
  )
}

function assertionsOf({ lines: { start, end } }: SymbolFacts, lines: readonly TestLine[]): readonly string[] {
  const body = lines.slice(start, end)
  const assertions = body.flatMap((line, index) => (isAssertion(line) ? [joinOpenLines(body, index)] : []))
  return [...new Set(assertions)]
    .slice(0, MAX_ASSERTIONS)
    .map((line) => (line.length <= MAX_ASSERTION_LENGTH ? line : `${line.slice(0, MAX_ASSERTION_LENGTH - 1)}…`))
}

function isAssertion({ code }: TestLine): boolean {
  return ASSERTION.test(code) && !/^(?:def|func|function|it\(|test\()/.test(code)
}

/** Returns the line and those after it until its brackets are closed, because `assert!(` alone says nothing. */
function joinOpenLines(lines: readonly TestLine[], index: number): string {
  let text = lines[index]?.text ?? ''
  let open = openBrackets(lines[index])
  for (const line of lines.slice(index + 1)) {
    if (text.length > MAX_ASSERTION_LENGTH || open <= 0) break
    const isClosing = /^[)\]}]/.test(line.text)
    text = isClosing ? `${text.replace(/,$/, '')}${line.text}` : `${text}${/[([]$/.test(text) ? '' : ' '}${line.text}`
    open += openBrackets(line)
  }
  return text
}

function openBrackets({ code }: TestLine = { text: '', code: '' }): number {
  return (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0)
}
