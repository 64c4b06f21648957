import { okAsync, type BlobId, type CommitId } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { NoteRef } from '../contracts/annotation-index.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import { createNotesReader } from './read-notes.ts'

it('caches notes also after several callers have read the same ones at a time', async () => {
  let reads = 0
  const git = {
    readBlobs: (ids: readonly BlobId[]) => {
      reads++
      return okAsync(new Map(ids.map((id) => [id, new Uint8Array(900_000)] as const)))
    },
  } as unknown as GitBackend
  const read = createNotesReader(git)
  const note = (number: number): NoteRef => ({
    commit: `c${number}` as CommitId,
    blobs: [`b${number}` as BlobId],
  })
  const notes = [0, 1, 2, 3, 4, 5].map(note)
  await Promise.all([read(notes), read(notes)])
  for (let time = 0; time < 5; time++) expect((await read([note(9)])).isOk()).toBe(true)
  expect(reads).toBe(3)
})
