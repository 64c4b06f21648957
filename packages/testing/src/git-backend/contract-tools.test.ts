import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codedError } from '@chronicle/core/contracts'
import { errAsync } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { valueOf } from './contract-tools.ts'

test('a call that must succeed and does not is reported with its error', async () => {
  const failed = errAsync(codedError('aborted', 'The query was aborted.'))
  await expect(valueOf(failed)).rejects.toThrow('expected a value, got aborted: The query was aborted.')
})

test('no suite hides the error of a call that must succeed', () => {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/u.test(name),
  )
  expect(files.length).toBeGreaterThan(50)
  // It throws an error that does not say which one the result has.
  expect(files.filter((name) => readFileSync(join(folder, name), 'utf8').includes('._unsafeUnwrap()'))).toEqual([])
})
