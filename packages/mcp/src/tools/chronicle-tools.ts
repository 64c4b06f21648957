import { annotateTool } from './annotate-tool.ts'
import { contextTool } from './context-tool.ts'
import { checkTool } from './check-tool.ts'
import type { ChronicleTool } from './chronicle-tool.ts'
import { depsTool } from './deps-tool.ts'
import { flagTool } from './flag-tool.ts'
import { historyTool } from './history-tool.ts'
import { lookupTool } from './lookup-tool.ts'
import { noteTool } from './note-tool.ts'
import { readTool } from './read-tool.ts'
import { sourceTool } from './source/source-tool.ts'
import { summaryTool } from './summary-tool.ts'

/** Every tool that is offered by default, the most used one first. */
export const CHRONICLE_TOOLS: readonly ChronicleTool[] = [
  contextTool,
  lookupTool,
  readTool,
  depsTool,
  historyTool,
  summaryTool,
  checkTool,
  noteTool,
  annotateTool,
  flagTool,
  sourceTool,
]
