import { createQueries } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { createFixtureRepository } from '@chronicle/testing'
import { describe, expect, test } from 'vitest'
import { testNote } from '../test-note.ts'

/** The seconds of commits on main: those of a rebase are of the same second. */
const SECONDS = [10, 20, 20, 20, 20, 20, 30, 30]

describe('the log of commits of one second', () => {
  test('lists descendants first, as git does, and in pages of any length the same', async () => {
    await using repository = await createFixtureRepository()
    for (const [index, second] of SECONDS.entries()) {
      await repository.write({ 'a.ts': `export const a = ${index}\n` })
      await repository.commit(`Change ${index}`, { date: 1_700_000_000 + second })
      // One of the commits has no note: a page may end at it.
      if (index !== 3) await repository.note('HEAD', testNote(undefined, [{ file: 'a.ts', intent: `Why ${index}.` }]))
    }
    const queries = createQueries({ git: createGitCli({ dir: repository.dir }) })
    const logged = async (query: Parameters<typeof queries.log>[0]): Promise<readonly string[]> =>
      (await queries.log(query))._unsafeUnwrap().entries.map(({ subject }) => subject)
    const expected = [7, 6, 5, 4, 2, 1, 0].map((index) => `Change ${index}`)
    for (const paths of [undefined, ['a.ts']] as const) {
      expect(await logged({ paths })).toEqual(expected)
      for (const limit of [1, 2, 3]) {
        const pages: string[] = []
        for (let before: string | undefined; ;) {
          const { entries } = (await queries.log({ paths, limit, before }))._unsafeUnwrap()
          pages.push(...entries.map(({ subject }) => subject))
          before = entries.at(-1)?.commit
          if (before === undefined) break
        }
        expect(pages).toEqual(expected)
      }
      expect(await logged({ paths, before: 'HEAD~4' })).toEqual(['Change 2', 'Change 1', 'Change 0'])
    }
  })

  // The order of commits that are not related depends on their ids.
  test.each([1, 2, 3, 4, 5, 6])('has no gap between pages beside commits of other branches: %d', async (seed) => {
    await using repository = await createFixtureRepository()
    const date = 1_700_000_000
    const made: string[] = [await repository.commit('Base', { date })]
    for (const name of ['b', 'c']) {
      await repository.branch(name, made[0])
      await repository.checkout(name)
      await repository.write({ [name]: '' })
      made.push(await repository.commit(`${name} ${seed}`, { date }))
    }
    await repository.checkout('main')
    for (const name of ['b', 'c']) await repository.merge(name, `Merge ${name}`, { date })
    await repository.checkout('c')
    made.push(await repository.commit(`Not merged ${seed}`, { date }))
    for (const commit of made) await repository.note(commit, testNote(undefined, [{ file: 'b', intent: 'Why.' }]))
    const queries = createQueries({ git: createGitCli({ dir: repository.dir }) })
    const all = (await queries.log({ range: 'main' }))._unsafeUnwrap().entries.map(({ commit }) => commit)
    expect(all).toHaveLength(3)
    const pages: string[] = []
    for (let before: string | undefined; ;) {
      const [entry] = (await queries.log({ range: 'main', limit: 1, before }))._unsafeUnwrap().entries
      if (entry === undefined) break
      pages.push((before = entry.commit))
      if (pages.length > 5) break
    }
    expect(pages).toEqual(all)
  })
})
