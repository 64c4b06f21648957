import { bytesPerFour } from '@chronicle/core/text'
import type { CommitId, LineRange, RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { CompleteCase } from '../cases/complete-case.ts'
import { measureCase } from './measure-case.ts'
import { summarise } from './summarise.ts'

const [a, b, c, d] = ['a.py', 'b.py', 'c.py', 'd.py'] as RepoPath[] as [RepoPath, RepoPath, RepoPath, RepoPath]
/** Ten lines of eight bytes each, without line endings. */
const text = Array.from({ length: 10 }, (_, index) => `line ${String(index + 1).padStart(3, '0')}`)
const gold: CompleteCase = {
  id: 'one',
  repository: 'r',
  base: 'abc' as CommitId,
  task: 'do it',
  goldFiles: [a, b],
  goldSymbols: [
    { path: a, name: 'A::f', lines: { start: 2, end: 4 } },
    { path: b, name: 'g', lines: { start: 1, end: 5 } },
  ],
  goldLines: { [a]: [{ start: 3, end: 3 }], [b]: [{ start: 9, end: 9 }] },
  goldTexts: new Map([
    [a, text],
    [b, text],
  ]),
  source: 'issue',
}
const options = { ranks: [1, 3, 5], budgets: [100, 200], tokens: bytesPerFour() }

function files(...paths: readonly RepoPath[]) {
  return paths.map((path, index) => ({ path, score: 1 / (index + 1) }))
}

function lines(path: RepoPath, start: number, end: number): { path: RepoPath; lines: LineRange } {
  return { path, lines: { start, end } }
}

describe('measureCase', () => {
  it('is strict about accuracy and fair about recall', () => {
    const measures = measureCase(gold, { files: files(c, a, a, d, b) }, options)
    expect(measures).toEqual({
      'file-acc@1': 0,
      'file-acc@3': 0,
      'file-acc@5': 1,
      'file-recall@1': 0,
      'file-recall@3': 0.5,
      'file-recall@5': 1,
      'file-mrr': 0.5,
      'file-recall': 1,
      'file-precision': 0.5,
    })
  })

  it('finds gold functions by file, name and lines', () => {
    const symbols = [
      { path: c, name: 'g' },
      { path: b, name: 'g', lines: { start: 40, end: 45 } },
      { path: b, name: 'B::g', lines: { start: 1, end: 5 } },
      { path: a, name: 'A::f' },
    ]
    const measures = measureCase(gold, { files: [], symbols }, options)
    expect(measures).toMatchObject({ 'function-acc@3': 0, 'function-acc@5': 1, 'function-mrr': 1 / 3, 'file-mrr': 0 })
    const named: CompleteCase = { ...gold, goldSymbols: [{ name: 'f' }] }
    expect(measureCase(named, { files: [], symbols }, options)).toMatchObject({ 'function-mrr': 1 / 4 })
    const others = measureCase({ ...gold, goldSymbols: [] }, { files: [], symbols }, options)
    expect(others).not.toHaveProperty('function-mrr')
  })

  it('measures what was packed', () => {
    const packed = [
      { budget: 100, tokens: 50, lines: [lines(a, 1, 3), lines(a, 4, 4), lines(c, 1, 6), lines(b, 2, 9)] },
    ]
    const measures = measureCase(gold, { files: [], packed }, options)
    // Relevant lines are 2-4 of a, and 1-5 and 9 of b: 9 lines. Packed are 18 lines, 8 of them relevant.
    expect(measures).toMatchObject({
      'packed-files@100': 1,
      'packed-functions@100': 0.5,
      'line-recall@100': 8 / 9,
      'line-precision@100': 8 / 18,
      // Three lines of a, joined, are 26 bytes: 7 tokens. Five lines of b are 44 bytes: 11 tokens.
      'token-efficiency@100': 18 / 50,
      'budget-use@100': 0.5,
      'over-budget@100': 0,
    })
  })

  it('takes a package that is missing for an empty one', () => {
    const measures = measureCase(gold, { files: [], packed: [{ budget: 200, tokens: 300, lines: [] }] }, options)
    expect(measures).toMatchObject({ 'packed-files@100': 0, 'line-precision@100': 0, 'budget-use@100': 0 })
    expect(measures).toMatchObject({ 'over-budget@200': 1, 'token-efficiency@200': 0 })
  })

  it('takes whole files for relevant where nothing narrower is known', () => {
    const whole = { ...gold, goldSymbols: [{ name: 'f' }], goldLines: {} }
    const packed = [{ budget: 100, tokens: 50, lines: [lines(a, 1, 5)] }]
    const measures = measureCase(whole, { files: [], packed }, options)
    expect(measures).toMatchObject({ 'line-recall@100': 5 / 20, 'line-precision@100': 1 })
    expect(measures).not.toHaveProperty('packed-functions@100')
  })
})

describe('summarise', () => {
  it('groups by source and repository, by source, and all', () => {
    const result = (repository: string, source: 'issue' | 'mined', value: number, goldFunctions: number) => ({
      id: `${repository}-${source}-${value}`,
      repository,
      source,
      goldFunctions,
      measures: { 'file-mrr': value, ...(goldFunctions === 0 ? {} : { 'packed-functions@4': value }) },
    })
    const failed = { ...result('b', 'issue', 0, 0), failure: { code: 'x', message: 'y' } }
    const summaries = summarise([
      result('b', 'issue', 1, 3),
      result('a', 'mined', 0.5, 0),
      result('a', 'issue', 0, 1),
      failed,
    ])
    expect(summaries.map(({ source, repository, cases, failures }) => [source, repository, cases, failures])).toEqual([
      ['issue', 'a', 1, 0],
      ['issue', 'b', 2, 1],
      ['mined', 'a', 1, 0],
      ['issue', undefined, 3, 1],
      ['mined', undefined, 1, 0],
      [undefined, undefined, 4, 1],
    ])
    expect(summaries.at(-1)?.means).toEqual({
      'file-mrr': { mean: 0.375, cases: 4 },
      'packed-functions@4': { mean: 0.5, cases: 2 },
      'packed-functions-pooled@4': { mean: 0.75, cases: 2 },
    })
  })
})
