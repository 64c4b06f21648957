import type { EmbeddingModel, ModelError } from '@chronicle/core/contracts'
import { describe, expect } from 'vitest'
import { createContractCheck } from '../contract-check.ts'
import { MODEL_FAILURES } from '../language-model/model-failures.ts'
import { valueOf } from '../git-backend/contract-tools.ts'
import { SUITE_OPTIONS } from '../suite-options.ts'
import type { EmbeddingStep } from './embedding-step.ts'

/** The parts of the suite that the author of an embedding model provides. */
export interface EmbeddingModelContract {
  /**
   * Opens a model with this `maxBatch` whose service follows these steps, one for each request. If the adapter retries,
   * the service fails again.
   */
  open(
    steps: readonly EmbeddingStep[],
    options: { readonly maxBatch: number },
  ): Promise<OpenedEmbeddingModel> | OpenedEmbeddingModel
  /** Failures that the service can simulate. Default: all of them. */
  readonly failures?: readonly ModelError['code'][]
  /** Titles of tests to skip, each with a reason, which is printed. */
  readonly skip?: Readonly<Record<string, string>>
}

/** An embedding model to test, and how to close it. */
export interface OpenedEmbeddingModel {
  readonly model: EmbeddingModel
  /** Returns the number of texts in each request that the service received, in order. */
  batches(): readonly number[]
  readonly close?: () => Promise<void> | void
}

const MAX_BATCH = 3

/** Runs the `EmbeddingModel` contract against an adapter whose service follows a script. */
export function testEmbeddingModel(name: string, contract: EmbeddingModelContract): void {
  const { failures = MODEL_FAILURES, skip } = contract
  describe(`EmbeddingModel contract: ${name}`, SUITE_OPTIONS, () => {
    const checkTitle = createContractCheck(name, skip)
    const check = (
      title: string,
      steps: readonly EmbeddingStep[],
      body: (opened: OpenedEmbeddingModel) => Promise<void>,
    ): void =>
      checkTitle(title, async () => {
        const opened = await contract.open(steps, { maxBatch: MAX_BATCH })
        try {
          await body(opened)
        } finally {
          await opened.close?.()
        }
      })

    check('has a name and a limit, and does not know its dimensions yet', [], async ({ model }) => {
      expect(model.name.trim()).not.toBe('')
      expect(model.maxBatch).toBe(MAX_BATCH)
      expect(model.dimensions).toBeUndefined()
      await Promise.resolve()
    })

    const two = [
      [0.25, -0.5, 0],
      [1, 0, 8.5],
    ]
    check('gives a vector for each text, in order', [{ vectors: two }], async ({ model, batches }) => {
      expect(await embedded(model, ['a function', 'üñ 漢\nof two lines'])).toEqual(two)
      expect(model.dimensions).toBe(3)
      expect(batches()).toEqual([2])
    })

    check('asks nothing about no texts', [], async ({ model, batches }) => {
      expect(await embedded(model, [])).toEqual([])
      expect(batches()).toEqual([])
    })

    check(
      'makes several requests of more texts than one takes, and keeps their order',
      [{ vectors: [[1], [2], [3]] }, { vectors: [[4], [5], [6]] }, { vectors: [[7]] }],
      async ({ model, batches }) => {
        const texts = Array.from({ length: 7 }, (_, index) => `text ${String(index)}`)
        expect(await embedded(model, texts)).toEqual([[1], [2], [3], [4], [5], [6], [7]])
        expect(batches()).toEqual([3, 3, 1])
      },
    )

    check(
      'fails as a whole when one of several requests fails',
      [{ vectors: [[1], [2], [3]] }, { fails: 'model_failed' }],
      async ({ model }) => {
        const answer = await model.embed(['a', 'b', 'c', 'd'])
        expect(answer._unsafeUnwrapErr().code).toBe('model_failed')
      },
    )

    check('takes an answer with too few vectors for a failure', [{ vectors: [[1]] }], async ({ model }) => {
      expect((await model.embed(['a', 'b']))._unsafeUnwrapErr().code).toBe('model_failed')
    })

    check('embeds questions as well', [{ vectors: [[0.5]] }], async ({ model }) => {
      const answer = await valueOf(model.embed(['Where is it?'], { kind: 'query' }))
      expect(answer.map((vector) => [...vector])).toEqual([[0.5]])
    })

    check('asks nothing when the call was aborted before', [{ vectors: [[1]] }], async ({ model, batches }) => {
      const answer = await model.embed(['a'], { signal: AbortSignal.abort() })
      expect(answer._unsafeUnwrapErr().code).toBe('aborted')
      expect(batches()).toEqual([])
    })

    check('stops waiting when the call is aborted', ['hangs'], async ({ model }) => {
      const controller = new AbortController()
      const answer = model.embed(['a'], { signal: controller.signal })
      setTimeout(() => controller.abort(), 20)
      expect((await answer)._unsafeUnwrapErr().code).toBe('aborted')
    })

    for (const code of failures) {
      check(`reports ${code} as a value`, [{ fails: code }], async ({ model }) => {
        const error = (await model.embed(['a']))._unsafeUnwrapErr()
        expect(error.code).toBe(code)
        expect(error.message.trim()).not.toBe('')
        expect(JSON.parse(JSON.stringify({ ...error, cause: undefined }))).toMatchObject({ code })
      })
    }
  })
}

async function embedded(model: EmbeddingModel, texts: readonly string[]): Promise<readonly (readonly number[])[]> {
  return (await valueOf(model.embed(texts))).map((vector) => [...vector])
}
