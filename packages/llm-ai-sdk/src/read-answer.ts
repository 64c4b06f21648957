import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolCall,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import type { ToolCall } from '@chronicle/core/contracts'
import { brokenOff } from './stream-failures.ts'

/** What a model has streamed, put together. */
export interface StreamedAnswer {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly finishReason: LanguageModelV3FinishReason
  readonly usage: LanguageModelV3Usage
}

/** Watches a stream while it is read. */
export interface StreamWatch {
  /** Called for every part, with the characters of answer it brings, thoughts and calls included. */
  onPart(characters: number): void
}

/**
 * Reads a stream to its end. Rejects with the provider's error where one comes in the stream, and where the stream
 * ends before the answer does: half an answer is none.
 */
export async function readAnswer(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  watch: StreamWatch,
): Promise<StreamedAnswer> {
  const text: string[] = []
  const toolCalls: ToolCall[] = []
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value: part } = await reader.read()
      if (done) throw brokenOff()
      watch.onPart('delta' in part ? part.delta.length : 0)
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta') text.push(part.delta)
      if (part.type === 'tool-call' && part.providerExecuted !== true) toolCalls.push(toToolCall(part))
      if (part.type === 'finish') {
        const { finishReason, usage } = part
        // Some providers end their part of the stream in order even where the connection did not.
        if (finishReason.unified === 'other' && finishReason.raw === undefined) throw brokenOff()
        return { text: text.join(''), toolCalls, finishReason, usage }
      }
    }
  } finally {
    // Closes the connection where more would come. A stream that broke says so a second time.
    reader.cancel().catch(() => undefined)
  }
}

function toToolCall({ toolCallId, toolName, input, providerMetadata }: LanguageModelV3ToolCall): ToolCall {
  return {
    id: toolCallId,
    name: toolName,
    input: parseInput(input),
    ...(providerMetadata !== undefined && { providerData: providerMetadata }),
  }
}

/** Calls without input send an empty text. What is no JSON stays the text it is, for the caller to complain about. */
function parseInput(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
