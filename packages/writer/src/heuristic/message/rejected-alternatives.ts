import type { RejectedAlternative } from '@chronicle/schema'
import { splitSentences } from '@chronicle/core/prose'

const APPROACH = '([^,;:()]{6,140}?\\s[^,;:()]{2,100}?)'
const REASON = '((?!of\\b)[^;]{12,300}?)[.!]?$'
const PATTERNS: readonly RegExp[] = [
  new RegExp(`\\b(?:instead of|rather than)\\s+${APPROACH},?\\s+(?:because|due to the fact that)\\s+${REASON}`, 'i'),
  new RegExp(
    `\\b(?:I|we) (?:also |initially |first )?(?:tried|considered|thought about|experimented with)\\s+${APPROACH},?\\s+but\\s+${REASON}`,
    'i',
  ),
  new RegExp(
    `\\b(?:we|you|one) (?:can't|cannot|can not|couldn't)\\s+(?:just|simply)\\s+${APPROACH},?\\s+(?:because|since)\\s+${REASON}`,
    'i',
  ),
]

/** A way not taken, and the words of the text that say so. */
export interface QuotedAlternative extends RejectedAlternative {
  readonly quote: string
}

/** Ways that a text says were not taken, and why, where it clearly says both; in its own words. */
export function rejectedAlternatives(text: string): readonly QuotedAlternative[] {
  return splitSentences(text).flatMap((sentence) => {
    for (const pattern of PATTERNS) {
      const [quote, approach, reason] = pattern.exec(sentence) ?? []
      if (quote === undefined || approach === undefined || reason === undefined) continue
      return [{ approach, reason, quote }]
    }
    return []
  })
}
