import { LEGACY_TOOL_NAMES, TOOL_GROUPS, TOOL_NAMES } from '@chronicle/mcp'

/** The tools of the MCP server, those kept for older hosts, and the groups of tools, as `--tools` takes them. */
export const SELECTABLE_TOOLS: readonly string[] = [...TOOL_NAMES, ...LEGACY_TOOL_NAMES, ...TOOL_GROUPS]
