import type { CacheStorage } from '@chronicle/core/contracts'
import { createMemoryStorage, createNotesIndex } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import {
  answersOf,
  createIndexWorkbench,
  noteStepsArbitrary,
  testAnnotationIndex,
  type IndexWorkbench,
} from '@chronicle/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repetitions } from '../../src/testing/repetitions.ts'

testAnnotationIndex('notes index in memory', {
  openGit: (dir) => createGitCli({ dir }),
  openIndex: ({ git, refs }) => createNotesIndex({ git, refs }),
})

const storages = new Map<string, CacheStorage>()
testAnnotationIndex('notes index in storage', {
  openGit: (dir) => createGitCli({ dir }),
  openIndex({ git, refs, folder }) {
    const storage = storages.get(folder) ?? createMemoryStorage()
    storages.set(folder, storage)
    return createNotesIndex({ git, refs, storage })
  },
})

describe('the notes index, whatever happens to the stored files', () => {
  let bench: IndexWorkbench
  beforeAll(async () => {
    bench = await createIndexWorkbench((dir) => createGitCli({ dir }))
  })
  afterAll(() => bench.dispose())

  it('answers like a scan', async () => {
    const fates = fc.array(fc.constantFrom('keep', 'lose', 'damage', 'refuse'), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(noteStepsArbitrary(9, 1), fates, async (steps, ofWrites) => {
        await bench.clear()
        const storage = unreliable(createMemoryStorage(), ofWrites)
        const { git, commits } = bench
        const lasting = createNotesIndex({ git, storage })
        for (const edits of steps) {
          await bench.edit(edits)
          expect(await answersOf(lasting, commits)).toEqual(bench.scan())
          expect(await answersOf(createNotesIndex({ git, storage }), commits)).toEqual(bench.scan())
        }
      }),
      { numRuns: repetitions(6, 15) },
    )
  })

  it('says once that it was built anew, also where nothing can be written any more', async () => {
    await bench.clear()
    await bench.edit([[0, 0, { files: ['a.ts'], targets: [], groups: [], tags: [], broken: false }]])
    const { git, commits } = bench
    const storage = createMemoryStorage()
    expect(await answersOf(createNotesIndex({ git, storage }), commits)).toEqual(bench.scan())
    const readOnly: CacheStorage = {
      ...storage,
      read: async (key) => (key.includes('manifest') ? storage.read(key) : new Uint8Array([1, 2])),
      write: () => Promise.resolve(false),
      remove: () => Promise.resolve(),
    }
    const index = createNotesIndex({ git, storage: readOnly })
    const first = await index.refresh().andThen((view) => view.recent(1))
    expect(first._unsafeUnwrapErr()).toMatchObject({
      code: 'index_failed',
      message: expect.stringContaining('is missing or damaged') as string,
    })
    const rebuilt = (await index.refresh())._unsafeUnwrap()
    expect(rebuilt.diagnostics).toMatchObject([{ code: 'index_rebuilt', severity: 'info' }])
    expect(await answersOf(index, commits)).toEqual(bench.scan())
    expect((await index.refresh())._unsafeUnwrap().diagnostics).toEqual([])
  })
})

/** Storage that loses, damages or refuses writes in the order of `fates`, and then stores everything. */
function unreliable(storage: CacheStorage, fates: readonly string[]): CacheStorage {
  const left = [...fates]
  return {
    ...storage,
    name: 'unreliable',
    async write(key, bytes) {
      const fate = left.shift()
      if (fate === 'refuse') return false
      if (fate === 'lose') return true
      return storage.write(key, fate === 'damage' ? bytes.slice(0, bytes.length / 2) : bytes)
    },
  }
}
