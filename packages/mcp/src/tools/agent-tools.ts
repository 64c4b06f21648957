import { DEFAULT_NOTES_REF, omitUndefined, type NotesRef } from '@chronicle/schema'
import type { JsonSchema } from '@chronicle/schema/json'
import type { TokenCounter } from '@chronicle/core/contracts'
import { cautiousTokens, checkedTokens } from '@chronicle/core/text'
import type { AnswerDefaults, ServedRepository, ServerHost } from '../served-repository.ts'
import { answerCall, type ToolReply } from './answer-call.ts'
import type { ToolHints } from './chronicle-tool.ts'
import { CHRONICLE_TOOLS } from './chronicle-tools.ts'

/**
 * JSON Schema of the arguments of a tool. Nothing in it is `readonly`, because the types of frameworks are not, and
 * would not take it.
 */
export type ArgumentsSchema = {
  type: 'object'
  properties: Record<string, { description?: string }>
  required: string[]
  additionalProperties: false
}

/** A tool over an open repository, in terms that every agent framework has. */
export interface AgentTool {
  readonly name: string
  readonly title: string
  /** For the model: what it is told, and when to call. */
  readonly description: string
  /** Whether it changes anything, for frameworks that ask before such calls. */
  readonly hints: ToolHints
  /** Calls check their arguments themselves, and answer wrong ones with `invalid_query`. */
  readonly inputSchema: ArgumentsSchema
  /** Never rejects: a failure is a reply with `isError`, whose text a model can act on. */
  call(input: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<ToolReply>
}

/** What a call means that does not say otherwise. */
export interface AgentToolsOptions {
  readonly defaults?: AnswerDefaults
  /** The notes refs that the repository was opened with. Default `refs/notes/chronicle`. */
  readonly notesRefs?: readonly NotesRef[]
  /** Counts what a reply costs the model; default `cautiousTokens()`. */
  readonly tokens?: TokenCounter
}

/**
 * The tools of the MCP server without a server: for a program that runs its own agent, in its own process. Every tool
 * that is offered costs every conversation its description, so pass on those that the agent needs.
 */
export function chronicleTools(
  chronicle: ServedRepository,
  { defaults = {}, notesRefs = [DEFAULT_NOTES_REF], tokens = cautiousTokens() }: AgentToolsOptions = {},
): readonly AgentTool[] {
  const host: ServerHost = { chronicle, notesRefs, defaults, tokens: checkedTokens(tokens), structured: false }
  return CHRONICLE_TOOLS.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    hints: tool.hints,
    inputSchema: argumentsSchema(tool.inputSchema),
    call: (input, options) => answerCall(tool, input, host, omitUndefined({ signal: options?.signal })),
  }))
}

/** A copy, so that nobody who changes it changes what others are told. */
function argumentsSchema(schema: JsonSchema): ArgumentsSchema {
  return structuredClone({ required: [], ...schema }) as unknown as ArgumentsSchema
}
