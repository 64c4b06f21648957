import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Readable, Writable } from 'node:stream'
import { omitUndefined } from '@chronicle/schema'
import type { CreateServer } from '../create-chronicle-server.ts'
import { notifyNotesChanged } from '../resources/notify-notes-changed.ts'
import type { RepositoryWatch } from '../watch/watch-repository.ts'

/** The streams of a client, and the options of its connection. */
export interface StdioOptions {
  /** Default: stdin of this process. */
  readonly stdin?: Readable | undefined
  /** Default: stdout of this process, which nothing else may write to. */
  readonly stdout?: Writable | undefined
  /** Closes the connection. */
  readonly signal?: AbortSignal | undefined
  /** Notifies the client when the notes change. */
  readonly watch?: RepositoryWatch | undefined
  /** Called with errors that occur between calls: a line that is not JSON, a broken stream. */
  readonly onError?: ((error: Error) => void) | undefined
}

/**
 * Serves one client over a pair of streams, with one JSON message per line. Resolves when the client closes its end or
 * the signal fires, which aborts running calls. Never rejects.
 */
export async function serveOverStdio(createServer: CreateServer, options: StdioOptions = {}): Promise<void> {
  const { stdin = process.stdin, stdout = process.stdout, signal, watch, onError } = options
  if (signal?.aborted === true) return
  const transport = new StdioServerTransport(stdin, stdout)
  // The first server is only created to list capabilities; the last one serves.
  let server: McpServer | undefined
  const create = (): McpServer => (server = createServer())
  const handle = serveStdio(create, { transport, ...omitUndefined({ onerror: onError }) })
  const ignoreNotes = watch?.onNotesChanged(() => notifyNotesChanged(server))
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
