/** What the bundle of the MCP servers holds. */
export * from '../mcp/run-mcp-http.ts'
export * from '../mcp/run-mcp-stdio.ts'
