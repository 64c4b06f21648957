import type { RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { FileFacts, SymbolFacts } from '../facts/file-facts.ts'
import { demoteInlineTests, inlineTests } from './demote-inline-tests.ts'

const TEXT = `pub fn build() -> Glob {
    Glob::new()
}

#[inline]
pub fn parse() {}

#[tokio::test]
async fn builds() {
    build();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helper() {}

    #[test]
    fn parses() {}
}

fn test_path() {}
`

const symbol = (name: string, start: number, end: number): SymbolFacts => ({
  name,
  kind: 'function',
  lines: { start, end },
  references: {},
})
const symbols = [
  symbol('build', 1, 3),
  symbol('parse', 6, 6),
  symbol('builds', 9, 11),
  symbol('tests', 14, 21),
  symbol('tests::helper', 17, 17),
  symbol('tests::parses', 20, 20),
  symbol('test_path', 23, 23),
]
const testsOf = (language: FileFacts['language']): readonly (string | undefined)[] => {
  const facts: FileFacts = { ...(language === undefined ? {} : { language }), symbols, imports: [], strings: [] }
  return [...inlineTests({ facts, text: TEXT })].map((index) => symbols[index]?.name)
}

it('finds the tests of a source file by their attributes, and all units in a module of tests', () => {
  expect(testsOf('rust')).toEqual(['builds', 'tests', 'tests::helper', 'tests::parses'])
})

it('finds none in languages that have tests in files of their own', () => {
  expect(testsOf('go')).toEqual([])
})

it('ranks them after all other units, however much better their scores are', () => {
  const facts: FileFacts = { language: 'rust', symbols, imports: [], strings: [] }
  const path = 'src/glob.rs' as RepoPath
  const scores = [1, -9, 40, 30, 20, 25, 2]
  const ranked = symbols
    .map((own, index) => ({ path, index, symbol: own, score: scores[index] ?? 0, breakdown: {} }))
    .sort((a, b) => b.score - a.score)
  const demoted = demoteInlineTests(ranked, new Map([[path, { facts, text: TEXT }]]))
  const names = ['test_path', 'build', 'parse', 'builds', 'tests', 'tests::parses', 'tests::helper']
  expect(demoted.map(({ symbol: { name } }) => name)).toEqual(names)
  expect([...demoted].sort((a, b) => b.score - a.score)).toEqual(demoted)
})
