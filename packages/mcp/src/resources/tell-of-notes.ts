import type { McpServer } from '@modelcontextprotocol/server'

/** Tells the client of a server that there are other notes than before. */
export function tellOfNotes(server: McpServer | undefined): void {
  if (server?.isConnected() !== true) return
  // A client that is gone by now is told nothing.
  server.server.sendResourceListChanged().catch(() => undefined)
}
