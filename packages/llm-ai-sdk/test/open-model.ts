import { createAiSdkModel, type AiSdkModelOptions } from '@chronicle/llm-ai-sdk'
import type { LanguageModel } from '@chronicle/core/contracts'
import { onTestFinished } from 'vitest'
import { serveLoopback, type Loopback, type Reply } from './loopback.ts'
import type { Wire } from './wire/wire.ts'

export const KEY = 'sk-test-0123456789abcdef'

export interface OpenedModel {
  readonly model: LanguageModel
  readonly server: Loopback
  /** Milliseconds that were waited between attempts. Nothing waits really. */
  readonly waits: readonly number[]
}

/** A model whose service answers with these replies, the last one again and again. Closed when the test ends. */
export async function openModel(
  wire: Wire,
  replies: readonly Reply[],
  options: Partial<AiSdkModelOptions> = {},
): Promise<OpenedModel> {
  const server = await serveLoopback(replies)
  onTestFinished(() => server.close())
  const waits: number[] = []
  const model = createAiSdkModel({
    ...at(wire, server),
    sleep: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    ...options,
  })._unsafeUnwrap()
  return { model, server, waits }
}

/** How to reach a server that speaks the wire's format. */
export function at(wire: Wire, server: Loopback): AiSdkModelOptions {
  return {
    provider: wire.provider,
    model: 'test-model',
    baseUrl: server.url + wire.root,
    env: { [wire.keyVariable]: KEY },
  }
}
