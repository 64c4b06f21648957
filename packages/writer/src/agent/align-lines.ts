import type { FoundSecret } from '@chronicle/core/contracts'

/** Placeholder for each line that was redacted with a secret starting on an earlier line. */
const GONE = '[REDACTED]'

/**
 * Restores the original line numbers of a redacted text: a secret of several lines leaves one marker, and the lines
 * after it must keep their numbers. `undefined`: the numbers cannot be restored.
 */
export function alignLines(
  redacted: readonly string[],
  originalCount: number,
  secrets: readonly FoundSecret[],
): readonly string[] | undefined {
  let missing = originalCount - redacted.length
  if (missing === 0) return redacted
  const aligned = [...redacted]
  const spans = secrets
    .map(({ lines }) => lines)
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || a.end - b.end)
  for (const { start, end } of spans) {
    const gone = Array.from({ length: end - start }, () => GONE)
    aligned.splice(start, 0, ...gone)
    missing -= gone.length
  }
  return missing === 0 ? aligned : undefined
}
