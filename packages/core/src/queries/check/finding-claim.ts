import { MAX_FINDING_DIGITS, MIN_FINDING_DIGITS, type Finding, type FindingKind } from '@chronicle/schema'
import { hashText } from '../../cache/hash-text.ts'

/** A finding without an id. */
export interface DraftFinding extends Omit<Finding, 'id'> {
  /** The full id of the finding, from `claimOf`. */
  readonly claim: string
  /**
   * For a place without a name: the same hash, including its recorded lines. It changes when the annotation is carried
   * to a rewritten commit.
   */
  readonly claimAtLines?: string
}

/** The recorded words and place that a finding is about. */
export interface RecordedClaim {
  readonly kind: FindingKind
  /** Path as recorded, not the current one. */
  readonly file: string
  readonly anchor?: string | undefined
  /** Distinguish places of a file that have no name. */
  readonly lines?: { readonly start: number; readonly end: number } | undefined
  readonly words: readonly string[]
}

/**
 * Returns the full id of a finding: a hash of the recorded content, in 13 hexadecimal digits. It does not depend on the
 * checked change, the annotated commit, the confidence or the current place of the code, so it stays the same when they
 * change.
 */
export function claimOf({ kind, file, anchor = '', lines, words }: RecordedClaim): string {
  const place = anchor === '' && lines !== undefined ? [file, '', lines.start, lines.end] : [file, anchor]
  const text = JSON.stringify([kind, ...place, ...words.map((each) => each.replace(/\s+/g, ' ').trim())])
  // The hash has 53 bits, so its first digit holds one bit.
  return hashText(text).slice(-MAX_FINDING_DIGITS)
}

/** Shortens full ids for one answer: to the minimum number of digits, or not at all when two of them begin alike. */
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
