/** Content of the bundle of the MCP servers, and of what else needs their tools. */
export * from '../mcp/run-mcp-http.ts'
export * from '../mcp/run-mcp-stdio.ts'
export * from '../mcp/tool-names.ts'
