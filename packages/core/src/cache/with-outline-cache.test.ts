import { okAsync, type BlobId, type RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { AstParser, SourceText } from '../contracts/ast-parser.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { withOutlineCache } from './with-outline-cache.ts'

/** A parser that counts, over a storage that outlives it. */
function counting(): { readonly open: () => AstParser; readonly parsed: string[] } {
  const storage = createMemoryStorage()
  const parsed: string[] = []
  const parser: AstParser = {
    ...{ name: 'counting', version: '1', language: () => 'any' },
    outline: ({ blob = '' }) => {
      parsed.push(blob)
      return okAsync({ language: 'any', units: [], partial: false })
    },
  }
  return { open: () => withOutlineCache(parser, storage), parsed }
}

const source = (blob: string): SourceText => ({ path: 'a.ts' as RepoPath, text: '', blob: blob as BlobId })

it('keeps the outlines before and after a change, in whatever order they are asked for', async () => {
  const { open, parsed } = counting()
  const ask = async (...blobs: readonly string[]): Promise<void> => {
    const ast = open()
    for (const blob of blobs) (await ast.outline(source(blob)))._unsafeUnwrap()
  }
  await ask('before', 'after')
  await ask('before', 'after')
  await ask('after', 'before')
  expect(parsed).toEqual(['before', 'after'])
  await ask('later', 'after')
  expect(parsed).toEqual(['before', 'after', 'later'])
  await ask('before', 'later')
  expect(parsed).toEqual(['before', 'after', 'later', 'before'])
})
