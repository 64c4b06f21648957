import { DEFAULT_NOTES_REF, type NotesRef } from '@chronicle/schema'
import type { JsonSchema } from '@chronicle/schema/json'
import type { CallOptions } from '@chronicle/core/contracts'
import type { AnswerDefaults, ServedRepository, ServerHost } from '../served-repository.ts'
import { answerCall, type ToolReply } from './answer-call.ts'
import type { ToolHints } from './chronicle-tool.ts'
import { CHRONICLE_TOOLS } from './chronicle-tools.ts'

/** A tool over an open repository, in terms that every agent framework has. */
export interface AgentTool {
  readonly name: string
  readonly title: string
  /** For the model: what it is told, and when to call. */
  readonly description: string
  /** Whether it changes anything, for frameworks that ask before such calls. */
  readonly hints: ToolHints
  /** JSON Schema of the arguments. Calls check them themselves, and answer wrong ones with `invalid_query`. */
  readonly inputSchema: JsonSchema
  /** Never rejects: a failure is a reply with `isError`, whose text a model can act on. */
  call(input: unknown, options?: CallOptions): Promise<ToolReply>
}

/** What a call means that does not say otherwise. */
export interface AgentToolsOptions {
  readonly defaults?: AnswerDefaults
  /** The notes refs that the repository was opened with. Default `refs/notes/chronicle`. */
  readonly notesRefs?: readonly NotesRef[]
}

/**
 * The tools of the MCP server without a server: for a program that runs its own agent, in its own process. Every tool
 * that is offered costs every conversation its description, so pass on those that the agent needs.
 */
export function chronicleTools(
  chronicle: ServedRepository,
  { defaults = {}, notesRefs = [DEFAULT_NOTES_REF] }: AgentToolsOptions = {},
): readonly AgentTool[] {
  const host: ServerHost = { chronicle, notesRefs, defaults }
  return CHRONICLE_TOOLS.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    hints: tool.hints,
    inputSchema: tool.inputSchema,
    call: (input, options = {}) => answerCall(tool, input, host, options),
  }))
}
