import { withBlame } from '@chronicle/blame'
import { createKnowledgeBase, createMemoryKnowledgeStore } from '@chronicle/context'
import { ok } from '@chronicle/schema'
import { createMemoryGit, RANKED_REPOSITORY } from '@chronicle/testing'
import { expect, test } from 'vitest'
import { ast } from './open-scene.ts'

test('a snapshot keeps its files when another process removes them from the store', async () => {
  const { git: memory, commits } = createMemoryGit(RANKED_REPOSITORY)
  const git = withBlame(memory)
  const commit = commits.at(-1)
  if (commit === undefined) throw new Error('There is no commit.')
  const store = createMemoryKnowledgeStore()
  const open = async () => (await createKnowledgeBase({ git, ast, store }).at({ commit }))._unsafeUnwrap()
  const whole = await open()
  const paths = whole.files.map(({ path }) => path)
  const terms = ['login', 'user', 'handler', 'validate']
  const facts = (await whole.facts(paths))._unsafeUnwrap()
  const postings = (await whole.postings(terms))._unsafeUnwrap()
  expect(facts.size).toBe(paths.length)
  expect(postings.size).toBeGreaterThan(0)

  const snapshot = await open()
  expect(await store.retain('files', new Set())).toEqual(ok())
  expect((await snapshot.facts(paths))._unsafeUnwrap()).toEqual(facts)
  expect(await store.retain('files', new Set())).toEqual(ok())
  const again = (await snapshot.postings(terms))._unsafeUnwrap()
  const summary = (found: typeof postings): unknown =>
    [...found].map(([term, list]) => [term, list.map(({ file, counts }) => [file.path, counts]).toSorted()])
  expect(summary(again)).toEqual(summary(postings))
})
