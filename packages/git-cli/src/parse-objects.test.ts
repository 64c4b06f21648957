import type { CommitId } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { sortByBytes } from './byte-order.ts'
import { blobOf, kindOf } from './changed-kind.ts'
import { parseCommit } from './parse-commit.ts'
import { parseRawTree, parseTree, writeRawTree, type RawTreeEntry } from './parse-tree.ts'
import { splitLines } from './split-lines.ts'
import { unquotePath } from './unquote-path.ts'

const ID = 'c'.repeat(40) as CommitId
const bytes = (text: string): Uint8Array => Buffer.from(text)

describe('a commit', () => {
  const [tree, one, two] = ['1'.repeat(40), '2'.repeat(40), '3'.repeat(40)]
  const author = 'author Ada Lovelace <ada@example.com> 1700000000 +0130'
  const committer = 'committer Bob <bob@example.com> 1700000001 -0800'

  it('has a tree, parents, an author, a committer and a message', () => {
    const text = `tree ${tree}\nparent ${one}\nparent ${two}\n${author}\n${committer}\ngpgsig x\n parent no\n\nSubject\n\nBody\n`
    expect(parseCommit(ID, bytes(text))).toEqual({
      id: ID,
      tree,
      parents: [one, two],
      author: { name: 'Ada Lovelace', email: 'ada@example.com', time: 1_700_000_000, zone: 90 },
      committer: { name: 'Bob', email: 'bob@example.com', time: 1_700_000_001, zone: -480 },
      message: 'Subject\n\nBody\n',
    })
  })

  it('may have no parents and no message', () => {
    expect(parseCommit(ID, bytes(`tree ${tree}\n${author}\n${committer}\n`))).toMatchObject({
      parents: [],
      message: '',
    })
    expect(parseCommit(ID, bytes(`tree ${tree}\n${author}\n${committer}\n\n`))).toMatchObject({ message: '' })
  })

  it.each([
    ['author Ada <a@b> -5 +0000', { name: 'Ada', email: 'a@b', time: -5, zone: 0 }],
    ['author Ada <a@b> 5 -0000', { name: 'Ada', email: 'a@b', time: 5, zone: 0 }],
    ['author Ada <a@b> 5', { name: 'Ada', email: 'a@b', time: 5, zone: 0 }],
    ['author Ada <a@b>', { name: 'Ada', email: 'a@b', time: 0, zone: 0 }],
    ['author <a@b> 5 +0200', { name: '', email: 'a@b', time: 5, zone: 120 }],
    ['author Ada<a@b> 5 +0200', { name: 'Ada', email: 'a@b', time: 5, zone: 120 }],
    ['author Ada <> 5 +0200', { name: 'Ada', email: '', time: 5, zone: 120 }],
    ['author A <B> <a@b> 5 +0200', { name: 'A', email: 'B', time: 5, zone: 120 }],
    ['author A <B <a@b> 5 +0200', { name: 'A', email: 'B <a@b', time: 5, zone: 120 }],
    ['author A   <a@b>   5 +0200', { name: 'A', email: 'a@b', time: 5, zone: 120 }],
    [`author ${'<'.repeat(1_000_000)}`, { name: '', email: '', time: 0, zone: 0 }],
    [`author A${' '.repeat(500_000)}B <a@b> 5`, { name: `A${' '.repeat(500_000)}B`, email: 'a@b', time: 5, zone: 0 }],
    ['author nobody', { name: '', email: '', time: 0, zone: 0 }],
    ['x', { name: '', email: '', time: 0, zone: 0 }],
  ])('by %.40s', (line, signature) => {
    expect(parseCommit(ID, bytes(`tree ${tree}\n${line}\n\nm`)).author).toEqual(signature)
  })

  it('is read from a part of a buffer', () => {
    const whole = Buffer.from(`xxxtree ${tree}\n\nmyyy`)
    expect(parseCommit(ID, whole.subarray(3, -3))).toMatchObject({ tree, message: 'm' })
  })
})

