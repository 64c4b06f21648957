import type { CommitId } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { changedPaths } from '../src/changed-paths.ts'
import { createAnsweringGit } from './fake-git.ts'
import { valueOf } from './results.ts'

test('the paths that a commit changed are asked for once', async () => {
  const git = createAnsweringGit(({ text }) =>
    text
      .split('\n')
      .filter((id) => id !== '')
      .map((id) => `${id}\0M\0file of ${id}\0`)
      .join(''),
  )
  const [one, two] = ['One', 'Two'].map((message) => git.store('commit', `tree x\n\n${message}\n`)) as CommitId[]
  if (one === undefined || two === undefined) throw new Error('there are two')
  const blob = git.store('blob', 'no commit') as CommitId
  expect(await valueOf(changedPaths(git.repository, [one, blob, one]))).toEqual(new Map([[one, [`file of ${one}`]]]))
  const both = await valueOf(changedPaths(git.repository, [two, one]))
  expect([...both]).toEqual([
    [two, [`file of ${two}`]],
    [one, [`file of ${one}`]],
  ])
  expect(git.asked.map(({ text }) => text)).toEqual([`${one}\n`, `${two}\n`])
})
