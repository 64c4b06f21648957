import { createAiSdkModel, type AiSdkModelOptions } from '@chronicle/llm-ai-sdk'
import type { LanguageModel } from '@chronicle/core/contracts'
import { onTestFinished } from 'vitest'
import { serveLoopback, type Loopback, type Reply } from './loopback.ts'
import type { Wire } from './wire/wire.ts'

export const KEY = 'sk-test-0123456789abcdef'

export interface OpenedModel {
  readonly model: LanguageModel
  readonly server: Loopback
  /** The waits between attempts, in milliseconds. They are not really waited. */
  readonly waits: readonly number[]
}

/**
 * Opens a model whose server answers with these replies and repeats the last one. Closes the server when the test ends.
 */
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

/** Returns the options to reach a server that uses the wire format. */
export function at(wire: Wire, server: Loopback): AiSdkModelOptions {
  return {
    provider: wire.provider,
    model: 'test-model',
    baseUrl: server.url + wire.root,
    env: { [wire.keyVariable]: KEY },
  }
}
