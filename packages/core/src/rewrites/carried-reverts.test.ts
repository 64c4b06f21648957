import { okAsync, type CommitId } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { Commit } from '../contracts/git-backend.ts'
import { revertedCommits } from './carried-reverts.ts'

const id = (digit: string): CommitId => `${digit}a`.repeat(20) as CommitId

test('reverted commits are grouped by the digits that every abbreviation has, and followed to what they revert', async () => {
  const commits = new Map([
    [id('1'), { message: `Revert "A"\n\nThis reverts commit ${id('8')}.` }],
    [id('2'), { message: 'Revert "A"\n\nThis reverts commit 8a8a8a8.' }],
    [id('3'), { message: `Revert "B"\n\nThis reverts commit ${id('9')}.` }],
    [id('8'), { message: `A, which is a revert\n\nThis reverts commit ${id('7')}.` }],
  ])
  const rewrites = [
    { from: [id('1'), id('2')], to: id('4'), operation: 'squash' },
    { from: [id('3')], to: id('5'), operation: 'copy' },
  ] as const
  const reverted = await revertedCommits(
    rewrites,
    commits,
    {
      resolve: (name) => okAsync([...commits.keys()].find((each) => each.startsWith(name))),
      readCommits: (ids) =>
        okAsync(new Map(ids.map((each) => [each, { id: each, message: commits.get(each)?.message ?? '' } as Commit]))),
    },
    {},
  )
  expect([...reverted._unsafeUnwrap()]).toEqual([
    ['8a8a8a8', [id('8'), '8a8a8a8']],
    ['7a7a7a7', [id('7')]],
  ])
})
