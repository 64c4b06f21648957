import type { Commit, Signature } from '@chronicle/core/contracts'
import type { CommitId, TreeId } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { rejectCommit } from './reject-commit.ts'

function commit(message: string, author: Partial<Signature> = {}, parents = 1): Commit {
  const signature = { name: 'Ada Abbott', email: 'ada@robotics.example.com', time: 0, zone: 0, ...author }
  return {
    id: 'a' as CommitId,
    tree: 'b' as TreeId,
    parents: Array.from({ length: parents }, () => 'c' as CommitId),
    author: signature,
    committer: signature,
    message,
  }
}

it.each([
  ['Undo the last change of the parser', 'revert'],
  ['Restore what was there before\n\nThis reverts commit abc.', 'revert'],
  ['v1.2.3', 'version'],
  ['Release 4.0 of the whole thing', 'version'],
  ['chore(deps): bump lodash in all packages', 'version'],
  ['Bump lodash from 4.17.20 to 4.17.21', 'version'],
  ['Prepare for the next release', 'version'],
  ['Update changelog for the coming version', 'version'],
  ['Run black over the whole code base', 'formatting'],
  ['lint: fix what the linter says', 'formatting'],
  ['fix bug (#12)\n\nCloses #12', 'too_few_words'],
])('%j is no task: %s', (message, reason) => {
  expect(rejectCommit(commit(message))).toBe(reason)
})

it.each([
  'Set the HTTP version of responses to that of the request',
  'Formatter: keep blank lines between comments',
  'Robots.txt is served from the root folder',
  'Let people revert their own changes in the editor',
  'Update the cache when the release of a lock fails',
  'Keep order of headers\n\nUndo in the old one did not.',
])('%j is a task', (message) => {
  expect(rejectCommit(commit(message))).toBeUndefined()
})

it.each([
  { name: 'dependabot[bot]' },
  { email: '12+renovate[bot]@users.noreply.example.com' },
  { name: 'k8s-ci-robot' },
  { name: 'GitHub Actions' },
])('%j is a bot', (author) => {
  expect(rejectCommit(commit('Change something that was there before', author))).toBe('bot')
})

it('leaves out roots and merges', () => {
  expect(rejectCommit(commit('Start of the whole thing', {}, 0))).toBe('root')
  expect(rejectCommit(commit('Take both sides of it all', {}, 2))).toBe('merge')
})
