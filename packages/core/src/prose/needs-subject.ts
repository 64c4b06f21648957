import { matchesPhrase, type PhraseRules } from './phrase-rules.ts'
import { needsPreviousSentence } from './previous-sentence.ts'
import { sentenceRole, type SentenceRole } from './sentence-role.ts'
import { splitSentences } from './split-sentences.ts'
import { withoutSubjectPrefix } from './subject-prefix.ts'

/** Sentences that omit, or refer to, what the subject of their message names. */
export const SUBJECTLESS_SENTENCES: PhraseRules = {
  'Also prevents a second request.':
    /^(?:also |thus )?(?:allows|avoids|causes|enables|ensures|gives|helps|improves|lets|makes|prevents|reduces|saves|simplifies|speeds)\b/i,
  'Mostly because the parser is slow.':
    /^(?:all|mainly|mostly|only|partly|simply|solely) (?:because|due|for|in|so|to)\b/i,
  'Needed by the new router.':
    /^(?:based|caused|inspired|motivated|needed|required|suggested|useful|helpful|handy|necessary) (?:as|because|by|for|if|in|on|since|to|when|where)\b/i,
  'The fix was simple.':
    /^(?:the|my) (?:fix|solution|workaround|culprit)\b(?! (?:for|in|of|to)\b)|^I (?:broke|forgot|messed|missed|screwed)\b/i,
  'Users can turn off the new option.':
    /^(?:\S+ ){0,5}?(?:(?:this|these|those) (?:new |old )?|the (?:new|old|former|previous|same|whole) )(?:approach|behaviou?r|case|check|class|code|crate|error|feature|field|file|flag|function|helper|logic|method|module|name|option|parameter|pattern|property|setting|syntax|type|variable|version|way)s?\b/i,
  'For now, this message is printed once.':
    /^(?:\S+ ){0,5}?(?:this|these|those) (?:new |old )?(?:call|command|exception|header|hook|message|object|output|rule|value|warning)s?\b/i,
}

/** Roles of sentences that say nothing of what was done. */
const UNSOLVED: ReadonlySet<SentenceRole> = new Set(['problem', 'cause', 'reference', 'noise'])
/** When a problem occurs: `This can happen on Windows.` */
const OCCURS = /^(?:this|that|it) (?:\w+ ){0,2}(?:affect|happen|occur)s?\b/i
/** Subjects of which the rest is often the title of a problem: `Fix #12: readers crash`. */
const FIXES = /^(?:fix|close|resolve)(?:e?[sd]|ing)?\b/i

/**
 * Returns whether the subject of a message says what was done, and its body only what was wrong: without the subject,
 * a reader would not know that it was mended.
 */
export function onlySubjectDecides(subject: string, texts: readonly string[]): boolean {
  const title = withoutSubjectPrefix(subject)
  if (FIXES.test(title) || sentenceRole(title) !== 'decision') return false
  const sentences = texts.flatMap((text) => splitSentences(text.replace(/\s+/gu, ' ')))
  const roles = sentences.map(sentenceRole)
  return (
    roles.includes('problem') &&
    sentences.every((sentence, at) => UNSOLVED.has(roles[at] ?? 'other') || OCCURS.test(sentence))
  )
}

/** Returns whether a text of a message can only be understood together with the subject of the message. */
export function needsSubject(text: string): boolean {
  return needsPreviousSentence(text) || matchesPhrase(SUBJECTLESS_SENTENCES, text)
}
