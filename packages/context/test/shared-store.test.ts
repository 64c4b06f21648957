import { withBlame } from '@chronicle/blame'
import { createKnowledgeBase, createMemoryKnowledgeStore } from '@chronicle/context'
import type { AstParser } from '@chronicle/core/contracts'
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

test('parsers of other names or versions do not see what each other stored', async () => {
  const { git: memory, commits } = createMemoryGit(RANKED_REPOSITORY)
  const git = withBlame(memory)
  const commit = commits.at(-1)
  if (commit === undefined) throw new Error('There is no commit.')
  const store = createMemoryKnowledgeStore()
  const blind = (name: string, version: string): AstParser => ({
    ...{ name, version },
    language: (path) => ast.language(path),
    outline: (source, options) => ast.outline(source, options).map((outline) => ({ ...outline, units: [] })),
  })
  const symbolsOf = async (parser: AstParser): Promise<number> => {
    const snapshot = (await createKnowledgeBase({ git, ast: parser, store }).at({ commit }))._unsafeUnwrap()
    const facts = (await snapshot.facts(snapshot.files.map(({ path }) => path)))._unsafeUnwrap()
    return [...facts.values()].flatMap(({ symbols }) => symbols).length
  }
  expect(await symbolsOf(blind('blind', ast.version))).toBe(0)
  const symbols = await symbolsOf(ast)
  expect(symbols).toBeGreaterThan(0)
  expect(await symbolsOf(blind(ast.name, 'other'))).toBe(0)
  expect(await symbolsOf(ast)).toBe(symbols)
})
