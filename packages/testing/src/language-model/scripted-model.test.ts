import { expect, test } from 'vitest'
import { scriptedModel } from './scripted-model.ts'
import { testLanguageModel } from './test-language-model.ts'

testLanguageModel('scripted', {
  open: (steps) => ({ model: scriptedModel(steps) }),
})

const REQUEST = { system: '', messages: [{ role: 'user', text: 'Well?' }], maxOutputTokens: 10 } as const

test('A script that has ended is a failure', async () => {
  const model = scriptedModel([{ text: 'A' }])
  expect((await model.generate(REQUEST)).isOk()).toBe(true)
  expect((await model.generate(REQUEST))._unsafeUnwrapErr()).toMatchObject({
    code: 'model_failed',
    message: 'The script has no answer left: it has 1.',
  })
  expect(model.requests).toEqual([REQUEST, REQUEST])
})

test('A step may depend on what was asked', async () => {
  const model = scriptedModel([(request) => ({ text: `${request.maxOutputTokens}` })], { tools: false, name: 'a/b' })
  expect((await model.generate(REQUEST))._unsafeUnwrap().text).toBe('10')
  expect(model).toMatchObject({ name: 'a/b', supports: { tools: false } })
})
