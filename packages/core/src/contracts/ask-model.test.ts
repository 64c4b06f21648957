import { errAsync, okAsync } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { askModel, embedWith } from './ask-model.ts'
import { codedError } from './coded-error.ts'
import type { ModelRequest, ModelResponse } from './language-model.ts'

const REQUEST: ModelRequest = { system: '', messages: [], maxOutputTokens: 1 }
const RESPONSE: ModelResponse = {
  ...{ text: 'a', toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 } },
  stopReason: 'end_turn',
}

test('responses, vectors and errors of a model are returned', async () => {
  const model = { name: 'own', supports: { tools: false } }
  expect((await askModel({ ...model, generate: () => okAsync(RESPONSE) }, REQUEST))._unsafeUnwrap()).toBe(RESPONSE)
  const error = codedError('model_rate_limited', 'Later.')
  expect((await askModel({ ...model, generate: () => errAsync(error) }, REQUEST))._unsafeUnwrapErr()).toBe(error)
  const vectors = [new Float32Array(2)]
  const embedding = { name: 'own', dimensions: 2, maxBatch: 1, embed: () => okAsync(vectors) }
  expect((await embedWith(embedding, ['a']))._unsafeUnwrap()).toBe(vectors)
})

test.each([
  ['nothing', () => okAsync(undefined)],
  ['a response without a text', () => okAsync({ ...RESPONSE, text: undefined })],
  ['calls that are none', () => okAsync({ ...RESPONSE, toolCalls: [null] })],
  ['usage that is no number', () => okAsync({ ...RESPONSE, usage: { inputTokens: Number.NaN, outputTokens: 1 } })],
  ['no usage', () => okAsync({ ...RESPONSE, usage: null })],
  ['a promise of no result', () => Promise.resolve('text')],
  ['a rejected promise', () => Promise.reject(new Error('no'))],
  ['an exception', () => expect.fail('no')],
  ['other vectors', () => okAsync([[1, 2]])],
  ['fewer vectors', () => okAsync([])],
])('%s is a failure of the model, and names it', async (_, answer) => {
  const parts = { name: 'own', supports: { tools: false }, dimensions: 2, maxBatch: 1 }
  const asked = await askModel({ ...parts, generate: answer as never }, REQUEST)
  const embedded = await embedWith({ ...parts, embed: answer as never }, ['a'])
  for (const failed of [asked, embedded]) {
    expect(failed._unsafeUnwrapErr().code).toBe('model_failed')
    expect(failed._unsafeUnwrapErr().message).toMatch(
      /^The model own (failed in (generate|embed): (no|it did not return a Result)|did not return .*)\.$/,
    )
  }
})
