import { createMemoryGit } from '@chronicle/testing'
import type { NotesRef } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { createIndexesByRefs } from './indexes-by-refs.ts'

test('there is one SQLite index for each set of refs, until all are closed', async () => {
  const { git } = createMemoryGit({ commits: [] })
  const indexes = createIndexesByRefs('sqlite', { git, storage: undefined, dir: () => Promise.resolve(undefined) })
  const first = indexes.of(undefined)
  expect(indexes.of(['refs/notes/chronicle' as NotesRef])).toBe(first)
  expect(indexes.chosen(undefined)).toBe(first)
  expect(indexes.of(['refs/notes/other' as NotesRef])).not.toBe(first)
  await indexes.close()
  expect(indexes.of(undefined)).not.toBe(first)
})

test('without a choice each pipeline creates its own index', () => {
  const { git } = createMemoryGit({ commits: [] })
  const indexes = createIndexesByRefs(undefined, { git, storage: undefined, dir: () => Promise.resolve(undefined) })
  expect(indexes.chosen(undefined)).toBeUndefined()
  expect(indexes.of(undefined).name).not.toBe('sqlite')
})
