import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Readable, Writable } from 'node:stream'
import { omitUndefined } from '@chronicle/schema'
import type { CreateServer } from '../create-chronicle-server.ts'
import { tellOfNotes } from '../resources/tell-of-notes.ts'
import type { RepositoryWatch } from '../watch/watch-repository.ts'

/** The streams of one client, and how serving it ends. */
export interface StdioOptions {
  /** Default: stdin of this process. */
  readonly stdin?: Readable
  /** Default: stdout of this process, to which nothing else may be written. */
  readonly stdout?: Writable
  /** Ends the connection. */
  readonly signal?: AbortSignal
  /** The client is told when its notes change. */
  readonly watch?: RepositoryWatch
  /** Told of what went wrong between calls: a line that is not JSON, a stream that broke. */
  readonly onError?: (error: Error) => void
}

/**
 * Serves one client over a pair of streams, one JSON message on each line. Resolves when the client has closed its
 * end, or the signal fires; what was under way then is stopped. Never rejects.
 */
export async function serveOverStdio(createServer: CreateServer, options: StdioOptions = {}): Promise<void> {
  const { stdin = process.stdin, stdout = process.stdout, signal, watch, onError } = options
  if (signal?.aborted === true) return
  const transport = new StdioServerTransport(stdin, stdout)
  // A server that only says what it can is made first, and the one that serves last.
  let server: McpServer | undefined
  const create = (): McpServer => (server = createServer())
  const handle = serveStdio(create, { transport, ...omitUndefined({ onerror: onError }) })
  const ignoreNotes = watch?.onNotesChanged(() => tellOfNotes(server))
  const { onclose } = transport
  const stop = (): void => void handle.close()
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
  signal?.removeEventListener('abort', stop)
  ignoreNotes?.()
}
