import type { Finding } from '@chronicle/schema'

/**
 * Findings by score, then by file, line, text, and everything else that tells two of them apart, so that the order
 * depends on nothing but their content. What several annotations say of one place in the same words is one finding: the
 * one most at risk.
 */
export function mostAtRiskFirst(findings: readonly Finding[]): readonly Finding[] {
  const distinct = new Map<string, Finding>()
  for (const finding of [...findings].sort(compareFindings)) {
    const { kind, file, anchor, text, reason, places } = finding
    const key = JSON.stringify([kind, file, anchor, text, kind === 'rejected_alternative' ? reason : '', places])
    if (!distinct.has(key)) distinct.set(key, finding)
  }
  return [...distinct.values()]
}

function compareFindings(a: Finding, b: Finding): number {
  return (
    b.score - a.score ||
    compare(a.file, b.file) ||
    compare(a.lines?.start ?? 0, b.lines?.start ?? 0) ||
    compare(a.text, b.text) ||
    compare(JSON.stringify(a), JSON.stringify(b))
  )
}

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
