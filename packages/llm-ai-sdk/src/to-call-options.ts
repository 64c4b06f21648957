import type { LanguageModelV3CallOptions, LanguageModelV3Message, SharedV3ProviderOptions } from '@ai-sdk/provider'
import type { ModelMessage, ModelRequest, ToolCall } from '@chronicle/core/contracts'

/** Converts a request to AI SDK call options. */
export function toCallOptions(request: ModelRequest): LanguageModelV3CallOptions {
  const hasTools = (request.tools?.length ?? 0) > 0
  // With tools, later requests begin with the same messages, and reading those from the provider's cache costs a tenth.
  // A single request would only pay extra for writing them.
  const cached = hasTools ? { providerOptions: CACHE_BREAKPOINT } : {}
  const messages = request.messages.flatMap(toMessage)
  const last = messages.length - 1
  return {
    prompt: [
      { role: 'system', content: request.system, ...cached },
      ...messages.map((message, i) => (i === last ? { ...message, ...cached } : message)),
    ],
    maxOutputTokens: request.maxOutputTokens,
    providerOptions: {
      // Tool input that is streamed before it is known to be valid JSON only helps programs that show it being written.
      anthropic: { toolStreaming: false },
      // Otherwise OpenAI stores the conversation for 30 days.
      openai: { store: false },
    },
    ...(hasTools && {
      tools: (request.tools ?? []).map(({ name, description, inputSchema }) => ({
        type: 'function' as const,
        name,
        description,
        inputSchema,
      })),
      toolChoice: { type: 'auto' as const },
    }),
  }
}

const CACHE_BREAKPOINT: SharedV3ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }

function toMessage(message: ModelMessage): readonly LanguageModelV3Message[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: [{ type: 'text', text: message.text }] }]
    case 'assistant': {
      const content = [
        ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
        ...message.toolCalls.map(toToolCall),
      ]
      // No provider accepts a message without content.
      return content.length === 0 ? [] : [{ role: 'assistant', content }]
    }
    case 'tool':
      return [
        {
          role: 'tool',
          content: message.results.map(({ id, name, text, isError }) => ({
            type: 'tool-result',
            toolCallId: id,
            toolName: name,
            output: { type: isError ? 'error-text' : 'text', value: text },
          })),
        },
      ]
  }
}

function toToolCall({ id, name, input, providerData }: ToolCall): {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
  readonly providerOptions?: SharedV3ProviderOptions
} {
  return {
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    // Input that is not a JSON object is sent back inside an object, because the providers accept nothing else.
    input: isObject(input) ? input : { unparsed: input ?? null },
    ...(providerData !== undefined && { providerOptions: providerData as SharedV3ProviderOptions }),
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
