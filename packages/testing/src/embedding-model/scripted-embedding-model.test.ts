import { expect, test } from 'vitest'
import { scriptedEmbeddingModel } from './scripted-embedding-model.ts'
import { testEmbeddingModel } from './test-embedding-model.ts'

testEmbeddingModel('scripted', {
  open: (steps, { maxBatch }) => {
    const model = scriptedEmbeddingModel(steps, { maxBatch })
    return { model, batches: () => model.requests.map(({ texts }) => texts.length) }
  },
})

test('A function answers any number of requests', async () => {
  const model = scriptedEmbeddingModel(({ texts }) => ({ vectors: texts.map((text) => [text.length]) }))
  const answer = await model.embed(['a', 'bcd'], { kind: 'query' })
  expect(answer._unsafeUnwrap()).toEqual([Float32Array.of(1), Float32Array.of(3)])
  expect(model.requests).toEqual([{ texts: ['a', 'bcd'], kind: 'query' }])
})

test('A script that has ended is a failure', async () => {
  expect((await scriptedEmbeddingModel([]).embed(['a']))._unsafeUnwrapErr().message).toBe(
    'The script has no answer left.',
  )
})
