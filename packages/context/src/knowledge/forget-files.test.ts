import type { KnowledgeDocument } from '@chronicle/core/contracts'
import { ok } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { createMemoryKnowledgeStore } from '../store/memory-knowledge-store.ts'
import { forgetFiles } from './forget-files.ts'
import type { IndexedFile } from './indexed-file.ts'

const documentOf = (key: string): KnowledgeDocument => ({ key, value: key, lengths: [1], terms: new Map() })
const snapshotOf = (...keys: readonly string[]): { readonly files: readonly IndexedFile[] } => ({
  files: keys.map((key) => ({ key }) as IndexedFile),
})

test('contents that no snapshot has are forgotten once there are many', async () => {
  const store = createMemoryKnowledgeStore()
  const keys = Array.from({ length: 5_008 }, (_, number) => `k${number}`)
  expect(await store.add('files', keys.map(documentOf))).toEqual(ok())
  expect(await forgetFiles(store, [snapshotOf('k0'), snapshotOf('k0', 'k1')])).toEqual(ok())
  expect(await store.size('files')).toEqual(ok(5_008))
  expect(await store.add('files', [documentOf('one more')])).toEqual(ok())
  expect(await forgetFiles(store, [snapshotOf('k0'), snapshotOf('k0', 'k1')])).toEqual(ok())
  expect(await store.has('files', [...keys, 'one more'])).toEqual(ok(new Set(['k0', 'k1'])))
})

test('few contents are never forgotten', async () => {
  const store = createMemoryKnowledgeStore()
  expect(await store.add('files', ['a', 'b'].map(documentOf))).toEqual(ok())
  expect(await forgetFiles(store, [snapshotOf()])).toEqual(ok())
  expect(await store.size('files')).toEqual(ok(2))
})
