import { compareText, type Finding } from '@chronicle/schema'
import { foldText } from '../../answer/fold-text.ts'
import { shortIds, type DraftFinding } from './finding-claim.ts'

/** A finding, and the full ids of all recorded claims that it represents. */
export interface OrderedFinding {
  readonly finding: Finding
  readonly claims: readonly string[]
}

interface Entry {
  readonly draft: DraftFinding
  readonly claims: Set<string>
  readonly claimsAtLines: Set<string>
}

/**
 * Sorts findings by score, then by file, line, text, and everything else that distinguishes two of them, so that the
 * order depends only on their content. Several annotations with the same words about one place, ignoring white space
 * and case as `read` does, become one finding: the one with the highest risk, under the first of their ids. When two
 * findings have the same words at unnamed places of one file, the recorded lines distinguish their ids.
 */
export function mostAtRiskFirst(drafts: readonly DraftFinding[]): readonly OrderedFinding[] {
  const entries: Entry[] = []
  const byPlace = new Map<string, Entry>()
  const byClaim = new Map<string, Entry>()
  for (const draft of [...drafts].sort(compareFindings)) {
    const { claim, claimAtLines, kind, file, anchor, text, reason, places } = draft
    const why = kind === 'rejected_alternative' ? (reason ?? '') : ''
    const key = JSON.stringify([kind, file, anchor, foldText(text), foldText(why), places])
    const known = byPlace.get(key) ?? byClaim.get(claimAtLines ?? claim)
    const entry = known ?? { draft, claims: new Set<string>(), claimsAtLines: new Set<string>() }
    entry.claims.add(claim)
    if (claimAtLines !== undefined) entry.claimsAtLines.add(claimAtLines)
    byPlace.set(key, entry)
    byClaim.set(claimAtLines ?? claim, entry)
    if (known === undefined) entries.push(entry)
  }
  const shorten = shortIds(entries.flatMap(({ claims, claimsAtLines }) => [...claims, ...claimsAtLines]))
  const shared = claimsOfSeveral(entries)
  return entries.map(({ draft: { claim, claimAtLines: _, ...finding }, claims, claimsAtLines }) => {
    const own = [...claims].filter((each) => !shared.has(each)).sort()
    // Ids used to include the recorded lines, and acknowledgements with such ids remain valid.
    const all = [...own, ...[...claimsAtLines].sort()]
    return { finding: { id: shorten(all[0] ?? claim), ...finding }, claims: all.length === 0 ? [claim] : all }
  })
}

function claimsOfSeveral(entries: readonly Entry[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const several = new Set<string>()
  for (const { claims } of entries) {
    for (const claim of claims) (seen.has(claim) ? several : seen).add(claim)
  }
  return several
}

function compareFindings(a: DraftFinding, b: DraftFinding): number {
  return (
    b.score - a.score ||
    compareText(a.file, b.file) ||
    (a.lines?.start ?? 0) - (b.lines?.start ?? 0) ||
    compareText(a.text, b.text) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  )
}
