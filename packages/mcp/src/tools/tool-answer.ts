import type { CallOptions } from '@chronicle/core/contracts'
import type { ServerHost } from '../served-repository.ts'

/** The answer of a tool: the published document, and its short text form. */
export interface ToolAnswer {
  readonly document: Readonly<Record<string, unknown>>
  readonly text: string
}

/** The context of a tool call, apart from its own arguments. */
export interface ToolCall {
  readonly host: ServerHost
  readonly options: CallOptions
  /** Maximum number of tokens of the whole answer. `undefined` means no limit. */
  readonly budget: number | undefined
  /** Maximum number of tokens of the text, which is less than the budget because the message adds to it. */
  readonly maxTokens: number | undefined
  readonly verbose: boolean
}
