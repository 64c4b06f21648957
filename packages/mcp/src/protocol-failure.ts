import { omitUndefined, type CodedError } from '@chronicle/schema'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { showInvisible } from './tools/show-invisible.ts'

/** A failure of what is no tool, which the protocol has answered as an error of its own: the code is in `data`. */
export function protocolFailure({ code, message, data }: CodedError): ProtocolError {
  const details = { code, ...omitUndefined({ data }) }
  return new ProtocolError(ProtocolErrorCode.InvalidParams, showInvisible(message), showInvisible(details))
}
