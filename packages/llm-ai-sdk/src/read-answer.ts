import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolCall,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import type { ToolCall } from '@chronicle/core/contracts'
import { createTruncationError } from './stream-failures.ts'

/** The assembled answer of a stream. */
export interface StreamedAnswer {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly finishReason: LanguageModelV3FinishReason
  readonly usage: LanguageModelV3Usage
}

/** Observes a stream while it is read. */
export interface StreamWatch {
  /** Called for every part, with its number of answer characters, including reasoning and tool calls. */
  onPart(characters: number): void
}

/**
 * Reads a stream to its end. Rejects with the provider's error if one arrives in the stream, and if the stream ends
 * before the answer does: a partial answer does not count.
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
      if (done) throw createTruncationError()
      watch.onPart('delta' in part ? part.delta.length : 0)
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta') text.push(part.delta)
      if (part.type === 'tool-call' && part.providerExecuted !== true) toolCalls.push(toToolCall(part))
      if (part.type === 'finish') {
        const { finishReason, usage } = part
        // Some providers report a regular end of the stream even if the connection broke.
        if (finishReason.unified === 'other' && finishReason.raw === undefined) throw createTruncationError()
        return { text: text.join(''), toolCalls, finishReason, usage }
      }
    }
  } finally {
    // Closes the connection in case more would arrive. A broken stream reports its error again here.
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

/**
 * Parses a tool call's input. Calls without input send an empty text. Invalid JSON stays a text, for the caller to
 * reject.
 */
function parseInput(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
