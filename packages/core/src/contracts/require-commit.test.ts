import { okAsync } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { nearestRevisions, parentMissingError, unknownRevision } from './require-commit.ts'

function near(revision: string, names: readonly string[]): Promise<readonly string[]> {
  return nearestRevisions({ refNames: () => okAsync(names) }, revision, {})
}

test.each([
  ['mian', ['main', 'v1.0.0'], ['main']],
  ['mian~2', ['main', 'v1.0.0'], ['main~2']],
  ['4.18.2', ['main', 'v4.18.1', 'v4.18.2', 'v4.17.0', 'v4.18.3'], ['v4.18.2', 'v4.18.1', 'v4.18.3']],
  ['topic', ['main', 'origin/topic'], ['origin/topic']],
  ['orign/topic^', ['main', 'origin/topic'], ['origin/topic^']],
  ['master', ['main', 'origin/main', 'topic'], ['main', 'origin/main']],
  ['nothing-like-it', ['main'], []],
  // The branch exists but has no such ancestor.
  ['main~999', ['main', 'mains'], []],
  ['HEAD~999', ['head'], []],
  ['', ['main'], []],
  [':/text', ['main'], []],
])('%s among %j was meant to be one of %j', async (revision, names, nearest) => {
  expect(await near(revision, names)).toEqual(nearest)
})

test('a backend that lists no names has none that are near', async () => {
  expect(await nearestRevisions({}, 'mian', {})).toEqual([])
})

test('the error has the nearest names for people and for programs', () => {
  expect(unknownRevision('mian', undefined, ['main', 'origin/main'])).toEqual({
    code: 'revision_not_found',
    message: 'Unknown revision: "mian". Did you mean "main" or "origin/main"? Give a branch, a tag or a commit id.',
    data: { revision: 'mian', nearest: ['main', 'origin/main'] },
  })
})

test('the error quotes the beginning of what is too long to be a name', () => {
  const revision = `v${'1'.repeat(9_999)}`
  const { data, message } = unknownRevision(revision)
  expect(message).toBe(
    `Unknown revision: "v${'1'.repeat(199)}…" (10000 characters). Give a branch, a tag or a commit id.`,
  )
  expect(data).toEqual({ revision })
  expect(parentMissingError(revision).message.length).toBeLessThan(400)
})
