import type { KnowledgeDocument } from '@chronicle/core/contracts'
import { expect, test } from 'vitest'
import { valueOf } from '../failure.ts'
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
  await valueOf(store.add('files', keys.map(documentOf)))
  await forgetFiles(store, [snapshotOf('k0'), snapshotOf('k0', 'k1')])
  expect(await valueOf(store.size('files'))).toBe(5_008)
  await valueOf(store.add('files', [documentOf('one more')]))
  await forgetFiles(store, [snapshotOf('k0'), snapshotOf('k0', 'k1')])
  expect(await valueOf(store.has('files', [...keys, 'one more']))).toEqual(new Set(['k0', 'k1']))
})

test('few contents are never forgotten', async () => {
  const store = createMemoryKnowledgeStore()
  await valueOf(store.add('files', ['a', 'b'].map(documentOf)))
  await forgetFiles(store, [snapshotOf()])
  expect(await valueOf(store.size('files'))).toBe(2)
})
