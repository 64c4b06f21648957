import type { ChangedFile } from '../commit-context.ts'
import type { AgentLimits } from './agent-limits.ts'
import { changeSize } from '../text/hunks.ts'

/** How to divide a commit: not at all, or into parts, largest changes first. */
export interface PartPlan {
  /** Never empty if there are files. */
  readonly parts: readonly (readonly ChangedFile[])[]
  /** Files that did not fit into the maximum number of parts. */
  readonly leftOut: readonly ChangedFile[]
}

/** Divides the changed files into parts within the limits. A file is never split. */
export function planParts(files: readonly ChangedFile[], limits: AgentLimits): PartPlan {
  const changed = files.reduce((sum, file) => sum + changeSize(file), 0)
  if (files.length <= limits.maxFiles && changed <= limits.maxChangedLines) return { parts: [files], leftOut: [] }
  const parts: { readonly files: ChangedFile[]; size: number }[] = []
  const leftOut: ChangedFile[] = []
  const bySize = [...files].sort((a, b) => changeSize(b) - changeSize(a) || (a.path < b.path ? -1 : 1))
  for (const file of bySize) {
    const size = changeSize(file)
    const roomy = parts.find((part) => part.files.length < limits.filesInPart && part.size + size <= limits.linesInPart)
    if (roomy !== undefined) {
      roomy.files.push(file)
      roomy.size += size
    } else if (parts.length < limits.maxParts) parts.push({ files: [file], size })
    else leftOut.push(file)
  }
  return { parts: parts.map((part) => part.files), leftOut }
}
