import type { RecordedAnnotations } from '@chronicle/core/review'
import type { FoundProblem } from './finding-list.ts'

/** Which paths a review is about. */
export interface PathFilter {
  /** Not all of them are asked about. */
  readonly isNarrow: boolean
  /** Whether a path is, by its name. */
  isAsked(path: string): boolean
  /** Whether a problem is about such a path, by the name that the note has for it or the one it has now. */
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
      // A name that cannot be looked up is none that was asked about.
      const now = (await recorded.fileNow(path)).unwrapOr(undefined)
      return now !== undefined && isAsked(now)
    },
  }
}
