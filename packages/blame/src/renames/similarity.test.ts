import { describe, expect, it } from 'vitest'
import { fingerprint, isBinary, MAX_SCORE, similarity, sizesDiffer, type Fingerprint } from './similarity.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const piecesOf = (text: string): Fingerprint => fingerprint(bytes(text))
const weights = (text: string): readonly number[] => [...piecesOf(text).values()]
const score = (from: string, to: string): number =>
  similarity({ size: bytes(from).length, pieces: piecesOf(from) }, { size: bytes(to).length, pieces: piecesOf(to) })

describe('a content', () => {
  it.each([
    ['nothing', '', []],
    ['a line', 'abc\n', [4]],
    ['two lines, the last one without an end', 'abc\nde', [4, 2]],
    ['a line twice', 'abc\nabc\n', [8]],
    ['64 bytes of a long line, and the rest', `${'x'.repeat(64)}yz\n`, [64, 3]],
    ['63 bytes and the end of the line', `${'x'.repeat(63)}\n`, [64]],
    ['empty lines', '\n\n', [2]],
    ['a CR that ends no line', 'a\rb\r', [4]],
    ['a CR before an LF, which does not count', 'ab\r\n', [3]],
    ['the same in binary content, where it does', '\0ab\r\n', [5]],
  ])('has pieces: %s', (_name, text, expected) => {
    expect(weights(text)).toEqual(expected)
  })

  it('has other pieces for other lines, wherever they differ', () => {
    const word = 'abcdefghijklmnopqrstuvwxyz0123456789'
    const lines = Array.from(word, (_, at) => `${word.slice(0, at)}#${word.slice(at + 1)}\n`)
    const swapped = Array.from(word.slice(1), (_, at) => {
      const [a = '', b = ''] = word.slice(at, at + 2)
      return `${word.slice(0, at)}${b}${a}${word.slice(at + 2)}\n`
    })
    const all = [`${word}\n`, ...lines, ...swapped]
    // At most two of a few dozen may share a hash.
    expect(piecesOf(all.join('')).size).toBeGreaterThan(all.length - 3)
  })

  it('has the pieces of its lines, in any order', () => {
    expect(new Map([...piecesOf('one\ntwo\nthree\n')].sort())).toEqual(
      new Map([...piecesOf('three\none\ntwo\n')].sort()),
    )
  })

  it.each([
    ['at the beginning', 0, true],
    ['in the last byte that git looks at', 7999, true],
    ['in the first that it does not', 8000, false],
  ])('is binary with a NUL %s: %s', (_name, at, expected) => {
    const content = new Uint8Array(9000).fill(0x61)
    content[at] = 0
    expect(isBinary(content)).toBe(expected)
  })
})

describe('the similarity', () => {
  it.each([
    ['of equal texts', 'a\nb\n', 'a\nb\n', MAX_SCORE],
    ['of texts with nothing in common', 'a\n', 'b\n', 0],
    ['of half', 'a\nb\n', 'a\nc\n', MAX_SCORE / 2],
    ['as a share of the larger text, which comes first', 'a\nb\nc\n', 'a\n', MAX_SCORE / 3],
    ['as a share of the larger text, which comes last', 'a\n', 'a\nb\nc\n', MAX_SCORE / 3],
    ['rounded down', 'a\n', 'a\nbcdef', 17_142],
    ['of a line that one has twice, which counts once', 'a\na\n', 'a\nb\n', MAX_SCORE / 2],
    ['of nothing', '', '', 0],
    ['of what became nothing', 'a\n', '', 0],
  ])('%s', (_name, from, to, expected) => {
    expect(score(from, to)).toBe(expected)
  })

  it.each([
    [10, 20, false],
    [20, 10, false],
    [9, 20, true],
    [20, 9, true],
    [0, 0, false],
    [0, 1, true],
  ])('sizes %i and %i rule out a half: %s', (a, b, expected) => {
    expect(sizesDiffer(a, b, MAX_SCORE / 2)).toBe(expected)
  })
})
