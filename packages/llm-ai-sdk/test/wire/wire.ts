import type { ModelProvider } from '@chronicle/llm-ai-sdk'

/** What a service says, in nobody's format. */
export interface WireAnswer {
  readonly text?: string
  /** Thoughts before the answer. */
  readonly thinking?: string
  readonly calls?: readonly WireCall[]
  /** Default: `tool_use` with calls, `end_turn` without. */
  readonly stop?: 'end_turn' | 'tool_use' | 'max_tokens' | 'refused'
  /** `cached` is part of `input`. */
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number }
}

export interface WireCall {
  readonly name: string
  /** As JSON, or what stands where JSON should be. */
  readonly json: string
}

/** How one API writes answers and failures down. */
export interface Wire {
  readonly provider: ModelProvider
  readonly keyVariable: string
  /** Appended to the server's address. */
  readonly root: string
  /** The whole stream of an answer. */
  stream(answer: WireAnswer): string
  /** A stream in which a failure comes after a part of the answer. */
  failingStream(message: string): string
  /** The body of an answer with an error status. */
  failure(status: number, message: string): unknown
  /** What the API says when the prompt is too long, and the status it says it with. */
  readonly tooLong: { readonly status: number; readonly body: unknown }
}

/** Pieces of a text, never empty, as models stream them. */
export function pieces(text: string, size = 5): readonly string[] {
  const all: string[] = []
  for (let at = 0; at < text.length; at += size) all.push(text.slice(at, at + size))
  return all
}

/** An event of a stream, named by its type. */
export function event(data: Readonly<Record<string, unknown>>): string {
  return `event: ${String(data['type'])}\ndata: ${JSON.stringify(data)}\n\n`
}

export function stopOf({ stop, calls = [] }: WireAnswer): NonNullable<WireAnswer['stop']> {
  return stop ?? (calls.length > 0 ? 'tool_use' : 'end_turn')
}
