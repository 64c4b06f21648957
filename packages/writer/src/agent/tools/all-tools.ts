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

/** For a commit, or a part of one. */
export const AGENT_TOOLS: readonly AgentTool[] = [...READ_TOOLS, emitAnnotation, emitCrossCutting, nothingToRecord]

/** For the pass over all parts. */
export const CROSS_CUTTING_TOOLS: readonly AgentTool[] = [...READ_TOOLS, emitCrossCutting, nothingToRecord]
