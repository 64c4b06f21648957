import type { TreeEntry } from '@chronicle/core/contracts'
import { okAsync, type BlobId, type CommitId, type RepoPath, type TreeId } from '@chronicle/schema'
import { LineTable } from '@chronicle/core/line-diff'
import { describe, expect, it } from 'vitest'
import { NumberedTexts } from './blame/numbered-texts.ts'
import { ObjectReader, type ObjectSource } from './object-reader.ts'
import { diffTrees } from './renames/diff-trees.ts'

type Trees = Readonly<Record<string, readonly TreeEntry[]>>

/** Opens a reader over named trees and blobs, and lists the names that it has requested. */
function open(trees: Trees, blobs: Readonly<Record<string, Uint8Array>> = {}) {
  const asked: string[] = []
  const read =
    <Value>(from: Readonly<Record<string, Value>>) =>
    (ids: readonly string[]) => {
      asked.push(...ids)
      return okAsync(new Map(ids.flatMap((id) => (from[id] === undefined ? [] : [[id, from[id]]]))))
    }
  const commits = (ids: readonly string[]) => {
    asked.push(...ids)
    return okAsync(new Map(ids.map((id) => [id, { id, tree: 't', parents: [], committer: { time: 7 } }])))
  }
  const source = { readTrees: read(trees), readBlobs: read(blobs), readCommits: commits } as unknown as ObjectSource
  return { reader: new ObjectReader(source), asked }
}

const tree = (name: string, id: string): TreeEntry => ({ name, kind: 'tree', id })
const file = (name: string, id: string, kind: TreeEntry['kind'] = 'file'): TreeEntry => ({ name, kind, id })
const ids = <Id extends string>(...names: readonly string[]): readonly Id[] => names as readonly Id[]

const trees: Trees = {
  one: [tree('x', 'one/x'), file('f', 'F1')],
  two: [tree('x', 'two/x'), file('f', 'F2'), file('s', 'S', 'submodule')],
  'one/x': [file('a', 'A1')],
  'two/x': [file('a', 'A2', 'executable'), file('b', 'B')],
}

describe('a path in several trees', () => {
  it('is a file in each, or nothing', async () => {
    const { reader } = open(trees)
    const find = async (path: string, ...roots: readonly string[]): Promise<unknown> =>
      (await reader.find(ids<TreeId>(...roots), path as RepoPath))._unsafeUnwrap()
    expect(await find('f', 'one', 'two', 'one')).toEqual([
      { id: 'F1', kind: 'file' },
      { id: 'F2', kind: 'file' },
      { id: 'F1', kind: 'file' },
    ])
    expect(await find('x/a', 'two', 'one')).toEqual([
      { id: 'A2', kind: 'executable' },
      { id: 'A1', kind: 'file' },
    ])
    expect(await find('x/b', 'one', 'two')).toEqual([undefined, { id: 'B', kind: 'file' }])
    expect(await find('s', 'one', 'two')).toEqual([undefined, { id: 'S', kind: 'submodule' }])
    expect(await find('x', 'one', 'two')).toEqual([undefined, undefined])
    expect(await find('f/a', 'one')).toEqual([undefined])
    expect(await find('s/a', 'two')).toEqual([undefined])
    expect(await find('none/a/b', 'one', 'two')).toEqual([undefined, undefined])
    expect(await find('f')).toEqual([])
  })

  it('may be a folder to who asks for entries', async () => {
    const { reader } = open(trees)
    expect((await reader.entries(ids<TreeId>('one'), 'x' as RepoPath))._unsafeUnwrap()).toEqual([tree('x', 'one/x')])
  })

  it('is read once, also where there is nothing', async () => {
    const { reader, asked } = open(trees)
    const roots = ids<TreeId>('one', 'two', 'one')
    expect((await reader.find(roots, 'x/b' as RepoPath)).isOk()).toBe(true)
    expect((await reader.find(roots, 'x/b' as RepoPath)).isOk()).toBe(true)
    expect(asked.sort()).toEqual(['one', 'one/x', 'two', 'two/x'])
  })
})

