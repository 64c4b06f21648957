import { createLineHistoryReader, createMemoryStorage } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { RepoPath } from '@chronicle/schema'
import { buildHistory, historyArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { logByGit } from './log-by-git.ts'

/*
 * Every line of these histories is written only once, so that there is one right answer. Where a place was found by
 * other means than its edits, git follows other lines or stops. Everywhere else the two agree, with one exception:
 * where a parent of a merge lacks the file, git follows an empty range there, and takes an ancestor's file of the same
 * name for it. Older commits are then missing.
 */
it.each([
  ['of one branch', { merges: false, renames: true }],
  ['with merges', { merges: true, renames: false }],
  ['with merges and renames, and those that git loses', { merges: true, renames: true }],
] as const)('lists the commits that git log -L lists, in histories %s', async (_, { merges, renames }) => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary({ merges, renames, maxCommits: 16 }),
      fc.nat(),
      fc.nat(),
      async (plan, at, length) => {
        const built = await buildHistory(plan)
        const { head } = built
        await using repository = built.repository
        await using git = asDisposable(createGitCli({ dir: repository.dir }))
        for (const path of built.paths as readonly RepoPath[]) {
          const text = await repository.git('show', `${head}:${path}`)
          const count = text === '' ? 0 : text.split('\n').length
          if (count === 0) continue
          const start = 1 + (at % count)
          const lines = { start, end: Math.min(count, start + (length % 6)) }
          const read = createLineHistoryReader({ git, storage: createMemoryStorage() })
          const found = (await read({ at: { commit: head }, head, path, lines }))._unsafeUnwrap()
          expect(found.unseen).toBeUndefined()
          const ours = found.revisions.map(({ commit }) => commit)
          expect(new Set(ours).size, 'no commit twice').toBe(ours.length)
          const byEdits = found.revisions.every(({ before }) => before === undefined || before.by === 'lines')
          const byGit = await logByGit(repository, path, lines)
          expect([...byGit].filter((commit) => !ours.includes(commit as (typeof ours)[number]))).toEqual([])
          if (!byEdits || (merges && renames)) continue
          expect([...ours].sort()).toEqual([...byGit].sort())
          compared++
        }
      },
    ),
    { numRuns: 40 },
  )
  expect(compared > 20).toBe(!merges || !renames)
})
