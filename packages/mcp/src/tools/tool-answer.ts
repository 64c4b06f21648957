import type { CallOptions } from '@chronicle/core/contracts'
import type { ServerHost } from '../served-repository.ts'

/** What a tool answers: the document as it is given out, and its short text form. */
export interface ToolAnswer {
  readonly document: Readonly<Record<string, unknown>>
  readonly text: string
}

/** One call of a tool, besides its own arguments. */
export interface ToolCall {
  readonly host: ServerHost
  readonly options: CallOptions
  /** Tokens that the whole answer may cost the model. `undefined`: any number. */
  readonly budget: number | undefined
  /** Tokens that the text may have; less than the budget, as there is something around it. */
  readonly maxTokens: number | undefined
  readonly verbose: boolean
}
