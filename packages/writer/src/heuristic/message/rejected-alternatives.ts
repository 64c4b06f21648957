import type { RejectedAlternative } from '@chronicle/schema'

/** A rejected approach: several words without the end of a clause. */
const APPROACH = '([^;:]{6,160}?)'
/** The same up to a comma, after which the chosen approach follows. */
const APPROACH_ALONE = '([^;:,]{6,160}?)'
const REASON = '((?!of\\b)[^;]{12,300}?)[.!]?$'
const BUT = ',?\\s+(?:but|however,?|though|although|yet)\\s+'
const BECAUSE = ',?\\s+(?:because|since|as (?=it|this|that|they|we|the|there)|due to the fact that|given that)\\s+'

const ACTOR = '(?:I|we|one|you)'
const ONCE = '(?:also |initially |first |originally |briefly |previously |instead |just |simply |easily |perhaps )*'

/** Each says explicitly that something was not done, and why. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(`\\b(?:instead of|rather than)\\s+${APPROACH_ALONE}${BECAUSE}${REASON}`, 'i'),
  new RegExp(
    `\\b${ACTOR} (?:have |had |'ve )?${ONCE}(?:tried|considered|thought (?:about|of)|experimented with|toyed with|attempted|looked (?:at|into))(?: to)?\\s+${APPROACH}${BUT}${REASON}`,
    'i',
  ),
  new RegExp(
    `(?<!\\b(?:more|what|all|much|things?|which|that|\\w+thing) )\\b${ACTOR} could ${ONCE}(?:have )?${ONCE}${APPROACH}${BUT}${REASON}`,
    'i',
  ),
  new RegExp(
    `\\b(?:(?:another|the other|one|an (?:obvious|possible|other)|a (?:possible|simple|potential)) (?:alternative|option|approach|way|possibility|solution)|an alternative)(?: \\w+){0,3}? (?:is|was|would be|would have been|could be|might be)(?! not\\b)(?: to)?\\s+${APPROACH}${BUT}${REASON}`,
    'i',
  ),
  new RegExp(
    `\\bit (?:would|might|may) (?:also )?(?:be|have been|seem) (?:nice|nicer|better|possible|tempting|simpler|easier|preferable|ideal|cleaner) to\\s+${APPROACH}${BUT}${REASON}`,
    'i',
  ),
  new RegExp(
    `\\b(?:(?:decided|chose|opted) (?:not to|against)|(?:we|I) (?:don't|do not|didn't|did not) want to)\\s+${APPROACH}${BECAUSE}${REASON}`,
    'i',
  ),
  new RegExp(`\\b${ACTOR} (?:can't|cannot|can not|couldn't)\\s+(?:just|simply)\\s+${APPROACH}${BECAUSE}${REASON}`, 'i'),
]

/** A rejected approach with the sentence that says so. */
export interface QuotedAlternative extends RejectedAlternative {
  readonly quote: string
}

/** Whether the reason speaks for the chosen approach: `the guide recommends it`. */
function isForChoice(reason: string): boolean {
  return /\b(?:recommend|prefer|suggest|advise|require|favou?r|allow|support)(?:s|ed)? (?:it|this|that)\b/i.test(reason)
}

/** Returns the approaches that sentences reject with a reason, verbatim, where both are clear. */
export function rejectedAlternatives(sentences: readonly string[]): readonly QuotedAlternative[] {
  return sentences.flatMap((sentence) => {
    for (const pattern of PATTERNS) {
      const [, approach, reason] = pattern.exec(sentence) ?? []
      if (approach === undefined || reason === undefined) continue
      if (approach.trim().split(/\s+/).length < 2 || sentence.endsWith('?') || isForChoice(reason)) continue
      return [{ approach: approach.trim().replace(/ (?:any ?more|either|too)$/i, ''), reason, quote: sentence }]
    }
    return []
  })
}
