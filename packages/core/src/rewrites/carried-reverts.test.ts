import type { CommitId } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { revertedCommits } from './carried-reverts.ts'

test('reverted commits are grouped by the digits that every abbreviation has', () => {
  const id = (digit: string): CommitId => `${digit}a`.repeat(20) as CommitId
  const commits = new Map([
    [id('1'), { message: `Revert "A"\n\nThis reverts commit ${id('8')}.` }],
    [id('2'), { message: 'Revert "A"\n\nThis reverts commit 8a8a8a8.' }],
    [id('3'), { message: `Revert "B"\n\nThis reverts commit ${id('9')}.` }],
  ])
  const rewrites = [
    { from: [id('1'), id('2')], to: id('4'), operation: 'squash' },
    { from: [id('3')], to: id('5'), operation: 'copy' },
  ] as const
  expect([...revertedCommits(rewrites, commits)]).toEqual([['8a8a8a8', [id('8'), '8a8a8a8']]])
})
