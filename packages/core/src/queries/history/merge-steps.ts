import type { HistoryStep } from '@chronicle/schema'

/** Puts two lists of steps together by the time of their commits. Each keeps its own order, which clocks may contradict. */
export function mergeSteps(recorded: readonly HistoryStep[], inferred: readonly HistoryStep[]): readonly HistoryStep[] {
  const merged: HistoryStep[] = []
  let next = 0
  for (const step of recorded) {
    for (; next < inferred.length; next++) {
      const other = inferred[next]
      if (other === undefined || Date.parse(other.timestamp) >= Date.parse(step.timestamp)) break
      merged.push(other)
    }
    merged.push(step)
  }
  return [...merged, ...inferred.slice(next)]
}
