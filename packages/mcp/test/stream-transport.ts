import { ReadBuffer, serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import type { PassThrough } from 'node:stream'

/** The streams of a server in this process. */
export interface ServerStreams {
  readonly stdin: PassThrough
  readonly stdout: PassThrough
}

/** Returns a client's end of the streams. Every line must be a message. */
export function transportOver({ stdin, stdout }: ServerStreams): Transport {
  const buffer = new ReadBuffer()
  const transport: Transport = {
    async start() {
      stdout.on('data', (chunk: Buffer) => {
        buffer.append(chunk)
        for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage()) {
          transport.onmessage?.(message)
        }
      })
    },
    async send(message: JSONRPCMessage) {
      stdin.write(serializeMessage(message))
    },
    async close() {
      stdin.end()
      transport.onclose?.()
    },
  }
  return transport
}
