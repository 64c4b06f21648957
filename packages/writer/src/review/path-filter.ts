import type { RecordedAnnotations } from '@chronicle/core/review'
import type { FoundProblem } from './finding-list.ts'

/** Selects the paths to review. */
export interface PathFilter {
  /** Whether some paths are excluded. */
  readonly isNarrow: boolean
  /** Returns whether a path is selected, by its name. */
  isAsked(path: string): boolean
  /** Returns whether a problem is about a selected path, under its recorded or its current name. */
  concerns(problem: FoundProblem): Promise<boolean>
}

export function createPathFilter(paths: readonly string[] | undefined, recorded: RecordedAnnotations): PathFilter {
  const asked = (paths ?? []).map((path) => path.replace(/^\.?\/+|\/+$/g, '').replace(/^\.$/, ''))
  const isNarrow = asked.length > 0 && !asked.includes('')
  const isAsked = (path: string): boolean =>
    !isNarrow || asked.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  return {
    isNarrow,
    isAsked,
    async concerns({ path }) {
      if (!isNarrow) return true
      if (path === undefined) return false
      if (isAsked(path)) return true
      // A path that cannot be looked up is not selected.
      const now = (await recorded.fileNow(path)).unwrapOr(undefined)
      return now !== undefined && isAsked(now)
    },
  }
}
