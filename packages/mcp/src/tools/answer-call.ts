import { omitUndefined, type CodedError } from '@chronicle/schema'
import { codedError, reasonOf, requireCallOptions, type CallOptions } from '@chronicle/core/contracts'
import type { ServerHost } from '../served-repository.ts'
import type { ChronicleTool } from './chronicle-tool.ts'
import { showInvisible } from './show-invisible.ts'

/** The result of a tool call. */
export interface ToolReply {
  /** For a model: the answer as markdown or source, or the error's code and message. */
  readonly text: string
  /** For a program: the same as a JSON document in the published format. */
  readonly document: Readonly<Record<string, unknown>>
  /** Whether the call failed. Then `text` says what to do differently. */
  readonly isError: boolean
}

/** Calls a tool. Never rejects: every failure becomes a reply. */
export async function answerCall(
  tool: ChronicleTool,
  input: unknown,
  host: ServerHost,
  options: CallOptions,
): Promise<ToolReply> {
  try {
    const checked = requireCallOptions(options, 'invalid_query')
    if (checked.isErr()) return failure(tool, checked.error)
    const { signal, onProgress } = options
    const answer = await tool.call(input, host, omitUndefined({ signal, onProgress }))
    if (answer.isErr()) return failure(tool, answer.error)
    const { document, text } = answer.value
    return { text, document, isError: false }
  } catch (cause) {
    const message = `${tool.name} failed unexpectedly: ${reasonOf(cause)}. Check the repository that was passed, and the stages that are not Chronicle's.`
    return failure(tool, codedError('internal_error', message, { cause }))
  }
}

/** Returns the reply for an error. */
export function failure(tool: ChronicleTool, error: CodedError): ToolReply {
  return {
    text: showInvisible(`${error.code}: ${error.message}`),
    document: tool.failureDocument(error),
    isError: true,
  }
}
