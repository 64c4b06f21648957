import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteKnowledgeStore, isSqliteAvailable } from '@chronicle/store-sqlite'
import { testKnowledgeStore } from '@chronicle/testing'
import { describe, expect, test } from 'vitest'

if (isSqliteAvailable()) {
  testKnowledgeStore('sqlite', {
    persistent: true,
    runs: 25,
    createPlace: async () => {
      const dir = mkdtempSync(join(tmpdir(), 'chronicle-knowledge-'))
      return {
        open: () => createSqliteKnowledgeStore({ dir }),
        dispose: async () => rmSync(dir, { recursive: true, force: true }),
      }
    },
  })
  testKnowledgeStore('sqlite in memory', {
    persistent: false,
    runs: 10,
    createPlace: async () => ({ open: () => createSqliteKnowledgeStore({ dir: () => Promise.resolve(undefined) }) }),
  })
}

const DOCUMENT = { key: 'a', value: 'the value', lengths: [1], terms: new Map([['term', [1, 2]]]) }

describe.skipIf(!isSqliteAvailable())('the file of a knowledge store', () => {
  test.each<readonly [string, (path: string) => void]>([
    ['no database', (path) => writeFileSync(path, 'This is not a database. '.repeat(1000))],
    ['empty', (path) => truncateSync(path, 0)],
    ['cut off', (path) => truncateSync(path, Math.floor(statSync(path).size / 2) + 17)],
    ['without its header', (path) => writeFileSync(path, readFileSync(path).fill(0, 0, 100))],
    ['full of noise after its header', (path) => writeFileSync(path, readFileSync(path).fill(0xa5, 200))],
  ])('is replaced when it is %s: its documents are missing, and are added again', async (_, damage) => {
    const dir = mkdtempSync(join(tmpdir(), 'chronicle-knowledge-'))
    const store = createSqliteKnowledgeStore({ dir })
    ;(await store.add('files', [DOCUMENT]))._unsafeUnwrap()
    await store.close()
    damage(join(dir, readdirSync(dir).find((name) => name.endsWith('.sqlite')) ?? ''))
    const again = createSqliteKnowledgeStore({ dir })
    expect((await again.has('files', ['a']))._unsafeUnwrap()).toEqual(new Set())
    ;(await again.add('files', [DOCUMENT]))._unsafeUnwrap()
    expect((await again.read('files', ['a']))._unsafeUnwrap()).toEqual(new Map([['a', 'the value']]))
    expect((await again.postings('files', ['term']))._unsafeUnwrap()).toEqual(
      new Map([['term', [{ key: 'a', counts: [1, 2] }]]]),
    )
    await again.close()
    rmSync(dir, { recursive: true, force: true })
  })
})

describe('a knowledge store that cannot be kept', () => {
  test('says why', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'chronicle-knowledge-'))
    writeFileSync(join(dir, 'file'), '')
    const store = createSqliteKnowledgeStore({ dir: join(dir, 'file', 'below') })
    expect((await store.add('files', [DOCUMENT]))._unsafeUnwrapErr()).toMatchObject({
      code: 'knowledge_store_unusable',
      message: isSqliteAvailable()
        ? (expect.stringContaining('ENOTDIR') as unknown)
        : `The knowledge base cannot be used: Node ${process.version} has no node:sqlite.`,
    })
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  })
})
