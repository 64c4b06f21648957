import type { ModelProvider } from '@chronicle/llm-ai-sdk'

/** The answer of a service, independent of an API's format. */
export interface WireAnswer {
  readonly text?: string
  /** Reasoning before the answer. */
  readonly thinking?: string
  readonly calls?: readonly WireCall[]
  /** Default: `tool_use` with calls, `end_turn` without. */
  readonly stop?: 'end_turn' | 'tool_use' | 'max_tokens' | 'refused'
  /** `input` includes `cached`. */
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number }
}

export interface WireCall {
  readonly name: string
  /** The call's input as JSON, or an invalid text in its place. */
  readonly json: string
}

/** The format of an API for answers and failures. */
export interface Wire {
  readonly provider: ModelProvider
  readonly keyVariable: string
  /** Appended to the server's address. */
  readonly root: string
  /** Returns the whole stream of an answer. */
  stream(answer: WireAnswer): string
  /** Returns a stream in which a failure follows a part of the answer. */
  failingStream(message: string): string
  /** Returns the response body of an error status. */
  failure(status: number, message: string): unknown
  /** The status and body of the API's error for a prompt that is too long. */
  readonly tooLong: { readonly status: number; readonly body: unknown }
}

/** Splits a text into non-empty pieces, as models stream them. */
export function pieces(text: string, size = 5): readonly string[] {
  const all: string[] = []
  for (let at = 0; at < text.length; at += size) all.push(text.slice(at, at + size))
  return all
}

/** Formats an event of a stream, named by its type. */
export function event(data: Readonly<Record<string, unknown>>): string {
  return `event: ${String(data['type'])}\ndata: ${JSON.stringify(data)}\n\n`
}

export function stopOf({ stop, calls = [] }: WireAnswer): NonNullable<WireAnswer['stop']> {
  return stop ?? (calls.length > 0 ? 'tool_use' : 'end_turn')
}
