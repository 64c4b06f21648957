import { bytesPerFour } from '@chronicle/core/text'
import type { AstUnitType } from '@chronicle/core/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileFacts, SymbolFacts } from '../facts/file-facts.ts'
import { fileParts } from './file-parts.ts'

const tokens = bytesPerFour()

function factsOf(symbols: readonly (readonly [string, AstUnitType, number, number])[], lines: number): FileFacts {
  return {
    ...{ lines, bytes: lines * 5, imports: [], strings: [], rationale: [] },
    symbols: symbols.map(([name, kind, start, end]): SymbolFacts => ({
      name,
      kind,
      lines: { start, end },
      references: {},
    })),
  }
}

const text = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `line ${index + 1}`)

const placesOf = (facts: FileFacts, count: number): readonly (readonly [number, number, string?])[] =>
  fileParts(facts, text(count), tokens).map(({ lines, symbol }) =>
    symbol === undefined
      ? [lines.start, lines.end]
      : [lines.start, lines.end, facts.symbols[symbol]?.name ?? 'unknown'],
  )

describe('the parts of a file', () => {
  it('are functions, and the runs of lines between them', () => {
    const facts = factsOf(
      [
        ['read', 'function', 3, 6],
        ['write', 'function', 8, 9],
      ],
      12,
    )
    expect(placesOf(facts, 12)).toEqual([
      [1, 2],
      [3, 6, 'read'],
      [7, 7],
      [8, 9, 'write'],
      [10, 12],
    ])
  })

  it('are a small class as a whole, and of a large one its head and its methods', () => {
    const small = factsOf(
      [
        ['Store', 'class', 1, 10],
        ['Store::read', 'method', 3, 5],
      ],
      10,
    )
    expect(placesOf(small, 10)).toEqual([[1, 10, 'Store']])
    const large = factsOf(
      [
        ['Store', 'class', 1, 50],
        ['Store::read', 'method', 4, 20],
        ['Store::write', 'method', 22, 48],
      ],
      50,
    )
    expect(placesOf(large, 50)).toEqual([
      [1, 3, 'Store'],
      [4, 20, 'Store::read'],
      [21, 21],
      [22, 48, 'Store::write'],
      [49, 50],
    ])
  })

  it('are a function as a whole with those inside of it, and of a long one what is around them', () => {
    const nested = (end: number): FileFacts =>
      factsOf(
        [
          ['stream', 'function', 1, end],
          ['stream::generate', 'function', 11, 30],
          ['stream::close', 'function', 34, 50],
        ],
        end + 2,
      )
    expect(placesOf(nested(60), 62)).toEqual([
      [1, 60, 'stream'],
      [61, 62],
    ])
    expect(placesOf(nested(150), 152)).toEqual([
      [1, 10, 'stream'],
      [11, 30, 'stream::generate'],
      [31, 33, 'stream'],
      [34, 50, 'stream::close'],
      [51, 150, 'stream'],
      [151, 152],
    ])
  })

  it('are the whole file where it has no symbols, and none where it is blank', () => {
    expect(placesOf(factsOf([], 5), 5)).toEqual([[1, 5]])
    expect(fileParts(factsOf([], 2), ['', '  '], tokens)).toEqual([])
  })

  it('are none of lines without a word', () => {
    expect(fileParts(factsOf([['a', 'function', 1, 1]], 3), ['a = f(1,', ')', ''], tokens)).toHaveLength(1)
  })

  it('hold every line that is not blank once, however symbols lie', () => {
    const count = 80
    const span = fc.tuple(fc.integer({ min: 1, max: count }), fc.nat({ max: 60 }))
    fc.assert(
      fc.property(fc.array(span, { maxLength: 10 }), (spans) => {
        const symbols = spans
          .map(([start, length]) => [start, Math.min(count, start + length)] as const)
          .sort((a, b) => a[0] - b[0] || b[1] - a[1])
          .map(([start, end], index) => [`s${index}`, 'function', start, end] as const)
        const held = fileParts(factsOf(symbols, count), text(count), tokens).flatMap(({ lines: { start, end } }) =>
          Array.from({ length: end - start + 1 }, (_, at) => start + at),
        )
        expect(held).toEqual(Array.from({ length: count }, (_, index) => index + 1))
      }),
    )
  })
})
