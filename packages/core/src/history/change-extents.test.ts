import { okAsync, type BlobId, type RepoPath } from '@chronicle/schema'
import { expect, it, test } from 'vitest'
import { createMemoryStorage } from '../cache/memory-storage.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { FileState, FileTexts } from '../place/file-texts.ts'
import { createOpenChangeExtents } from './change-extents.ts'

const path = 'a.js' as RepoPath
const older: FileState = { path, blob: 'aaaa' as BlobId }
const newer: FileState = { path, blob: 'bbbb' as BlobId }
const contents: Readonly<Record<string, string>> = { aaaa: 'one\ntwo\nthree\n', bbbb: 'one\nthree\n' }

/** Creates file texts that count how often one is opened. */
function countingTexts(): { readonly texts: FileTexts; readonly opened: readonly string[] } {
  const opened: string[] = []
  const open: FileTexts['open'] = ({ blob }) => {
    opened.push(blob)
    const bytes = new TextEncoder().encode(contents[blob])
    return okAsync({ path, blob, bytes } as never)
  }
  return { texts: { open } as FileTexts, opened }
}

async function ask(storage: CacheStorage): Promise<{ readonly extent: unknown; readonly opened: readonly string[] }> {
  const { opened, texts } = countingTexts()
  const extents = await createOpenChangeExtents(storage)(path)
  const extent = (await extents.between(older, newer, texts))._unsafeUnwrap()
  expect(extents.has(older, newer)).toBe(true)
  expect((await extents.between(older, newer, texts))._unsafeUnwrap()).toEqual(extent)
  await extents.save()
  return { extent, opened }
}

it('reads two states once, in this process and in the next one', async () => {
  const storage = createMemoryStorage()
  const first = await ask(storage)
  expect(first).toEqual({ extent: { first: 1, last: 2, shift: 1 }, opened: ['bbbb', 'aaaa'] })
  expect(await ask(storage)).toEqual({ extent: first.extent, opened: [] })
})

test.each(['', '{', 'null', '[]', '{"format":1,"path":"a.js"}', '{"format":1,"path":"b.js","extents":[["x",1,1,1]]}'])(
  'damaged extents are found again: %s',
  async (damage) => {
    const storage = createMemoryStorage()
    const keys: string[] = []
    const write: CacheStorage['write'] = (key, value) => {
      keys.push(key)
      return storage.write(key, value)
    }
    const first = await ask({ ...storage, write })
    for (const key of keys) await storage.write(key, new TextEncoder().encode(damage))
    expect(await ask(storage)).toEqual(first)
  },
)
