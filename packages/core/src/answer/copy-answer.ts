/**
 * Returns a copy of an answer that shares no object with it. The parts of an answer are shared with caches, and a caller
 * may change what it gets. Costs time in proportion to the answer only. Only arrays and plain objects are copied.
 */
export function copyAnswer<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer
  if (Array.isArray(answer)) return answer.map(copyAnswer) as T
  if (Object.getPrototypeOf(answer) !== Object.prototype) return answer
  const copy: Record<string, unknown> = { ...(answer as Record<string, unknown>) }
  for (const [key, part] of Object.entries(copy)) {
    if (typeof part === 'object') copy[key] = copyAnswer(part)
  }
  return copy as T
}
