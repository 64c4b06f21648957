import { describe, expect, it } from 'vitest'
import { Bm25 } from './bm25.ts'
import { IdentifierTerms } from './identifier-terms.ts'

describe('IdentifierTerms', () => {
  it.each([
    ['parseHTTPHeader(x)', ['parsehttpheader', 'parse', 'http', 'header']],
    ['read_file2_now', ['read_file2_now', 'read', 'file2', 'now']],
    ['plain words, a b', ['plain', 'words']],
    ['größeÄndern', ['größeändern', 'größe', 'ändern']],
    ['', []],
  ])('%s', (text, terms) => {
    expect(new IdentifierTerms().termsOf(text)).toEqual(terms)
  })
})

describe('Bm25', () => {
  it('is the formula', () => {
    const bm25 = new Bm25()
    const documents = ['cat dog', 'cat cat cat cat', 'fox'].map((text) => bm25.prepare(text))
    const average = 7 / 3
    const idf = Math.log(1 + 1.5 / 2.5)
    const score = (count: number, length: number): number =>
      (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average))
    const scores = bm25.scores('cat', documents)
    for (const [index, expected] of [score(1, 2), score(4, 4), 0].entries())
      expect(scores[index]).toBeCloseTo(expected, 10)
    expect(bm25.scores('cat cat', documents)[1]).toBeCloseTo(2 * score(4, 4), 10)
  })

  it('has nothing for words that no document has', () => {
    const bm25 = new Bm25()
    expect(bm25.scores('unknown', [bm25.prepare('cat'), bm25.prepare('')])).toEqual([0, 0])
    expect(bm25.scores('cat', [])).toEqual([])
  })
})
