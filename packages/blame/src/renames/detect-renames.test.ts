import { okAsync, type BlobId, type RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { ObjectReader, type FileEntry, type ObjectSource } from '../object-reader.ts'
import { detectRenames } from './detect-renames.ts'
import type { FileAt } from './diff-trees.ts'

/** Files by path; the content also serves as the id. */
type Side = Readonly<Record<string, string | { readonly kind: FileEntry['kind']; readonly content: string }>>

function filesOf(side: Side): readonly FileAt[] {
  return Object.entries(side).map(([path, file]) => {
    const { kind, content } = typeof file === 'string' ? { kind: 'file' as const, content: file } : file
    return { path: path as RepoPath, id: content as BlobId, kind }
  })
}

/** Returns the renames, and the contents that each call read. */
async function renamesBetween(
  deleted: Side,
  added: Side,
): Promise<{ readonly renames: readonly string[]; readonly calls: readonly (readonly string[])[] }> {
  const calls: (readonly string[])[] = []
  const source = {
    readBlobs: (ids: readonly BlobId[]) => {
      calls.push(ids)
      return okAsync(new Map(ids.map((id) => [id, new TextEncoder().encode(id)])))
    },
  } as unknown as ObjectSource
  const found = await detectRenames(new ObjectReader(source), { deleted: filesOf(deleted), added: filesOf(added) })
  return { renames: found._unsafeUnwrap().map(({ from, to }) => `${from.path} → ${to.path}`), calls }
}

/** Returns a text of these lines, all of the same length. */
const lines = (...numbers: readonly number[]): string => numbers.map((n) => `line ${1000 + n}\n`).join('')
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const link = (content: string) => ({ kind: 'symlink' as const, content })
const program = (content: string) => ({ kind: 'executable' as const, content })
const submodule = (content: string) => ({ kind: 'submodule' as const, content })

describe('a rename', () => {
  it.each<[string, Side, Side, readonly string[]]>([
    ['nothing of nothing', {}, {}, []],
    ['is identical', { a: 'x\n' }, { b: 'x\n' }, ['a → b']],
    ['is none where content differs too much', { a: lines(1, 2, 3) }, { b: lines(1, 5, 6) }, []],
    ['has half of its content', { a: lines(1, 2) }, { b: lines(1, 3) }, ['a → b']],
    ['has not less than half', { a: lines(1, 2, 3, 4, 5) }, { b: lines(1, 2, 6, 7, 8) }, []],
    ['takes one source once', { a: 'x\n' }, { b: 'x\n', c: 'x\n' }, ['a → b']],
    ['takes one target once', { a: 'x\n', b: 'x\n' }, { c: 'x\n' }, ['a → c']],
    ['prefers the name among identical ones', { 'p/a': 'x\n', 'q/b': 'x\n' }, { 'r/b': 'x\n' }, ['q/b → r/b']],
    [
      'of each of several identical ones goes to a free one',
      { 'p/a': 'x\n', 'q/b': 'x\n' },
      { 'r/b': 'x\n', 's/b': 'x\n' },
      ['q/b → r/b', 'p/a → s/b'],
    ],
    ['keeps what is a program', { a: program('x\n') }, { b: 'x\n' }, ['a → b']],
    ['of a program is similar to a file', { a: program(lines(1, 2)) }, { b: lines(1, 3) }, ['a → b']],
    ['of a link is that of a link', { a: link('x') }, { b: link('x') }, ['a → b']],
    ['is none from a link to a file', { a: link('x') }, { b: 'x' }, []],
    ['is none from a file to a link', { a: 'x' }, { b: link('x') }, []],
    ['of a link is none where it differs at all', { a: link(lines(1, 2)) }, { b: link(lines(1, 3)) }, []],
    ['from a link to a similar file is none', { a: link(lines(1, 2)) }, { b: lines(1, 3) }, []],
    ['from a file to a similar link is none', { a: lines(1, 2) }, { b: link(lines(1, 3)) }, []],
    ['of a submodule is that of a submodule', { a: submodule('x') }, { b: submodule('x') }, ['a → b']],
    ['is none from a submodule to a link', { a: submodule('x') }, { b: link('x') }, []],
    [
      'comes before what is more similar, by three quarters and the name',
      { 'x/a': lines(1, 2, 3, 9), 'x/b': lines(1, 2, 3, 4) + 'z\n' },
      { 'y/a': lines(1, 2, 3, 4) },
      ['x/a → y/a'],
    ],
    [
      'does not by less than three quarters and the name',
      { 'x/a': lines(1, 2, 8, 9), 'x/b': lines(1, 2, 3, 4) + 'z\n' },
      { 'y/a': lines(1, 2, 3, 4) },
      ['x/b → y/a'],
    ],
    [
      'does not by a name that is there twice',
      { 'x/a': lines(1, 2, 3, 9), 'z/a': lines(7), 'x/b': lines(1, 2, 3, 4) + 'z\n' },
      { 'y/a': lines(1, 2, 3, 4) },
      ['x/b → y/a'],
    ],
    [
      'does not by a name that is there twice later',
      { 'x/a': lines(1, 2, 3, 9), 'x/b': lines(1, 2, 3, 4) + 'z\n' },
      { 'y/a': lines(1, 2, 3, 4), 'z/a': lines(7) },
      ['x/b → y/a'],
    ],
    [
      'of equal similarity goes by the name',
      { 'x/a': lines(1, 2), 'y/b': lines(2, 1), 'z/b': lines(7, 8, 9, 10) },
      { 'n/b': lines(1, 3) },
      ['y/b → n/b'],
    ],
    [
      'goes to the most similar target',
      { a: lines(...range(1, 10)) },
      { b: lines(...range(1, 7), 21, 22, 23), c: lines(...range(1, 9), 30) },
      ['a → c'],
    ],
    [
      'looks at four sources of a target only',
      {
        s1: lines(...range(1, 9), 91),
        s2: lines(...range(1, 9), 92),
        s3: lines(...range(1, 9), 93),
        s4: lines(...range(1, 9), 94),
        s5: lines(...range(1, 6), 95, 96, 97, 98),
      },
      {
        t1: lines(...range(1, 9), 91) + 'a\n',
        t2: lines(...range(1, 9), 92) + 'b\n',
        t3: lines(...range(1, 9), 93) + 'c\n',
        t4: lines(...range(1, 9), 94) + 'd\n',
        t5: lines(...range(1, 10)),
      },
      ['s1 → t1', 's2 → t2', 's3 → t3', 's4 → t4'],
    ],
  ])('%s', async (_name, deleted, added, expected) => {
    expect((await renamesBetween(deleted, added)).renames).toEqual(expected)
  })

  it('of identical content needs no content to be read', async () => {
    expect((await renamesBetween({ a: 'x\n', c: 'y\n' }, { b: 'x\n' })).calls).toEqual([])
    expect((await renamesBetween({ a: 'x\n' }, { b: 'x\n', c: 'y\n' })).calls).toEqual([])
  })

  it('reads each content once, and none of links', async () => {
    const same = lines(1, 2, 3)
    const { calls } = await renamesBetween(
      { 'x/a': same, l: link('t') },
      { 'y/a': lines(1, 2, 4), 'y/b': lines(1, 2, 4) },
    )
    expect(calls.flat()).toEqual([...new Set(calls.flat())])
    expect(calls.flat().sort()).toEqual([same, lines(1, 2, 4)].sort())
  })

  it('reads contents in calls of at most 256', async () => {
    const many = Object.fromEntries(range(1, 300).map((n) => [`d${n}`, `${n} ${'x'.repeat(n)}\n`]))
    const { calls, renames } = await renamesBetween(many, { t: 'nothing like it' })
    expect(calls.map((ids) => ids.length)).toEqual([256, 45])
    expect(renames).toEqual([])
  })

  it('is looked for by name alone among more than a million pairs', async () => {
    const deleted = Object.fromEntries(range(1, 1002).map((n) => [`d/${n}`, lines(n, n + 5000)]))
    const added = Object.fromEntries(range(1, 1000).map((n) => [`a/${n + 5000}`, lines(n, n + 7000)]))
    const named = { ...added, 'a/7': `${lines(7, 5007)}z\n` }
    expect((await renamesBetween(deleted, named)).renames).toEqual(['d/7 → a/7'])
  })
})
