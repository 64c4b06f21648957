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
  const isRestricted = asked.length > 0 && !asked.includes('')
  const includes = (path: string): boolean =>
    !isRestricted || asked.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  return {
    isNarrow: isRestricted,
    isAsked: includes,
    async concerns({ path }) {
      if (!isRestricted) return true
      if (path === undefined) return false
      if (includes(path)) return true
      // A path that cannot be looked up is not selected.
      const now = (await recorded.fileNow(path)).unwrapOr(undefined)
      return now !== undefined && includes(now)
    },
  }
}
