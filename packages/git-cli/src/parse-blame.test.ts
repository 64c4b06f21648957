import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBlameParser } from './parse-blame.ts'

const [A, B, NONE] = ['a'.repeat(40), 'b'.repeat(40), '0'.repeat(40)] as const

const OUTPUT = [
  ...[
    `${A} 7 3 2`,
    'author A',
    'committer-time 100',
    'summary boundary',
    'previous x y',
    'filename "a \\"b\\"\\n\\303\\274.txt"',
  ],
  ...[`${B} 1 1 2`, 'author filename x', 'committer-time 200', 'summary ', 'boundary', 'filename ünï.txt'],
  ...[`${A} 9 5 1`, 'filename "a \\"b\\"\\n\\303\\274.txt"'],
  ...[`${NONE} 6 6 1`, 'author Not Committed Yet', 'committer-time 999', 'filename now.txt'],
  '',
].join('\n')

const EXPECTED = [
  {
    commit: B,
    originalPath: 'ünï.txt',
    original: { start: 1, end: 2 },
    final: { start: 1, end: 2 },
    committedAt: 200,
    boundary: true,
  },
  {
    commit: A,
    originalPath: 'a "b"\nü.txt',
    original: { start: 7, end: 9 },
    final: { start: 3, end: 5 },
    committedAt: 100,
    boundary: false,
  },
  {
    commit: undefined,
    originalPath: 'now.txt',
    original: { start: 6, end: 6 },
    final: { start: 6, end: 6 },
    boundary: false,
  },
]

test('reads hunks in line order, joined, with their paths unquoted, however the output is cut', () => {
  const bytes = Buffer.from(OUTPUT)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1 }), (cuts) => {
      const parser = createBlameParser()
      for (let offset = 0, turn = 0; offset < bytes.length; turn++) {
        const length = cuts[turn % cuts.length] ?? 1
        parser.push(bytes.subarray(offset, offset + length))
        offset += length
      }
      expect(parser.end()).toEqual(EXPECTED)
    }),
  )
})
