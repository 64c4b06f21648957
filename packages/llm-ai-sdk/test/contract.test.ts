import { createAiSdkModel } from '@chronicle/llm-ai-sdk'
import { testLanguageModel, type ModelStep } from '@chronicle/testing'
import { events, hangs, serveLoopback, type Reply } from './loopback.ts'
import { at } from './open-model.ts'
import { wires } from './wire/index.ts'
import type { Wire } from './wire/wire.ts'
import { contractSettings, wireFailure } from './wire-failure.ts'

for (const wire of wires) {
  testLanguageModel(wire.provider, {
    open: async (steps) => {
      const server = await serveLoopback(steps.map((step) => replyOf(wire, step)))
      const model = createAiSdkModel({
        ...at(wire, server),
        ...contractSettings(steps),
      })._unsafeUnwrap()
      return { model, close: () => server.close() }
    },
  })
}

function replyOf(wire: Wire, step: ModelStep): Reply {
  if (step === 'hangs') return hangs
  if ('fails' in step) return wireFailure(wire, step.fails)
  const { text, calls = [], stopReason, usage } = step
  return events(
    wire.stream({
      ...(text !== undefined && { text }),
      calls: calls.map(({ name, input }) => ({ name, json: JSON.stringify(input) })),
      ...(stopReason !== undefined && { stop: stopReason }),
      ...(usage !== undefined && { usage: { input: usage.inputTokens, output: usage.outputTokens } }),
    }),
  )
}
