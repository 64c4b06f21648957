import type { AstUnitType } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { FileFacts, SymbolFacts, SymbolReferences } from '../facts/file-facts.ts'
import { supportingSymbols } from './supporting-symbols.ts'
import { isTest, testExpectations, testLines } from './test-expectations.ts'

const path = (name: string): RepoPath => name as RepoPath
const symbol = (name: string, kind: AstUnitType = 'function', references: SymbolReferences = {}): SymbolFacts => ({
  ...{ name, kind, references, lines: { start: 1, end: 4 } },
})
const factsOf = (...symbols: readonly SymbolFacts[]): FileFacts => ({
  ...{ imports: [], strings: [], symbols },
})

function supporting(
  files: Readonly<Record<string, FileFacts>>,
  imports: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const found = supportingSymbols(
    [{ path: path('a.ts'), index: 0 }],
    new Map(Object.entries(files).map(([name, facts]) => [path(name), facts])),
    new Map(Object.entries(imports).map(([name, targets]) => [path(name), targets.map(path)])),
  )
  return found.map(({ path: of, index, tier }) => `${of}:${files[of]?.symbols[index]?.name ?? '?'} ${tier}`)
}

describe('what a primary symbol uses', () => {
  it('is found in its own file, then in those that it imports', () => {
    const main = symbol('main', 'function', { calls: ['helper', 'read'], types: ['Session'], inherits: ['Base'] })
    expect(
      supporting(
        {
          'a.ts': factsOf(main, symbol('helper')),
          'b.ts': factsOf(symbol('helper'), symbol('Store::read', 'method'), symbol('Session', 'interface')),
          'c.ts': factsOf(symbol('Base', 'class')),
          'far.ts': factsOf(symbol('read')),
        },
        { 'a.ts': ['b.ts', 'c.ts'] },
      ),
    ).toEqual([
      'c.ts:Base type_context',
      'b.ts:Session type_context',
      'a.ts:helper supporting',
      'b.ts:Store::read supporting',
    ])
  })

  it('is nothing that many files define, and not itself', () => {
    const main = symbol('main', 'function', { calls: ['read', 'main'] })
    const many = ['b.ts', 'c.ts', 'd.ts', 'e.ts']
    const files = Object.fromEntries(many.map((name) => [name, factsOf(symbol('read'))]))
    expect(supporting({ 'a.ts': factsOf(main), ...files }, { 'a.ts': many })).toEqual([])
  })
})

/** Returns the assertions of a test that spans a whole file. */
function assertionsOf(name: string, text: string): readonly string[] | undefined {
  const lines = testLines(name, text)
  const facts = factsOf({ ...symbol('it'), lines: { start: 1, end: lines.length } })
  return testExpectations(path(name), facts, lines, [0]).tests[0]?.assertions
}

describe('the expectations of a test file', () => {
  const text = `def test_refuses():
    name = ""
    assert validate(name) is False
    assert validate(name) is False
    assert ${'x'.repeat(200)}
    assert third
def helper():
    assert helper
`
  const lines = testLines('test_a.py', text)
  const facts = factsOf(
    { ...symbol('test_refuses'), lines: { start: 1, end: 6 } },
    { ...symbol('helper'), lines: { start: 7, end: 8 } },
  )

  it.each([
    ['assert!(\n  got.is_empty(),\n  "left: {}",\n  got,\n);', 'assert!(got.is_empty(), "left: {}", got);'],
    ['expect(parse("(")).toEqual({\n  kind: "group"\n})\nnext()', 'expect(parse("(")).toEqual({ kind: "group"})'],
    ['assert ")" in text\nreturn', 'assert ")" in text'],
    ['assert "(" in text\nreturn', 'assert "(" in text'],
    ['assert (\n', 'assert ('],
  ])('have the lines of a call that goes on: %j', (body, expected) => {
    expect(assertionsOf('test_a.py', `def test_it():\n${body}`)?.[0]).toBe(expected)
  })

  it.each([
    [
      'test_a.py',
      'def test_it():\n  """\n  A header should be kept,\n  assert or not.\n  """\n  assert kept',
      ['assert kept'],
    ],
    ['test_a.py', 'def test_it():\n  warn("it should raise")  # assert\n  assert "#" in text', ['assert "#" in text']],
    [
      'a.test.ts',
      "it('should add', () => {\n  log(`should\n  expect`)\n  expect(1).toBe(1)\n})",
      ['expect(1).toBe(1)'],
    ],
    ['a.unknown', 'test\n  assert "x"', ['assert "x"']],
  ])('are code, not what comments and strings say: %s %j', (name, body, expected) => {
    expect(assertionsOf(name, body)).toEqual(expected)
  })

  it('are the names of tests, with their first assertions, each once and cut to a line', () => {
    const { tests } = testExpectations(path('test_a.py'), facts, lines, [0])
    expect(tests).toHaveLength(1)
    expect(tests[0]).toMatchObject({ name: 'test_refuses', line: 1 })
    expect(tests[0]?.assertions[0]).toBe('assert validate(name) is False')
    expect(tests[0]?.assertions).toHaveLength(2)
    expect(tests[0]?.assertions[1]?.length).toBeLessThanOrEqual(120)
  })

  it.each([
    ['test_login', 'function', true],
    ['TestLogin::test_refuses', 'method', true],
    ['TestRouter', 'function', true],
    ['TestLogin', 'class', false],
    ['tests', 'module', false],
    ['test_data', 'variable', false],
    ['refuses an empty name', 'test', true],
    ['helper', 'function', false],
    ['latest', 'function', false],
  ] as const)('%s, a %s, is a test: %s', (name, kind, expected) => {
    expect(isTest(symbol(name, kind), [])).toBe(expected)
  })

  it('is what asserts, whatever its name', () => {
    const adds: SymbolFacts = { ...symbol('tests::adds', 'function'), lines: { start: 1, end: 3 } }
    expect(isTest(adds, testLines('a.rs', 'fn adds() {\n  assert_eq!(add(1, 1), 2);\n}'))).toBe(true)
    expect(isTest(adds, testLines('a.rs', 'fn adds() {\n  warn("assert");  // assert nothing\n}'))).toBe(false)
  })
})
