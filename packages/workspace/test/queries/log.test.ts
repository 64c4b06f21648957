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
})
