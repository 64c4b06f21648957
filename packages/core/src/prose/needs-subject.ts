import { matchesPhrase, type PhraseRules } from './phrase-rules.ts'
import { needsPreviousSentence } from './previous-sentence.ts'
import { sentenceRole, type SentenceRole } from './sentence-role.ts'
import { splitSentences } from './split-sentences.ts'

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
    /^(?:\S+ ){0,5}?(?:(?:this|these|those) (?:new |old )?|the (?:new|old|former|previous|same|whole) )(?:approach|argument|attribute|behaviou?r|call|case|check|class|code|command|crate|dependency|error|exception|feature|field|file|flag|format|function|handler|header|helper|hook|interface|library|logic|message|method|module|name|object|option|output|parameter|pattern|property|rule|setting|struct|syntax|type|value|variable|version|warning|way)s?\b/i,
  'It appears faster.':
    /^(?:\S+ ){1,3}?(?:appears?|feels?|is|are|looks?|seems?|was|were)(?: to be)?(?: (?:a (?:bit|little|lot|touch)|also|much|now|slightly|way))* (?:better|cheaper|cleaner|clearer|faster|nicer|safer|shorter|simpler|slower|smaller|worse)[.!]?$/i,
}

/** Maximum number of words of a list item that is only a name or a phrase. */
const PHRASE_WORDS = 4

/** Whether a text is a list of names or phrases: `- parse and parse_fast`. The subject says what was done to them. */
function listsPhrases(text: string): boolean {
  const items = text.split('\n')
  return items.every(
    (item) => /^\s*(?:[-*+•]|\d+[.)]) /.test(item) && item.trim().split(/\s+/).length <= PHRASE_WORDS + 1,
  )
}

const UNSOLVED: ReadonlySet<SentenceRole> = new Set(['problem', 'cause', 'reference', 'noise', 'other'])

/** Returns whether texts of a message say what was wrong, and only the subject what was done about it. */
export function stateOnlyProblem(texts: readonly string[]): boolean {
  const roles = texts.flatMap((text) => splitSentences(text.replace(/\s+/gu, ' ')).map(sentenceRole))
  return roles.includes('problem') && roles.every((role) => UNSOLVED.has(role))
}

/** Returns whether a text of a message can only be understood together with the subject of the message. */
export function needsSubject(text: string): boolean {
  return needsPreviousSentence(text) || matchesPhrase(SUBJECTLESS_SENTENCES, text) || listsPhrases(text)
}
