import { matchesPhrase, type PhraseRules } from './phrase-rules.ts'

const WORD =
  'this(?= )|and|see|also|(?:re)?fix(?:es|ed)?|close[sd]?|resolve[sd]?|ref(?:s|erences?)?|(?:connected|related) to|related|part of|issues?|prs?|pull requests?|gh|addresses|implements|re|supersedes|replaces|reported (?:by|in|as)|for (?:details|more (?:details|information|info|context))|at|in|from|the|discussion|bug|ticket|link|source|more|details|info|here|documentation|docs|spec|cf|ported|backport(?:ed)?|cherry[- ]picked|upstream|commit|originally|part|step|by|of|it|was|is|as|an?|for|item|feature|discussed|work on|continues|follow-?up(?: to)?|(?:details )?can be found|(?:came|comes) up|context'
const NUMBER = '(?:[\\w.-]+\\/)?[\\w.-]*#\\d+|gh-\\d+'
const COMMIT = '[0-9a-f]{7,64}(?:\\s*\\(.*\\))?'
const CONNECTIVE =
  'and|or|closes|fixes|(?:connected|related) to|ref|see|pr|for (?:details|more (?:details|information|info|context)|the discussion)'

/**
 * Words, a reference, and then more of them. Each part is captured in a lookahead, which keeps the first way to match
 * it: the number of other ways grows exponentially with the length.
 */
const REFERENCES_ONLY = new RegExp(
  `^[\\W\\d]*(?=((?:(?:${WORD})(?![\\w/-])[\\s:,]*)*))\\1` +
    `(?=(${NUMBER}|<?https?:\\/\\/\\S+|\\[\\d+\\]|${COMMIT}))\\2` +
    `(?=((?:[\\s,.;:&)]|${NUMBER}|https?:\\/\\/\\S+|${CONNECTIVE})*))\\3[\\s.,)>]*$`,
  'i',
)

/** Maximum number of characters of a reference; longer sentences say more. */
const MAX_REFERENCE = 1000

/** Sentences that refer the reader to something else. */
export const REFERENCES: PhraseRules = {
  'Fixes #1878 and #1879': REFERENCES_ONLY,
  'This commit follows a discussion on IRC.':
    /^(?:(?:this|the) (?:change|commit|patch|PR|pull request) (?:is |was )?(?:(?:made )?in response to|follows|a follow-up to|based on|related to|an? (?:fix|response|answer) (?:for|to)) (?:an? |the |some )?(?:discussion|suggestion|comment|issue|request|report|[\w.-]*#\d|https?:)|(?:for|see) (?:more|further|additional) (?:details?|information|info|context|discussion|background)\b|see (?:also )?(?:the )?(?:linked |associated |related |corresponding )?(?:pull request|PR|issue|discussion|ticket|thread)\b)[^,;:]{0,80}$/i,
  'For more details, see the linked page.':
    /^(?:for|see) (?:more|further|additional) (?:details?|information|info|context|discussion|background)s?,? (?:please )?(?:see|read|check|refer to|look at)\b[^;]{0,120}$/i,
  'This is the same bug as #1401, but for replacements.':
    /\b(?:same|similar|identical|related) (?:bug|issue|problem|fix|change|reason|idea|approach) (?:as|to|like|in) (?:in )?(?:[\w./-]*#\d+|https?:|[0-9a-f]{7,40}\b)/i,
  'See my comments in #3094 for even more context.':
    /^see (?:also )?(?:\S+ ){0,5}(?:[\w./-]*#\d+|https?:\/\/\S+|(?:PEP|RFC) \d+)[^,;:]{0,60}$/i,
  'I originally filed this in Debian as bug #996948.':
    /^(?:I|we)(?:'ve| have)? (?:\w+ly )?(?:filed|opened|reported|submitted) (?:this|it|an? (?:\w+ )?(?:bug|issue|report|ticket))\b[^,;:]{0,60}$/i,
  'The problem here is #12.': /\b(?:issue|bug|problem|cause) (?:here )?(?:is|was) (?:in )?[\w./-]*#\d+/i,
  'Now that #11268 has been fixed via #11319.':
    /^(?:now that |it (?:appears|seems|turns out) that )?[\w./-]*#\d+ (?:was|is|has been|had been|got) (?:already |now )?(?:addressed|closed|fixed|merged|resolved|solved)\b(?!.*\b(?:because|since|so)\b)[^,;:]{0,80}$/i,
  'Addresses the concerns presented in issue #1157':
    /^[^,;:]{0,60}\b(?:behaviou?r|bugs?|concerns?|errors?|issues?|problems?|questions?) (?:described|discussed|explained|found|mentioned|observed|outlined|presented|raised|reported|seen|shown) (?:at|by|in|under) (?:\w+ ){0,3}(?:[\w./-]*#\d+|https?:\/\/\S+)\W*$/i,
  'Also related to #1534.':
    /^(?:(?:this|it) is )?(?:\w+ )?(?:similar|identical|related) to (?:(?:issue|bug|commit|change|pull request|PR) )?(?:[\w./-]*#\d+|https?:\S+|[0-9a-f]{7,40}\b)[^,;:]{0,60}$/i,
}

/** Returns whether a sentence only refers to an issue, a page or another commit and states nothing itself. */
export function isReference(sentence: string): boolean {
  return sentence.length <= MAX_REFERENCE && matchesPhrase(REFERENCES, sentence)
}
