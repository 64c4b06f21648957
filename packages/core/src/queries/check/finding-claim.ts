import { MAX_FINDING_DIGITS, MIN_FINDING_DIGITS, type Finding, type FindingKind } from '@chronicle/schema'
import { hashText } from '../../cache/hash-text.ts'

/** A finding that has no id yet. */
export interface DraftFinding extends Omit<Finding, 'id'> {
  /** See `claimOf`. */
  readonly claim: string
  /** Of a place without a name: the same with its recorded lines. It changes when the annotation is carried on. */
  readonly claimAtLines?: string
}

/** The recorded words and place that a finding is about. */
export interface RecordedClaim {
  readonly kind: FindingKind
  /** As recorded, not as the file is called now. */
  readonly file: string
  readonly anchor?: string | undefined
  /** Tell places of a file apart that have no name. */
  readonly lines?: { readonly start: number; readonly end: number } | undefined
  readonly words: readonly string[]
}

/**
 * Returns the full id of a finding: a hash of what is recorded, in 13 hexadecimal digits. Nothing of the checked change
 * is in it, nor the annotated commit, the confidence or where the code is now, so that it outlives all of them.
 */
export function claimOf({ kind, file, anchor = '', lines, words }: RecordedClaim): string {
  const place = anchor === '' && lines !== undefined ? [file, '', lines.start, lines.end] : [file, anchor]
  const text = JSON.stringify([kind, ...place, ...words.map((each) => each.replace(/\s+/g, ' ').trim())])
  // Of its 53 bits, the first digit holds one.
  return hashText(text).slice(-MAX_FINDING_DIGITS)
}

/** Shortens full ids for one answer: to the least digits, or all where two of them begin alike. */
export function shortIds(claims: readonly string[]): (claim: string) => string {
  const beginnings = new Map<string, Set<string>>()
  for (const claim of claims) {
    const beginning = claim.slice(0, MIN_FINDING_DIGITS)
    beginnings.set(beginning, (beginnings.get(beginning) ?? new Set()).add(claim))
  }
  return (claim) => {
    const beginning = claim.slice(0, MIN_FINDING_DIGITS)
    return (beginnings.get(beginning)?.size ?? 0) > 1 ? claim : beginning
  }
}
