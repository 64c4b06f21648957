import { expect, it } from 'vitest'
import { catchDefects } from './catch-defects.ts'
import { err, errAsync, ok, okAsync, type ResultAsync } from './result.ts'

const wrong = new Error('wrong')
const told = (cause: unknown): string => `a defect: ${String(cause)}`

it('passes values and errors on', async () => {
  expect(await catchDefects(() => okAsync<number, string>(1), told)).toEqual(ok(1))
  expect(await catchDefects(() => errAsync<number, string>('refused'), told)).toEqual(err('refused'))
})

it('makes an error of what is rejected', async () => {
  expect(await catchDefects<number, string>(async () => Promise.reject(wrong), told)).toEqual(
    err('a defect: Error: wrong'),
  )
})

it('makes an error of what is thrown before anything waits', async () => {
  const run = (): ResultAsync<number, string> => {
    throw wrong
  }
  expect(await catchDefects(run, told)).toEqual(err('a defect: Error: wrong'))
})

it.each([['text'], [undefined], [null]])('%j, which is no result, is a defect', async (answer) => {
  const failed = await catchDefects(() => Promise.resolve(answer) as never, String)
  expect(failed._unsafeUnwrapErr()).toBe('TypeError: it did not return a Result')
})
