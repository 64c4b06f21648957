import type { LineRange } from '@chronicle/schema'
import type { TargetFile } from '../place/target-file.ts'

/** Returns the uncommitted lines of a file, ascending; none for a file in a committed state. */
export function uncommittedLines({ uncommitted }: TargetFile): readonly LineRange[] {
  return uncommitted.flatMap(({ endB, startB }) => (endB > startB ? [{ start: startB + 1, end: endB }] : []))
}
