import type { CodedError } from '@chronicle/schema'
import { formatErrorJson } from '@chronicle/core'
import { codedError } from '@chronicle/core/contracts'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import type { ServerHost } from '../served-repository.ts'
import { parseDocument } from './answer-text.ts'
import type { ChronicleTool } from './chronicle-tool.ts'
import { reportProgress } from './report-progress.ts'
import { showInvisible } from './show-invisible.ts'

/** Calls a tool and says what came of it in the words of the protocol. Never rejects. */
export async function callTool(
  tool: ChronicleTool,
  input: unknown,
  host: ServerHost,
  context: ServerContext,
): Promise<CallToolResult> {
  const options = { signal: context.mcpReq.signal, ...reportProgress(context) }
  try {
    const answer = await tool.call(input, host, options)
    if (answer.isErr()) return failure(answer.error, tool.failureSchema)
    const { document, text } = answer.value
    return { content: [{ type: 'text', text }], structuredContent: showInvisible(document) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `A defect in Chronicle: ${reason}. Please report it.`
    return failure(codedError('internal_error', message, { cause }), tool.failureSchema)
  }
}

function failure(error: CodedError, schema: string): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: showInvisible(`${error.code}: ${error.message}`) }],
    structuredContent: showInvisible(parseDocument(formatErrorJson(error, schema))),
  }
}
