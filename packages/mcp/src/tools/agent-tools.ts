import type { NotesRef } from '@chronicle/schema'
import type { JsonSchema } from '@chronicle/schema/json'
import type { TokenCounter } from '@chronicle/core/contracts'
import { requireToolsHost } from '../require-host.ts'
import type { AnswerDefaults, ServedRepository } from '../served-repository.ts'
import { answerCall, failure, type ToolReply } from './answer-call.ts'
import type { ToolHints } from './chronicle-tool.ts'
import { CHRONICLE_TOOLS } from './chronicle-tools.ts'

/** JSON Schema of a tool's arguments. Not `readonly`, because the frameworks' types are not and would not accept it. */
export type ArgumentsSchema = {
  type: 'object'
  properties: Record<string, { description?: string }>
  required: string[]
  additionalProperties: false
}

/** A tool for an open repository, in terms common to all agent frameworks. */
export interface AgentTool {
  /** Letters and underscores, unique among the tools: `chronicle_lookup`. */
  readonly name: string
  /** A few words for people: `Look up before editing`. */
  readonly title: string
  /** Tells the model what the tool returns and when to call it. */
  readonly description: string
  /** Whether it changes anything, for frameworks that ask for confirmation. */
  readonly hints: ToolHints
  /** Calls validate their arguments themselves, and reject wrong ones with `invalid_query`. */
  readonly inputSchema: ArgumentsSchema
  /** Never rejects: a failure is a reply with `isError`, with a text that a model can act on. */
  call(input: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<ToolReply>
}

/** Defaults and settings of all calls. */
export interface AgentToolsOptions {
  readonly defaults?: AnswerDefaults | undefined
  /** The notes refs that the repository was opened with. Default `refs/notes/chronicle`. */
  readonly notesRefs?: readonly NotesRef[] | undefined
  /** Counts the tokens of a reply. Default `cautiousTokens()`. */
  readonly tokens?: TokenCounter | undefined
}

/**
 * Returns the tools of the MCP server without a server, for a program that runs its own agent in its own process. Each
 * offered tool adds its description to every conversation, so pass on only those that the agent needs. With a wrong
 * argument, every call replies with an error that names it.
 */
export function chronicleTools(chronicle: ServedRepository, options: AgentToolsOptions = {}): readonly AgentTool[] {
  const host = requireToolsHost(chronicle, options)
  return CHRONICLE_TOOLS.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    hints: tool.hints,
    inputSchema: argumentsSchema(tool.inputSchema),
    call: async (input, call) =>
      host.isOk() ? answerCall(tool, input, host.value, call ?? {}) : failure(tool, host.error),
  }))
}

/** Returns a copy, so that a caller's changes do not affect other callers. */
function argumentsSchema(schema: JsonSchema): ArgumentsSchema {
  return structuredClone({ required: [], ...schema }) as unknown as ArgumentsSchema
}
