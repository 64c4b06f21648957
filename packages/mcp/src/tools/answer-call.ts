import type { CodedError } from '@chronicle/schema'
import { formatErrorJson } from '@chronicle/core'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import type { ServerHost } from '../served-repository.ts'
import { parseDocument } from './answer-text.ts'
import type { ChronicleTool } from './chronicle-tool.ts'
import { showInvisible } from './show-invisible.ts'

/** What came of a call. */
export interface ToolReply {
  /** For a model: the answer as markdown, or the code and the message of the error. */
  readonly text: string
  /** For a program: the same as the published JSON document. */
  readonly document: Readonly<Record<string, unknown>>
  readonly isError: boolean
}

/** Calls a tool. Never rejects: every failure is a reply. */
export async function answerCall(
  tool: ChronicleTool,
  input: unknown,
  host: ServerHost,
  options: CallOptions,
): Promise<ToolReply> {
  try {
    const answer = await tool.call(input, host, options)
    if (answer.isErr()) return failure(answer.error, tool.failureSchema)
    const { document, text } = answer.value
    return { text, document: showInvisible(document), isError: false }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `A defect in Chronicle: ${reason}. Please report it.`
    return failure(codedError('internal_error', message, { cause }), tool.failureSchema)
  }
}

function failure(error: CodedError, schema: string): ToolReply {
  return {
    text: showInvisible(`${error.code}: ${error.message}`),
    document: showInvisible(parseDocument(formatErrorJson(error, schema))),
    isError: true,
  }
}
