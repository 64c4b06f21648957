import { omitEmpty } from '@chronicle/schema'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import type { ServerHost } from '../served-repository.ts'
import { answerCall } from './answer-call.ts'
import type { ChronicleTool } from './chronicle-tool.ts'
import { reportProgress } from './report-progress.ts'

/** Calls a tool and returns the result in the protocol's format. Never rejects. */
export async function callTool(
  tool: ChronicleTool,
  input: unknown,
  host: ServerHost,
  context: ServerContext,
): Promise<CallToolResult> {
  const options = { signal: context.mcpReq.signal, ...reportProgress(context) }
  const { text, document, isError } = await answerCall(tool, input, host, options)
  return {
    ...omitEmpty({ isError }),
    content: [{ type: 'text', text }],
    ...(host.structured && { structuredContent: document }),
  }
}
