import { okAsync } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { redactWith } from './redact-with.ts'
import type { Redactor } from './redactor.ts'

const SECRET = { rule: 'a-key', lines: { start: 1, end: 1 } }

function redactor(redact: (texts: readonly string[]) => unknown): Redactor {
  return { name: 'own', redact: redact as never }
}

test('the results of a redactor are returned', async () => {
  const own = redactor((texts) =>
    okAsync(texts.map((text) => (text === 'key' ? { text: '[x]', secrets: [SECRET] } : { text, secrets: [] }))),
  )
  expect((await redactWith(own, ['a', 'key']))._unsafeUnwrap()).toEqual([
    { text: 'a', secrets: [] },
    { text: '[x]', secrets: [SECRET] },
  ])
})

test('a text that was changed has a secret, also of a redactor that names none', async () => {
  const own = redactor((texts) => okAsync(texts.map((text) => ({ text: text.replace('host', '[x]'), secrets: [] }))))
  expect((await redactWith(own, ['on host\nb', 'a']))._unsafeUnwrap()).toEqual([
    { text: 'on [x]\nb', secrets: [{ rule: 'own', lines: { start: 1, end: 2 } }] },
    { text: 'a', secrets: [] },
  ])
})

test.each([
  ['fewer results', () => okAsync([])],
  ['texts', (texts: readonly string[]) => okAsync(texts)],
  ['results without a text', (texts: readonly string[]) => okAsync(texts.map(() => ({ secrets: [] })))],
  ['results without secrets', (texts: readonly string[]) => okAsync(texts.map((text) => ({ text })))],
  ['nothing', () => okAsync(undefined)],
  ['a promise of a list', () => Promise.resolve([])],
  ['a rejected promise', () => Promise.reject(new Error('no'))],
  [
    'an exception',
    () => {
      throw new Error('no')
    },
  ],
])('%s of a redactor is a failure that names it', async (_, redact) => {
  const failed = (await redactWith(redactor(redact), ['a', 'b']))._unsafeUnwrapErr()
  expect(failed.code).toBe('redaction_failed')
  expect(failed.message).toMatch(
    /^The redactor own (failed in redact: (no|it did not return a Result)|did not return one redacted text for each text)\. /,
  )
})
