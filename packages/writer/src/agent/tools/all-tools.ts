import type { AgentTool } from './agent-tool.ts'
import { getCommitInfo, getRecentAnnotations } from './commit-tools.ts'
import { getDiff, getDiffForFile } from './diff-tools.ts'
import { emitAnnotation, emitCrossCutting, nothingToRecord } from './emit-tools.ts'
import { getAstOutline, getFileContent, getSurroundingContext } from './file-tools.ts'

/** Tools that show the commit. */
const READ_TOOLS: readonly AgentTool[] = [
  getDiff,
  getDiffForFile,
  getFileContent,
  getAstOutline,
  getSurroundingContext,
  getCommitInfo,
  getRecentAnnotations,
]

/** Tools for a commit, or for a part of one. */
export const AGENT_TOOLS: readonly AgentTool[] = [...READ_TOOLS, emitAnnotation, emitCrossCutting, nothingToRecord]

/** Tools for the pass over all parts. */
export const CROSS_CUTTING_TOOLS: readonly AgentTool[] = [...READ_TOOLS, emitCrossCutting, nothingToRecord]
