import { isHousekeeping } from '../prose/housekeeping.ts'
import { namesInText } from '../prose/names-in-text.ts'
import { isOnlyAboutForm } from '../prose/only-about-form.ts'
import { isOnlyAboutText } from '../prose/only-about-text.ts'
import { isMergeSubject } from '../prose/message-subject.ts'
import { matchesPhrase, type PhraseRules } from '../prose/phrase-rules.ts'
import { sentenceCues, type SentenceCue } from '../prose/sentence-cues.ts'
import { sentenceValue } from '../prose/sentence-value.ts'
import { withoutSubjectPrefix } from '../prose/subject-prefix.ts'
import { describesNoFailure, withoutUnnamedFailures } from '../prose/unnamed-failures.ts'

/** Cues that do not make a subject informative, because every subject says what was done. */
const ORDINARY_CUES: ReadonlySet<SentenceCue> = new Set(['choice'])

/** Patterns of subjects that say what was decided against, what applies from now on, or how something is. */
export const INFORMATIVE_SUBJECTS: PhraseRules = {
  'Revert "Cache the routes"': /^Revert\b/iu,
  'Use a queue instead of a list':
    /\b(?:instead|rather|only|just|default|not|no|never|always|without|until|unless|again|allow|back)\b/iu,
  'Generate ETags for all responses': /\b(?:all|any|every|each|before|after|first|precedence|priority)\b/iu,
  'router: keep the order of routes':
    /^(?:\S+: )?(?:fix(?:e[sd]|ing)? )?(?:ignor(?:e[sd]?|ing)|skip(?:s|ped|ping)?|stop(?:s|ped|ping)?|preserv(?:e[sd]?|ing)|keep(?:s|ing)?|kept|retain(?:s|ed|ing)?|ensur(?:e[sd]?|ing)|(?:makes?|making|made) sure|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|respect(?:s|ed|ing)?|honou?r(?:s|ed|ing)?|reject(?:s|ed|ing)?|refus(?:e[sd]?|ing)|restrict(?:s|ed|ing)?|escap(?:e[sd]?|ing)) /iu,
  'Limit the depth of recursion':
    /^(?:\S+: )?(?:fix(?:e[sd]|ing)? )?(?:guard|handl|harden|isolat|limit|mitigat|protect|rais|saniti[sz]|tolerat|wrap)(?:e[sd]?|p?ed|p?ing|s)? (?!(?:\S+ )?(?:lines?|comments?|paragraphs?|text|CHANGES)\b)(?=(?:\S+ +){2}\S)/iu,
  'app.run is lazy':
    /^(?:The [\w.-]+|\S*(?:[_.:(`]|\p{Ll}\p{Lu})\S*) (?:now |also |only )?(?:is|are|has|can|does|accepts|allows|applies|calls|ends|gives|goes|holds|keeps|lasts|means|needs|raises|requires|returns|stays|takes|uses|works)\b/u,
}

/**
 * The type of a conventional commit that fixes something. Replaced by the verb `Fix` to assess the rest of the subject.
 */
const FIX_TYPE = /^(?:bug)?fix(?:\([^)]*\))?!?: /iu
/** Matches subjects of fixes: the fault may come back with the next edit. */
const FIXES = /^(?:\S+: )?(?:hot|bug)?-?fix(?:e[sd]|ing)?\b/iu
/** Matches subjects of removals: the current code does not show what is gone. */
const REMOVES = /^(?:\S+: )?(?:delet|drop|remov)(?:e[sd]?|p?ed|ing|s)?\b/iu
const UNUSED =
  /\b(?:dead|duplicated?|extra|leftover|obsolete|redundant|superfluous|unneeded|unnecessary|unused|useless)\b/iu

/** Whether a subject names what was fixed, or which code was removed, and not only that something was. */
function namesFixOrRemoval(subject: string): boolean {
  if (describesNoFailure(subject.replace(FIX_TYPE, 'Fix '))) return false
  return FIXES.test(subject) || (REMOVES.test(subject) && !UNUSED.test(subject) && namesInText(subject).size > 0)
}

/** Whether the subject of a commit says more than that something was changed. */
export function isInformativeSubject(subject: string): boolean {
  const words = describesNoFailure(subject) ? withoutUnnamedFailures(subject) : subject
  if (isOnlyAboutText(subject) || isOnlyAboutForm(subject) || sentenceValue(words) === 0) return false
  if (isHousekeeping(withoutSubjectPrefix(subject)) || isMergeSubject(subject)) return false
  const hasCue = [...sentenceCues(words)].some((cue) => !ORDINARY_CUES.has(cue))
  return hasCue || matchesPhrase(INFORMATIVE_SUBJECTS, subject) || namesFixOrRemoval(subject)
}
