import type { ChangedFile } from '../commit-context.ts'
import type { AgentLimits } from './agent-limits.ts'
import { changeSize } from '../text/hunks.ts'

/** How a commit is annotated: at once, or in parts, the largest changes first. */
export interface PartPlan {
  /** Never empty where there are files. */
  readonly parts: readonly (readonly ChangedFile[])[]
  /** Files for which there was no part left. */
  readonly leftOut: readonly ChangedFile[]
}

/** Divides the changed files by the limits; a file is never divided. */
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
