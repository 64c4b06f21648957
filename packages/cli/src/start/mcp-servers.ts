/** Content of the bundle of the MCP servers. */
export * from '../mcp/run-mcp-http.ts'
export * from '../mcp/run-mcp-stdio.ts'
