import { omitUndefined, type CodedError } from '@chronicle/schema'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { showInvisible } from './tools/show-invisible.ts'

/** Creates a protocol error for a failure outside of tools, with the code in `data`. */
export function protocolFailure({ code, message, data }: CodedError): ProtocolError {
  const details = { code, ...omitUndefined({ data }) }
  return new ProtocolError(ProtocolErrorCode.InvalidParams, showInvisible(message), showInvisible(details))
}
