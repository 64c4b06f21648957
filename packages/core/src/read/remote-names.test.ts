import { errAsync, okAsync } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import { createIsPlainClone } from './remote-names.ts'

const configured = (...keys: readonly string[]): NonNullable<GitBackend['readConfig']> => {
  return () => okAsync(new Map(keys.map((key) => [key, ['x']])))
}

it.each([
  ['a remote', { readConfig: configured('origin.url') }, true],
  [
    'a remote from which notes are fetched',
    {
      readConfig: () =>
        okAsync(
          new Map([
            ['origin.url', ['x']],
            ['origin.fetch', ['+refs/heads/*:refs/x/*', '+refs/notes/a:refs/notes/b']],
          ]),
        ),
    },
    false,
  ],
  ['no remote', { readConfig: configured('origin.fetch') }, false],
  ['no configuration', {}, false],
  ['a configuration that cannot be read', { readConfig: () => errAsync(codedError('git_failed', 'Bad line.')) }, false],
] as const)('with %s', async (_, git, expected) => {
  expect((await createIsPlainClone(git)({}))._unsafeUnwrap()).toBe(expected)
})

it('is asked of git until there is a remote, also after an abort', async () => {
  let reads = 0
  let key = 'origin.fetch'
  const isPlainClone = createIsPlainClone({
    readConfig: (section, { signal } = {}) => {
      reads++
      return signal?.aborted === true ? errAsync(codedError('aborted', '')) : configured(key)(section)
    },
  })
  expect((await isPlainClone({ signal: AbortSignal.abort() }))._unsafeUnwrapErr().code).toBe('aborted')
  expect((await isPlainClone({}))._unsafeUnwrap()).toBe(false)
  key = 'origin.url'
  expect([(await isPlainClone({}))._unsafeUnwrap(), (await isPlainClone({}))._unsafeUnwrap(), reads]).toEqual([
    true,
    true,
    3,
  ])
})
