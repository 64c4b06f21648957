import { errAsync, ok, okAsync, ResultAsync } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { codedError } from '../contracts/coded-error.ts'
import { guardQuery } from './guard-query.ts'
import type { ReadError } from './read-error.ts'

const damaged = (): ReadError => codedError('index_failed', 'The index is damaged.')

/** Returns a `run` that produces the given results, one after the other. */
function runs(...results: readonly ResultAsync<string, ReadError>[]): {
  readonly run: () => ResultAsync<string, ReadError>
  readonly times: () => number
} {
  let times = 0
  return { run: () => results[times++] ?? okAsync('too often'), times: () => times }
}

it('gives what the query gives, run once', async () => {
  const { run, times } = runs(okAsync('answer'))
  expect(await guardQuery({}, run)).toEqual(ok('answer'))
  expect(times()).toBe(1)
  const other = runs(errAsync(codedError('file_not_found', 'Gone.')))
  expect((await guardQuery({}, other.run))._unsafeUnwrapErr().code).toBe('file_not_found')
  expect(other.times()).toBe(1)
})

it('runs a second time when the index was damaged, not a third', async () => {
  const once = runs(errAsync(damaged()), okAsync('answer'))
  expect(await guardQuery({}, once.run)).toEqual(ok('answer'))
  expect(once.times()).toBe(2)
  const twice = runs(errAsync(damaged()), errAsync(damaged()))
  expect((await guardQuery({}, twice.run))._unsafeUnwrapErr().code).toBe('index_failed')
  expect(twice.times()).toBe(2)
})

it('runs nothing for a call that was aborted, and gives nothing of one that is aborted meanwhile', async () => {
  const aborted = { code: 'aborted', message: 'The query was aborted.' }
  const before = runs(okAsync('answer'))
  expect((await guardQuery({ signal: AbortSignal.abort() }, before.run))._unsafeUnwrapErr()).toMatchObject(aborted)
  expect(before.times()).toBe(0)
  const controller = new AbortController()
  const meanwhile = await guardQuery({ signal: controller.signal }, () => {
    controller.abort()
    return okAsync('answer')
  })
  expect(meanwhile._unsafeUnwrapErr()).toMatchObject(aborted)
  const failing = new AbortController()
  const failed = await guardQuery({ signal: failing.signal }, () => {
    failing.abort()
    return errAsync<string, ReadError>(codedError('file_not_found', 'Gone.'))
  })
  expect(failed._unsafeUnwrapErr().code).toBe('file_not_found')
})

it.each([
  [new Error('Out of memory'), 'A stage of the read pipeline threw: Out of memory'],
  ['a word', 'A stage of the read pipeline threw: a word'],
])('makes an error of what a stage throws: %s', async (cause, message) => {
  const thrown = await guardQuery({}, () => {
    // A stage may throw anything.
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw cause
  })
  expect(thrown._unsafeUnwrapErr()).toMatchObject({ code: 'internal_error', message, cause })
  const rejected = await guardQuery({}, () => new ResultAsync<string, ReadError>(Promise.reject(cause as Error)))
  expect(rejected._unsafeUnwrapErr()).toMatchObject({ code: 'internal_error', message, cause })
})
