import type { HistoryStep } from '@chronicle/schema'

/** Merges two lists of steps by commit time. Each list keeps its own order, even if commit times contradict it. */
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