describe('what was read', () => {
  it('comes in the order asked for, and is not asked for again', async () => {
    const { reader, asked } = open({}, { a: Uint8Array.of(1), b: Uint8Array.of(2) })
    const read = async (...names: readonly string[]): Promise<unknown> =>
      (await reader.blobs(ids<BlobId>(...names)))._unsafeUnwrap().map(([byte]) => byte)
    expect(await read()).toEqual([])
    expect(await read('b', 'a', 'b')).toEqual([2, 1, 2])
    expect(await read('a', 'b')).toEqual([1, 2])
    expect(asked).toEqual(['b', 'a'])
    reader.remember('c' as BlobId, Uint8Array.of(3))
    expect(await read('c')).toEqual([3])
    expect((await reader.commits(ids<CommitId>('k', 'l', 'k')))._unsafeUnwrap().map(({ id }) => id)).toEqual([
      'k',
      'l',
      'k',
    ])
    expect((await reader.commit('l' as CommitId))._unsafeUnwrap()).toEqual({ id: 'l', tree: 't', parents: [], time: 7 })
    expect(asked).toEqual(['b', 'a', 'k', 'l'])
  })

  it('asks for nothing where there is nothing to ask', async () => {
    const source = { readBlobs: () => expect.unreachable('no blob is missing') } as unknown as ObjectSource
    expect((await new ObjectReader(source).blobs([]))._unsafeUnwrap()).toEqual([])
  })

  it('is forgotten by its weight: blobs by bytes, trees by entries', async () => {
    const half = 17 * 1024 * 1024
    const large = open(
      {},
      { a: new Uint8Array(half), b: new Uint8Array(half), c: new Uint8Array(10), d: new Uint8Array(10) },
    )
    for (const id of ['c', 'd', 'c', 'd', 'a', 'a', 'b', 'a'])
      expect((await large.reader.blobs(ids<BlobId>(id))).isOk()).toBe(true)
    expect(large.asked).toEqual(['c', 'd', 'a', 'b', 'a'])
    const many = Array.from({ length: 110_000 }, (_, index) => file(String(index), 'x'))
    const wide = open({ a: many, b: many, c: [], d: [] })
    for (const id of ['c', 'd', 'c', 'd', 'a', 'a', 'b', 'a'])
      expect((await wide.reader.trees(ids<TreeId>(id))).isOk()).toBe(true)
    expect(wide.asked).toEqual(['c', 'd', 'a', 'b', 'a'])
  })

  it('is numbered once as lines', async () => {
    const text = (content: string): Uint8Array => new TextEncoder().encode(content)
    const { reader } = open({}, { a: text('1\n2\n'), b: text('2\n1\n3\n') })
    const texts = new NumberedTexts(reader, new LineTable())
    const read = async (...names: readonly string[]) => (await texts.read(ids<BlobId>(...names)))._unsafeUnwrap()
    const [a, b, again] = await read('a', 'b', 'a')
    expect([a?.lines.length, b?.lines.length]).toEqual([2, 3])
    expect(again).toBe(a)
    const [second, first] = await read('b', 'a')
    expect(first).toBe(a)
    expect(second).toBe(b)
  })
})

describe('the difference of two trees', () => {
  const difference = async (sides: Trees, from: string | undefined, to: string | undefined) => {
    const { reader, asked } = open(sides)
    const found = (await diffTrees(reader, from as TreeId | undefined, to as TreeId | undefined))._unsafeUnwrap()
    const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path)
    return { deleted: paths(found.deleted), added: paths(found.added), changed: found.changed, asked: asked.sort() }
  }

  it('is none of equal ones, which are not read', async () => {
    const none = { deleted: [], added: [], changed: [], asked: [] }
    expect(await difference(trees, 'one', 'one')).toEqual(none)
    expect(await difference(trees, undefined, undefined)).toEqual(none)
  })

  it('reads the folders that differ alone', async () => {
    const sides = {
      p: [tree('x', 'X'), tree('y', 'Y1')],
      q: [tree('x', 'X'), tree('y', 'Y2')],
      Y1: [],
      Y2: [file('a', '1')],
    }
    expect(await difference(sides, 'p', 'q')).toEqual({
      deleted: [],
      added: ['y/a'],
      changed: ['y/a'],
      asked: ['Y1', 'Y2', 'p', 'q'],
    })
  })

  it('has what one side alone has, and what both have, in byte order', async () => {
    const sides: Trees = {
      p: [
        file('\u{1f600}', '1'),
        file('\uffff', '1'),
        file('b', '1'),
        file('a', '1'),
        file('c', '1'),
        file('k', '1'),
        file('same', '1'),
      ],
      q: [
        file('z', '1'),
        tree('b', 'B'),
        file('y', '1'),
        file('c', '2'),
        file('k', '1', 'executable'),
        file('same', '1'),
      ],
      B: [file('d', '1')],
    }
    expect(await difference(sides, 'p', 'q')).toMatchObject({
      deleted: ['a', 'b', '\uffff', '\u{1f600}'],
      added: ['b/d', 'y', 'z'],
      changed: ['a', 'b', 'b/d', 'c', 'k', 'y', 'z', '\uffff', '\u{1f600}'],
    })
    expect(await difference(sides, undefined, 'q')).toMatchObject({
      deleted: [],
      added: ['b/d', 'c', 'k', 'same', 'y', 'z'],
    })
    expect(await difference(sides, 'q', undefined)).toMatchObject({
      added: [],
      deleted: ['b/d', 'c', 'k', 'same', 'y', 'z'],
    })
  })
})
