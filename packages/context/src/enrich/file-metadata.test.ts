import type { BlobId, RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { IndexedFile } from '../knowledge/indexed-file.ts'
import { createMemoryKnowledgeStore } from '../store/memory-knowledge-store.ts'
import { fileMetadata, type FileMetadata, type MetadataSnapshot } from './file-metadata.ts'
import { PROMOTED, promotionKey, proposalKey } from './metadata-keys.ts'

const PATH = 'src/invoice.ts' as RepoPath
const COPY = 'lib/invoice.ts' as RepoPath
const BLOB = 'a'.repeat(40) as BlobId

const snapshot: MetadataSnapshot = { file: fileOf, store: createMemoryKnowledgeStore() }

function fileOf(path: string): IndexedFile | undefined {
  if (path !== PATH && path !== COPY) return undefined
  return { path: path as RepoPath, blob: BLOB, key: `${BLOB}.typescript.1`, class: 'source', lengths: [0, 0, 0] }
}

function metadataWith(purpose: string): FileMetadata {
  return { domain: 'billing', module: 'invoices', purpose, concepts: ['tax'] }
}

async function add(key: string, metadata: FileMetadata, promotion?: number): Promise<void> {
  const value = JSON.stringify({ model: 'a/b', metadata })
  const terms = new Map(promotion === undefined ? [] : [[PROMOTED, [promotion]]])
  ;(await snapshot.store.add('metadata', [{ key, value, lengths: [], terms }]))._unsafeUnwrap()
}

it('gives what was promoted last, to every path of the content, and no proposals', async () => {
  await add(proposalKey(BLOB, 'a/b'), metadataWith('Proposed.'))
  expect((await fileMetadata(snapshot, [PATH]))._unsafeUnwrap()).toEqual(new Map())
  for (let number = 1; number <= 11; number++)
    await add(promotionKey(BLOB, number, 'a/b'), metadataWith(`Number ${number}.`), number)
  expect((await fileMetadata(snapshot, [PATH, COPY, 'none.ts' as RepoPath]))._unsafeUnwrap()).toEqual(
    new Map([
      [PATH, metadataWith('Number 11.')],
      [COPY, metadataWith('Number 11.')],
    ]),
  )
})
