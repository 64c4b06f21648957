import type { McpServer } from '@modelcontextprotocol/server'

/** Notifies the client of a server that the notes have changed. */
export function notifyNotesChanged(server: McpServer | undefined): void {
  if (server?.isConnected() !== true) return
  // The client may be disconnected by now.
  server.server.sendResourceListChanged().catch(() => undefined)
}
