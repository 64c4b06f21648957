import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpHandlerRequestOptions,
  type McpServer,
} from '@modelcontextprotocol/server'
import type { CreateServer } from '../create-chronicle-server.ts'
import { notifyNotesChanged } from '../resources/notify-notes-changed.ts'

/** Answers requests of every protocol version. */
export interface SessionHandler {
  fetch(request: Request, options?: McpHandlerRequestOptions): Promise<Response>
  /** Notifies listening clients that the notes have changed. */
  notesChanged(): void
  close(): Promise<void>
}

interface Session {
  readonly server: McpServer
  readonly transport: WebStandardStreamableHTTPServerTransport
}

/**
 * Maximum number of open sessions. Above it, the session that was idle longest is closed, and its client starts a new
 * one.
 */
const MAX_SESSIONS = 256

const SESSION_HEADER = 'mcp-session-id'

/**
 * Creates the handler. Since 2026, requests are independent, and closing a request cancels its call. Older clients
 * cancel with a second request, which must reach the same server as the first, so a request that begins with
 * `initialize` opens a session.
 */
export function createSessionHandler(
  createServer: CreateServer,
  report: { readonly onerror?: (error: Error) => void },
): SessionHandler {
  const single = createMcpHandler(createServer, report)
  // In the order of last use.
  const sessions = new Map<string, Session>()

  async function openSession(request: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { server, transport }),
    })
    const server = createServer()
    await server.connect(transport)
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId)
    }
    const response = await transport.handleRequest(request)
    if (transport.sessionId === undefined) await server.close()
    const [silent] = sessions.size > MAX_SESSIONS ? sessions.values() : []
    await silent?.transport.close()
    return response
  }

  return {
    async fetch(request, options) {
      const id = request.headers.get(SESSION_HEADER)
      if (id === null) return (await opensSession(request)) ? openSession(request) : single.fetch(request, options)
      const session = sessions.get(id)
      if (session === undefined) return sessionNotFound()
      sessions.delete(id)
      sessions.set(id, session)
      return session.transport.handleRequest(request)
    },
    notesChanged() {
      for (const { server } of sessions.values()) notifyNotesChanged(server)
      single.notify.resourcesChanged()
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()))
      await single.close()
    },
  }
}

async function opensSession(request: Request): Promise<boolean> {
  if (request.method !== 'POST' || !(await isLegacyRequest(request.clone()))) return false
  const body: unknown = await request
    .clone()
    .json()
    // Invalid JSON is reported by the handler that answers the request.
    .catch(() => undefined)
  return isInitializeRequest(body)
}

function sessionNotFound(): Response {
  const error = { code: -32001, message: 'Session not found. Start a new one with initialize.' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 })
}
