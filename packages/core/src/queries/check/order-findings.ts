import type { Finding } from '@chronicle/schema'
import { shortIds, type DraftFinding } from './finding-claim.ts'

/** A finding, and the full ids of everything recorded that it stands for. */
export interface OrderedFinding {
  readonly finding: Finding
  readonly claims: readonly string[]
}

/**
 * Orders findings by score, then by file, line, text, and everything else that tells two of them apart, so that the
 * order depends on nothing but their content. What several annotations say of one place in the same words is one
 * finding: the one most at risk, under the first of their ids.
 */
export function mostAtRiskFirst(drafts: readonly DraftFinding[]): readonly OrderedFinding[] {
  const entries: { readonly draft: DraftFinding; readonly claims: Set<string> }[] = []
  const byPlace = new Map<string, (typeof entries)[number]>()
  const byClaim = new Map<string, (typeof entries)[number]>()
  for (const draft of [...drafts].sort(compareFindings)) {
    const { claim, kind, file, anchor, text, reason, places } = draft
    const key = JSON.stringify([kind, file, anchor, text, kind === 'rejected_alternative' ? reason : '', places])
    const known = byPlace.get(key) ?? byClaim.get(claim)
    const entry = known ?? { draft, claims: new Set<string>() }
    entry.claims.add(claim)
    byPlace.set(key, entry)
    byClaim.set(claim, entry)
    if (known === undefined) entries.push(entry)
  }
  const shorten = shortIds([...byClaim.keys()])
  return entries.map(({ draft: { claim, ...finding }, claims }) => {
    const sorted = [...claims].sort()
    return { finding: { id: shorten(sorted[0] ?? claim), ...finding }, claims: sorted }
  })
}

function compareFindings(a: DraftFinding, b: DraftFinding): number {
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
