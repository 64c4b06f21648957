import { okAsync, type CommitId } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { GitBackend } from '../../contracts/git-backend.ts'
import { commitsOfRange, parseRange } from './resolve-range.ts'

test.each([
  ['main', { to: 'main' }],
  ['', { to: 'HEAD' }],
  ['a..b', { from: 'a', to: 'b' }],
  ['a..', { from: 'a', to: 'HEAD' }],
  ['..b', { from: 'HEAD', to: 'b' }],
  ['a...b', { from: 'a', to: 'b', symmetric: true }],
  ['v1.0..v2.0', { from: 'v1.0', to: 'v2.0' }],
])('reads %j as a range', (text, range) => {
  expect(parseRange(text)).toEqual(range)
})

test('says what a backend that cannot walk a range can be asked instead', async () => {
  const id = 'a'.repeat(40) as CommitId
  const git: Pick<GitBackend, 'name' | 'resolve'> = { name: 'small', resolve: () => okAsync(id) }
  const found = await commitsOfRange({ from: 'main', to: 'HEAD' }, id, { git: git as GitBackend, call: {} })
  expect(found._unsafeUnwrapErr()).toMatchObject({
    code: 'unsupported',
    message: 'The git backend small cannot walk a range. Ask about one revision instead.',
  })
})
