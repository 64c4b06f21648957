import type { LineRange } from '@chronicle/schema'
import type { Edit } from '@chronicle/core/line-diff'

/** Consecutive lines that are followed together. Line numbers are 0-based. */
export interface Run {
  /** First line in the requested state. */
  readonly final: number
  /** First line in the file that is the current suspect. */
  readonly original: number
  readonly length: number
}

/** Returns the requested lines that the file has. */
export function runsOf(ranges: readonly LineRange[] | undefined, lines: number): readonly Run[] {
  return (ranges ?? [{ start: 1, end: lines }]).flatMap(({ start, end }) => {
    const first = Math.max(start, 1) - 1
    const length = Math.min(end, lines) - first
    return length > 0 ? [{ final: first, original: first, length }] : []
  })
}

/**
 * Divides the runs of a file between its parent, for lines outside every edit, and the file itself. `edits` lead from
 * the parent (`A`) to the file (`B`). Runs that pass to the parent have its line numbers.
 */
export function divideRuns(
  runs: readonly Run[],
  edits: readonly Edit[],
): { readonly passed: readonly Run[]; readonly kept: readonly Run[] } {
  const passed: Run[] = []
  const kept: Run[] = []
  for (const run of runs) {
    const end = run.original + run.length
    let at = run.original
    const take = (until: number, target: Run[], shift: number): void => {
      const stop = Math.min(until, end)
      if (stop <= at) return
      target.push({ final: run.final + at - run.original, original: at + shift, length: stop - at })
      at = stop
    }
    const first = firstEditAfter(edits, at)
    let shift = shiftBefore(edits, first)
    for (let index = first; at < end; index++) {
      const edit = edits[index]
      take(edit?.startB ?? end, passed, shift)
      if (edit === undefined) break
      take(edit.endB, kept, 0)
      shift = edit.endA - edit.endB
    }
  }
  return { passed, kept }
}

/** Returns the index of the first edit that ends after a line of `B`. */
function firstEditAfter(edits: readonly Edit[], line: number): number {
  let low = 0
  let high = edits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (edits[middle]!.endB <= line) low = middle + 1
    else high = middle
  }
  return low
}

function shiftBefore(edits: readonly Edit[], index: number): number {
  const previous = edits[index - 1]
  return previous === undefined ? 0 : previous.endA - previous.endB
}
