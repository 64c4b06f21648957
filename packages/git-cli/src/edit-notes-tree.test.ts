import { okAsync, type CommitId, type TreeId } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { editNotesTree, type NotesTreeEdit } from './edit-notes-tree.ts'
import { objectIdOf } from './object-id.ts'
import { parseRawTree, writeRawTree, type RawTreeEntry } from './parse-tree.ts'

const BLOB = 'b'.repeat(40)
const digits = fc.constantFrom('0', '1', 'a', 'f')
/** Commits with few distinct digits, so that they share folders. */
const commit = fc
  .tuple(digits, digits, digits, digits, digits)
  .map((start) => start.join('').padEnd(40, 'e') as CommitId)
const layout = fc.constantFrom(0, 1, 2, 3)
const note = fc.record({ commit, layout, id: fc.constantFrom('1'.repeat(40), '2'.repeat(40)) })
const other = fc.constantFrom('README.md', 'ab', '.meta/x', 'f/0', '00/notes.txt', 'caf\xe9', '1a/2b/3c.json')

const pathOf = (id: string, depth: number): string =>
  `${Array.from({ length: depth }, (_, level) => `${id.slice(level * 2, level * 2 + 2)}/`).join('')}${id.slice(depth * 2)}`
const commitOf = (path: string): string => path.replaceAll('/', '')
const isNote = (path: string): boolean => commitOf(path).length === 40 && /^(?:[0-9a-f]{2}\/)*[0-9a-f]+$/.test(path)

test('changes the notes it is told to, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(note, { maxLength: 12 }),
      fc.uniqueArray(other),
      fc.array(fc.tuple(commit, fc.boolean()), { maxLength: 8 }),
      async (notes, others, edits) => {
        const store = createStore()
        const files = new Map<string, string>(others.map((path) => [path, BLOB]))
        for (const { commit: id, layout: depth, id: blob } of notes) files.set(pathOf(id, depth), blob)
        const wanted = new Map(edits.map(([id, keep]) => [id, keep ? BLOB : undefined]))
        const root = await edited({ ...store, root: store.build(files), notes: wanted, idLength: 40 })

        const after = store.list(root)
        const untouched = (entries: ReadonlyMap<string, string>): unknown =>
          [...entries].filter(([path]) => !isNote(path) || !wanted.has(commitOf(path) as CommitId)).toSorted()
        expect(untouched(after)).toEqual(untouched(files))
        for (const [id, blob] of wanted) {
          const found = [...after].filter(([path]) => isNote(path) && commitOf(path) === id).map(([, entry]) => entry)
          expect(found).toEqual(blob === undefined ? [] : [blob])
        }
        const again = await edited({ ...store, root, notes: wanted, idLength: 40 })
        expect(again).toBe(root)
      },
    ),
  )
})

test('divides a folder with many notes, and keeps doubled ones', async () => {
  const store = createStore()
  const ids = Array.from({ length: 2000 }, (_, index) =>
    objectIdOf({ type: 'blob', bytes: Buffer.from(`${index}`) }, 'sha1'),
  )
  const files = new Map(ids.map((id) => [id, BLOB]))
  const [doubled = ''] = ids
  files.set(pathOf(doubled, 1), '1'.repeat(40))
  const added = 'f'.repeat(40) as CommitId
  const root = await edited({
    ...store,
    root: store.build(files),
    notes: new Map([[added, BLOB]]),
    idLength: 40,
  })
  const after = [...store.list(root)]
  expect(after.map(([path, id]) => `${commitOf(path)} ${id}`).toSorted()).toEqual(
    [...files, [added, BLOB] as const].map(([path, id]) => `${commitOf(path)} ${id}`).toSorted(),
  )
  expect(after.every(([path]) => path.includes('/'))).toBe(true)
})

test('stores nothing where nothing changes, and a tree where there was none', async () => {
  const store = createStore()
  const stored: Uint8Array[] = []
  const putTree = (bytes: Uint8Array): TreeId => {
    stored.push(bytes)
    return store.putTree(bytes)
  }
  const id = 'a'.repeat(40) as CommitId
  const root = store.build(new Map([[pathOf(id, 1), BLOB]]))
  expect(await edited({ ...store, putTree, root, notes: new Map([[id, BLOB]]), idLength: 40 })).toBe(root)
  expect(stored).toEqual([])
  const empty = await edited({ ...store, putTree, root: undefined, notes: new Map(), idLength: 40 })
  expect(empty).toBe(store.build(new Map()))
  expect(stored.map(({ length }) => length)).toEqual([0])
})

test('writes trees as it reads them', () => {
  const entry = fc.record({
    mode: fc.constantFrom('100644', '100755', '120000', '160000', '40000', '100664'),
    name: fc.stringMatching(/^[a-c.\-0/é]{1,6}$/).map((name) => name.replaceAll('/', '~')),
    id: fc.constantFrom('1'.repeat(40), 'c'.repeat(40)),
  })
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ name }) => name }), (entries) => {
      const bytes = writeRawTree(entries)
      const read = parseRawTree(bytes, 40)._unsafeUnwrap()
      expect(read.toSorted(byName)).toEqual(entries.toSorted(byName))
      expect(writeRawTree(read)).toEqual(bytes)
    }),
  )
})

async function edited(edit: NotesTreeEdit): Promise<TreeId> {
  return (await editNotesTree(edit))._unsafeUnwrap()
}

function byName(a: RawTreeEntry, b: RawTreeEntry): number {
  return a.name < b.name ? -1 : 1
}

function createStore() {
  const trees = new Map<TreeId, Uint8Array>()
  const putTree = (bytes: Uint8Array): TreeId => {
    const id = objectIdOf({ type: 'tree', bytes }, 'sha1') as TreeId
    trees.set(id, bytes)
    return id
  }
  const readOne = (id: TreeId): readonly RawTreeEntry[] =>
    parseRawTree(trees.get(id) ?? new Uint8Array(), 40)._unsafeUnwrap()
  const build = (files: ReadonlyMap<string, string>): TreeId => {
    const entries: RawTreeEntry[] = []
    const folders = new Map<string, Map<string, string>>()
    for (const [path, id] of files) {
      const [name = '', ...rest] = path.split('/')
      if (rest.length === 0) entries.push({ mode: '100644', name, id })
      else folders.set(name, (folders.get(name) ?? new Map<string, string>()).set(rest.join('/'), id))
    }
    for (const [name, inside] of folders) entries.push({ mode: '40000', name, id: build(inside) })
    return putTree(writeRawTree(entries))
  }
  const list = (root: TreeId, prefix = ''): ReadonlyMap<string, string> =>
    new Map(
      readOne(root).flatMap((entry): [string, string][] =>
        entry.mode === '40000'
          ? [...list(entry.id as TreeId, `${prefix}${entry.name}/`)]
          : [[prefix + entry.name, entry.id]],
      ),
    )
  return {
    build,
    list,
    putTree,
    readTrees: (ids: readonly TreeId[]) => okAsync(new Map(ids.map((id) => [id, readOne(id)]))),
  }
}
