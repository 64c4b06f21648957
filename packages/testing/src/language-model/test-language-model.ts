import { omitEmpty } from '@chronicle/schema'
import type { LanguageModel, ModelError, ModelRequest, ModelResponse, ModelTool } from '@chronicle/core/contracts'
import { describe, expect } from 'vitest'
import { createContractCheck } from '../contract-check.ts'
import { valueOf } from '../git-backend/contract-tools.ts'
import { SUITE_OPTIONS } from '../suite-options.ts'
import { MODEL_FAILURES } from './model-failures.ts'
import type { ModelStep } from './model-step.ts'

/** The parts of the suite that the author of a model provides. */
export interface LanguageModelContract {
  /**
   * Opens a model whose service follows these steps, one for each request. If the adapter retries, the service fails
   * again.
   */
  open(steps: readonly ModelStep[]): Promise<OpenedModel> | OpenedModel
  /** Failures that the service can simulate. Default: all of them. */
  readonly failures?: readonly ModelError['code'][]
  /** Titles of tests to skip, each with a reason, which is printed. */
  readonly skip?: Readonly<Record<string, string>>
}

/** A model to test, and how to close it. */
export interface OpenedModel {
  readonly model: LanguageModel
  readonly close?: () => Promise<void> | void
}

/** Runs the `LanguageModel` contract against an adapter whose service follows a script. */
export function testLanguageModel(name: string, contract: LanguageModelContract): void {
  const { failures = MODEL_FAILURES, skip } = contract
  describe(`LanguageModel contract: ${name}`, SUITE_OPTIONS, () => {
    const checkTitle = createContractCheck(name, skip)
    const check = (title: string, steps: readonly ModelStep[], body: (model: LanguageModel) => Promise<void>): void =>
      checkTitle(title, async () => {
        const { model, close } = await contract.open(steps)
        try {
          await body(model)
        } finally {
          await close?.()
        }
      })

    check('has a name and says what it can do', [], async (model) => {
      expect(model.name.trim()).not.toBe('')
      expect(typeof model.supports.tools).toBe('boolean')
      await Promise.resolve()
    })

    check('answers with text', [{ text: 'Nothing to say.\nüñ 漢' }], async (model) => {
      const answer = await generated(model, ask('Well?'))
      expect(answer).toMatchObject({ text: 'Nothing to say.\nüñ 漢', toolCalls: [], stopReason: 'end_turn' })
    })

    check('counts what was used', [{ text: 'A', usage: { inputTokens: 321, outputTokens: 12 } }], async (model) => {
      const { usage } = await generated(model, ask('How much?'))
      expect(usage).toMatchObject({ inputTokens: 321, outputTokens: 12 })
      if (usage.costUsd !== undefined) expect(usage.costUsd).toBeGreaterThanOrEqual(0)
    })

    const lines = { path: 'src/a b.ts', deep: { list: [1, 2.5, null, true, 'ü'] } }
    check(
      'passes calls of tools on, in order, each under an id of its own',
      [
        {
          text: 'Let me see.',
          calls: [
            { name: 'look', input: lines },
            { name: 'look', input: {} },
          ],
        },
      ],
      async (model) => {
        const { text, toolCalls, stopReason } = await generated(model, ask('Look.', [LOOK]))
        expect({ text, stopReason }).toEqual({ text: 'Let me see.', stopReason: 'tool_use' })
        expect(toolCalls.map(({ name, input }) => ({ name, input }))).toEqual([
          { name: 'look', input: lines },
          { name: 'look', input: {} },
        ])
        const ids = toolCalls.map(({ id }) => id)
        expect(new Set(ids).size).toBe(2)
        expect(ids).not.toContain('')
      },
    )

    check(
      'goes on with the results, failed ones included',
      [
        {
          calls: [
            { name: 'look', input: {} },
            { name: 'nowhere', input: {} },
          ],
        },
        { text: 'I see.' },
      ],
      async (model) => {
        const first = ask('Look.', [LOOK])
        const { text, toolCalls } = await generated(model, first)
        const results = toolCalls.map(({ id, name }, index) => ({
          id,
          name,
          text: index === 0 ? '1| let a' : 'There is no tool "nowhere".',
          isError: index === 1,
        }))
        const messages = [
          ...first.messages,
          { role: 'assistant', text, toolCalls } as const,
          { role: 'tool', results } as const,
        ]
        expect(await generated(model, { ...first, messages })).toMatchObject({ text: 'I see.', toolCalls: [] })
      },
    )

    check('says when it was cut off', [{ text: 'Because', stopReason: 'max_tokens' }], async (model) => {
      expect(await generated(model, ask('Why?'))).toMatchObject({ text: 'Because', stopReason: 'max_tokens' })
    })

    check('says when the model refuses', [{ text: '', stopReason: 'refused' }], async (model) => {
      expect(await generated(model, ask('Why?'))).toMatchObject({ stopReason: 'refused', toolCalls: [] })
    })

    check(
      'keeps conversations at the same time apart',
      [{ text: 'A' }, { text: 'A' }, { text: 'A' }],
      async (model) => {
        const answers = await Promise.all([1, 2, 3].map((n) => generated(model, ask(`Number ${n}?`))))
        expect(answers.map(({ text }) => text)).toEqual(['A', 'A', 'A'])
      },
    )

    check('asks nothing when the call was aborted before', [{ text: 'A' }], async (model) => {
      const answer = await model.generate(ask('Well?'), { signal: AbortSignal.abort() })
      expect(answer._unsafeUnwrapErr().code).toBe('aborted')
    })

    check('stops waiting when the call is aborted', ['hangs'], async (model) => {
      const controller = new AbortController()
      const answer = model.generate(ask('Well?'), { signal: controller.signal })
      setTimeout(() => controller.abort(), 20)
      expect((await answer)._unsafeUnwrapErr().code).toBe('aborted')
    })

    for (const code of failures) {
      check(`reports ${code} as a value`, [{ fails: code }], async (model) => {
        const error = (await model.generate(ask('Well?')))._unsafeUnwrapErr()
        expect(error.code).toBe(code)
        expect(error.message.trim()).not.toBe('')
        expect(JSON.parse(JSON.stringify({ ...error, cause: undefined }))).toMatchObject({ code })
      })
    }
  })
}

const LOOK: ModelTool = {
  name: 'look',
  description: 'Shows a file.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, deep: { type: 'object', additionalProperties: true } },
    additionalProperties: true,
  },
}

function ask(text: string, tools: readonly ModelTool[] = []): ModelRequest {
  return {
    system: 'Answer in few words.',
    messages: [{ role: 'user', text }],
    ...omitEmpty({ tools }),
    maxOutputTokens: 500,
  }
}

function generated(model: LanguageModel, request: ModelRequest): Promise<ModelResponse> {
  return valueOf(model.generate(request))
}