describe('a tree', () => {
  const entry = (mode: string, name: string, digit: string): RawTreeEntry => ({ mode, name, id: digit.repeat(40) })
  const entries = [
    entry('100644', 'a', '1'),
    entry('100755', 'b', '2'),
    entry('120000', 'l', '3'),
    entry('160000', 'm', '4'),
    entry('40000', 'z', '5'),
  ]

  it('is read as it was written', () => {
    expect(parseRawTree(writeRawTree(entries), 40)._unsafeUnwrap()).toEqual(entries)
    expect(parseRawTree(new Uint8Array(), 40)._unsafeUnwrap()).toEqual([])
    const long = [{ ...entries[0]!, id: '7'.repeat(64) }]
    expect(parseRawTree(writeRawTree(long), 64)._unsafeUnwrap()).toEqual(long)
  })

  it('is written in the order of git, a folder as if it ended with a slash', () => {
    const odd = [
      entry('40000', 'a', '1'),
      entry('100644', 'a.b', '2'),
      entry('100644', 'a0', '3'),
      entry('100644', 'a-', '4'),
    ]
    expect(
      parseRawTree(writeRawTree(odd), 40)
        ._unsafeUnwrap()
        .map(({ name }) => name),
    ).toEqual(['a-', 'a.b', 'a', 'a0'])
  })

  it('is read from a part of a buffer', () => {
    const written = Buffer.from(writeRawTree(entries))
    expect(parseRawTree(Buffer.concat([Buffer.from('xxx'), written]).subarray(3), 40)._unsafeUnwrap()).toEqual(entries)
  })

  it('has files, programs, links, submodules and folders', () => {
    expect(
      parseTree(writeRawTree(entries), 40)
        ._unsafeUnwrap()
        .map(({ name, kind }) => [name, kind]),
    ).toEqual([
      ['a', 'file'],
      ['b', 'executable'],
      ['l', 'symlink'],
      ['m', 'submodule'],
      ['z', 'tree'],
    ])
  })

  it.each([
    ['100664', 'file'],
    ['100600', 'file'],
    ['100744', 'executable'],
    ['100655', 'file'],
  ])('of an old repository may have the mode %s: %s', (mode, kind) => {
    expect(parseTree(writeRawTree([entry(mode, 'a', '1')]), 40)._unsafeUnwrap()[0]?.kind).toBe(kind)
  })

  it.each(['100644', '100644 a', '100644 a\0', `100644 a\0${'1'.repeat(19)}`])(
    'does not end in an entry: %j',
    (text) => {
      expect(parseRawTree(bytes(text), 40)._unsafeUnwrapErr().message).toContain('malformed')
      const whole = Buffer.concat([writeRawTree(entries), bytes(text)])
      expect(parseTree(whole, 40)._unsafeUnwrapErr().code).toBe('git_failed')
    },
  )

  it('has the names that are UTF-8, and no others', () => {
    const named = (name: string): string | undefined =>
      parseTree(writeRawTree([entry('100644', name, '1')]), 40)._unsafeUnwrap()[0]?.name
    expect(named('\xc3\xbc.ts')).toBe('ü.ts')
    expect(named('a\xff')).toBeUndefined()
    expect(named('a b\n\x7f')).toBe('a b\n\x7f')
  })
})

it.each([
  ['a b', 'a b'],
  ['\xc3\xbc', 'ü'],
  ['"a\\tb"', 'a\tb'],
  ['"\\a\\b\\t\\n\\v\\f\\r"', '\x07\b\t\n\v\f\r'],
  ['"\\"\\\\"', '"\\'],
  ['"\\303\\274"', 'ü'],
  ['"\\0012"', '\x012'],
  ['"\\x"', 'x'],
  ['a"b', 'a"b'],
])('the path %j is %j', (quoted, path) => {
  expect(unquotePath(quoted)).toBe(path)
})

it.each([
  [[], []],
  [
    ['b', 'a', 'a/b', 'a.b'],
    ['a', 'a.b', 'a/b', 'b'],
  ],
  [
    ['\u{1f600}', '\uffff', 'z'],
    ['z', '\uffff', '\u{1f600}'],
  ],
])('%j sorted by bytes is %j', (paths, sorted) => {
  const given = [...paths]
  expect(sortByBytes(given)).toEqual(sorted)
  expect(given).toEqual(paths)
})

describe('output in pieces', () => {
  const linesOf = (...chunks: readonly string[]): readonly string[] => {
    const lines: string[] = []
    const push = splitLines((line) => lines.push(line))
    for (const chunk of chunks) push(Buffer.from(chunk, 'latin1'))
    return lines
  }

  it.each<[readonly string[], readonly string[]]>([
    [['a\nb\n'], ['a', 'b']],
    [['a\nb'], ['a']],
    [
      ['a', 'b\nc', '\n'],
      ['ab', 'c'],
    ],
    [['a', 'b', 'c\n'], ['abc']],
    [
      ['', '\n', '\n'],
      ['', ''],
    ],
    [['\xff\xc3', '\xbc\n'], ['\xff\xc3\xbc']],
    [[], []],
  ])('%j is the lines %j', (chunks, lines) => {
    expect(linesOf(...chunks)).toEqual(lines)
  })
})

it.each<[readonly (string | undefined)[], string | undefined]>([
  [['100644', '100755'], undefined],
  [['100644', '120000'], 'symlink'],
  [['160000', '120000'], 'submodule'],
  [['100644', '160000'], 'submodule'],
  [[undefined], undefined],
])('the kind of %j is %j', (modes, kind) => {
  expect(kindOf(modes)).toBe(kind)
})

it.each<[string | undefined, string | undefined, string | undefined]>([
  ['100644', ID, ID],
  ['120000', ID, ID],
  ['160000', ID, undefined],
  [undefined, ID, undefined],
  ['100644', undefined, undefined],
  ['000000', '0'.repeat(40), undefined],
  ['100644', '', undefined],
  ['100644', `${'0'.repeat(39)}1`, `${'0'.repeat(39)}1`],
  ['100644', `1${'0'.repeat(39)}`, `1${'0'.repeat(39)}`],
])('the blob of mode %j and id %j is %j', (mode, id, blob) => {
  expect(blobOf(mode, id)).toBe(blob)
})
