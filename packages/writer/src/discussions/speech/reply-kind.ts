/** Agrees, mostly by saying that it was done. */
const ACCEPTS =
  /^\W*(?:(?:ah|oh|oops|hm+|yes|yep|yeah|ok(?:ay)?|sure|right|thanks?(?: you)?|nice|great)[,.! —-]+)*(?:done|fixed|updated|addressed|changed|applied|adjusted|moved|renamed|removed|added|reworked|pushed|resolved|corrected|restored|reverted|put (?:it|this|that|them) back|back to\b|good (?:catch|point|call|idea|eye)|nice (?:catch|one)|great (?:catch|point|idea)|will (?:do|fix|change|update)|you(?:'re|’re| are) (?:right|correct)|agreed|fair (?:enough|point)|true|makes sense|(?:that|it) makes sense|i (?:have |'ve |’ve )?(?:changed|fixed|updated|moved|added|removed|renamed|reworked)|should be fixed|(?:this|it|the \w+)(?: \w+)? (?:has been|have been|is now|was) (?:updated|changed|fixed|moved|removed|added|renamed|reworked|adjusted))\b/i
/** Only acknowledges. */
const THANKS =
  /^\W*(?:(?:but|well|hm+|ah|oh|ugh)\W+)?(?:lgtm|looks good(?: to me)?|ship it|approved?|ack|\+1|👍|🎉|thanks?(?: you| a lot| so much)?|great(?: work| job| stuff)?|nice(?: work| job)?|awesome|cool|perfect|ok(?:ay)?|got it|i see|understood|sounds good|sgtm|wfm|yes|yep|yeah|sure)\b/i
/** Defers the matter. */
const DEFERS =
  /\b(?:follow[- ]?ups?|(?:do|fix|handle|address|look at|tackle|revisit) (?:this|that|it) (?:later|separately)|(?:separate|another|different|future|next) (?:pr|pull request|mr|merge request|change|patch|commit|ticket|issue)|out of scope|won['’]?t ?fix|not (?:now|in this (?:pr|mr|change))|(?:opened|filed|created) (?:an? )?(?:issue|ticket)|tracked (?:in|by|as))\b/i
const REFUSES =
  /^\W*(?:no\b|nope|not (?:really|quite|sure|true|(?:taking|doing|going) )|actually\b|hm+\b)|\b(?:disagree|i (?:don['’]?t|do not) (?:think|see|agree)|(?:i['’]?d|would) rather (?:not|keep|leave)|prefer (?:to keep|to leave|not)|(?:leave|keep) (?:it|this|that) (?:as|like|for)|that['’]?s (?:not|wrong)|isn['’]?t (?:true|right|correct))\b/i

/** Maximum number of words in an acceptance. A longer one is an answer of its own. */
const MAX_WORDS = 40

/**
 * How a reply responds. `accepts`: it agrees, or says that it was done. `thanks`: it only acknowledges. `defers`: it is
 * for later. `refuses`: it does not agree. `answers`: anything else.
 */
export type ReplyKind = 'accepts' | 'thanks' | 'defers' | 'refuses' | 'answers'

/** Classifies a reply by its words. */
export function replyKind(text: string): ReplyKind {
  if (DEFERS.test(text)) return 'defers'
  if (REFUSES.test(text)) return 'refuses'
  const short = text.split(/\s+/).length <= MAX_WORDS
  if (short && ACCEPTS.test(text)) return 'accepts'
  return short && THANKS.test(text) ? 'thanks' : 'answers'
}
