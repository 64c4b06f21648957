import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
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

describe('hunks that follow each other', () => {
  const id = 'a'.repeat(40)
  const parse = (...lines: readonly string[]) => {
    const { push, end } = createBlameParser()
    push(Buffer.from(lines.map((line) => `${line}\n`).join('')))
    return end().map(({ commit, original, final }) => [
      commit?.[0],
      original.start,
      original.end,
      final.start,
      final.end,
    ])
  }

  it.each<[string, readonly string[], readonly (readonly unknown[])[]]>([
    ['are one', [`${id} 1 1 1`, 'filename a', `${id} 2 2 2`, 'filename a'], [['a', 1, 3, 1, 3]]],
    ['are one in any order', [`${id} 2 2 2`, 'filename a', `${id} 1 1 1`, 'filename a'], [['a', 1, 3, 1, 3]]],
    [
      'are two with lines between them now',
      [`${id} 1 1 1`, 'filename a', `${id} 2 3 1`, 'filename a'],
      [
        ['a', 1, 1, 1, 1],
        ['a', 2, 2, 3, 3],
      ],
    ],
    [
      'are two with lines between them then',
      [`${id} 1 1 1`, 'filename a', `${id} 3 2 1`, 'filename a'],
      [
        ['a', 1, 1, 1, 1],
        ['a', 3, 3, 2, 2],
      ],
    ],
    [
      'are two of other files',
      [`${id} 1 1 1`, 'filename a', `${id} 2 2 1`, 'filename b'],
      [
        ['a', 1, 1, 1, 1],
        ['a', 2, 2, 2, 2],
      ],
    ],
    [
      'are one of what is not committed, wherever it was',
      [`${'0'.repeat(40)} 7 1 1`, 'filename a', `${'0'.repeat(40)} 2 2 1`, 'filename a'],
      [[undefined, 7, 8, 1, 2]],
    ],
    ['need a name to end', [`${id} 1 1 1`, 'author x'], []],
    [
      'need a header to begin',
      ['filename a', 'x 1 1 1', `${id} 1 1`, `x${id} 1 1 1`, `${id} 1 1 1 1`, 'filename a'],
      [],
    ],
  ])('%s', (_name, lines, hunks) => {
    expect(parse(...lines)).toEqual(hunks)
  })
})
