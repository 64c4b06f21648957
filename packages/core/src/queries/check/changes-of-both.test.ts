import type { RepoPath } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { DiffHunk, FileChange } from '../../contracts/git-backend.ts'
import { changesOfBoth } from './changes-of-both.ts'

const hunk = (old: [number, number], now: [number, number]): DiffHunk => ({
  old: { start: old[0], count: old[1] },
  new: { start: now[0], count: now[1] },
})
const modified = (path: string, ...hunks: readonly DiffHunk[]): FileChange => ({
  status: 'modified',
  oldPath: path as RepoPath,
  newPath: path as RepoPath,
  binary: false,
  hunks,
})

test('keeps the hunks whose new lines a branch wrote', () => {
  const own = [modified('a', hunk([3, 1], [3, 2]))]
  const kept = hunk([8, 1], [3, 2])
  expect(changesOfBoth([modified('a', hunk([1, 5], [0, 0]), kept), modified('b', kept)], own)).toEqual([
    modified('a', kept),
  ])
})

test('keeps a deletion where the branch deleted lines', () => {
  const own = [modified('a', hunk([4, 2], [3, 0]))]
  const kept = hunk([9, 2], [3, 0])
  expect(changesOfBoth([modified('a', kept, hunk([20, 1], [12, 0]))], own)).toEqual([modified('a', kept)])
})

test('omits a file of which both branches changed other lines', () => {
  const own = [modified('a', hunk([9, 1], [9, 1]))]
  expect(changesOfBoth([modified('a', hunk([1, 1], [1, 1]))], own)).toEqual([])
})

test('keeps a change without lines, and a deleted file', () => {
  const deleted: FileChange = {
    status: 'deleted',
    oldPath: 'b' as RepoPath,
    binary: false,
    hunks: [hunk([1, 2], [0, 0])],
  }
  const changes = [{ ...modified('a'), binary: true }, deleted]
  expect(changesOfBoth(changes, changes)).toEqual(changes)
})
