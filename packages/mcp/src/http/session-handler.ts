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
import { tellOfNotes } from '../resources/tell-of-notes.ts'

/** What answers requests of every protocol version. */
export interface SessionHandler {
  fetch(request: Request, options?: McpHandlerRequestOptions): Promise<Response>
  /** Tells the clients that listen that there are other notes than before. */
  notesChanged(): void
  close(): Promise<void>
}

interface Session {
  readonly server: McpServer
  readonly transport: WebStandardStreamableHTTPServerTransport
}

/** Sessions held at once; beyond it the one that has been silent longest ends, and its client starts a new one. */
const MAX_SESSIONS = 256

const SESSION_HEADER = 'mcp-session-id'

/**
 * Since 2026 every request stands alone, and a call is cancelled by closing its request. Clients of before cancel by
 * a second request, which must reach the server of the first: those that open with `initialize` get a session.
 */
export function createSessionHandler(
  createServer: CreateServer,
  report: { readonly onerror?: (error: Error) => void },
): SessionHandler {
  const single = createMcpHandler(createServer, report)
  // In the order of their last use.
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
      for (const { server } of sessions.values()) tellOfNotes(server)
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
    // Not JSON: whoever answers the request says so.
    .catch(() => undefined)
  return isInitializeRequest(body)
}

function sessionNotFound(): Response {
  const error = { code: -32001, message: 'Session not found. Start a new one with initialize.' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 })
}
