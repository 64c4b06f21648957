import { okAsync, type BlobId, type RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { FileText, FileTexts } from './file-texts.ts'
import { createOpenLineMaps } from './line-maps.ts'

const path = 'a.ts' as RepoPath
const older = { path, blob: 'older' as BlobId }
const newer = { path, blob: 'newer' as BlobId }
const TEXTS: Readonly<Record<string, string>> = {
  older: 'one\ntwo\nthree\n',
  newer: 'zero\none\ntwo\nthree\n',
}

/** Returns texts whose `older` state opens only after `before` has run. */
function textsAfter(before: () => Promise<void>): Pick<FileTexts, 'open'> {
  return {
    open: (state) => {
      const text: Partial<FileText> = { ...state, bytes: new TextEncoder().encode(TEXTS[state.blob]) }
      return okAsync(state.blob === 'older' ? before() : undefined).map(async (waiting) => {
        await waiting
        return text as FileText
      })
    },
  }
}

it('compares two states rightly while another answer about the file ends', async () => {
  const maps = await createOpenLineMaps()(path)
  const texts = textsAfter(() => maps.save()) as FileTexts
  const map = await maps.between(older, newer, texts)
  expect(map._unsafeUnwrap()).toEqual([{ startA: 0, endA: 0, startB: 0, endB: 1 }])
})
