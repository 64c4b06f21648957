import { splitName } from './group-names.ts'

/** Words that say what is, is not, or must be. */
const STATING =
  /^(?:should|must|can|cannot|can't|cant|may|will|won't|wont|would|does|doesn't|doesnt|don't|dont|is|isn't|isnt|are|aren't|arent|was|has|have|had|hasn't)$/i
/** Participles after a negation: `not sent`. A status such as `not found` is a noun. */
const NOT = /^(?:not|never)$/i
const DONE =
  /^(?!found$|allowed$|modified$|implemented$)(?:\w+ed|sent|kept|lost|made|run|set|thrown|written|shown|cut)$/i

/** Verbs of test titles, as in `returns` and `return`. */
const VERBS = wordSet(
  `abort accept add advance align allow append apply assign assume avoid begin bind break build cancel catch check choose
  clamp clean clear clone close collapse collect combine complete compute consume contain continue convert create decode
  decrypt default defer delegate delete deliver deny deserialize destroy detect determine die disable discard dispatch
  emit enable encode encrypt enforce ensure escape evaluate exclude execute exist exit expand expire expose extend extract
  fail fall fill find finish flush follow forbid force forget format forward free generate get give go hang hide hold
  honor honour ignore include increment infer inherit initialize insert invoke iterate join keep kill leak leave load lock
  lose make mask mean merge move mutate need normalize notify omit open overflow override overwrite panic parse pass
  precede prefer prepend preserve prevent produce propagate protect provide prune put raise reach read rebuild receive
  recognize recover redirect refuse register reject reload remain remember remove rename render reorder repeat replace
  require reset resolve respect respond restore restrict resume retain retry return reuse revert rewrite round run
  sanitize save send serialize serve show shut skip stay stop strip submit succeed suppress survive swallow switch take
  terminate throw transform translate treat trigger trim truncate try turn understand unescape unregister unset unwrap
  use validate wait warn win wrap write yield`,
)

/** Verbs that are equally common as nouns: `two groups of`, `request timeout`. */
const NOUNS = wordSet(
  `answer block cache call cast change copy count cut delay display drop end export filter fire group guess import install
  limit list log look map mark match mount order output point print process push queue quote refer release report request
  result scale search select set share shift signal sort split start store stream sync time touch update value walk`,
)

/** Verbs that say little without their object: `handles errors`, `works with streams`. */
const WEAK = /^(?:work|handle|support|test|check|do|perform|manage|deal|be|behave|call|use|run|get|make)(?:s|es)?$/i

/** Words of a condition or contrast. With them, even a weak verb states something. */
const CONDITION =
  /^(?:when|if|unless|without|after|before|until|while|even|because|instead|than|not|never|no|only|once|twice|where|whether)$/i

const EMPTY =
  /^(?:it |this |that |should |must |just |still )*(?:pass(?:es)?|succeeds?|be ok|is ok|do(?:es)? (?:the right thing|something|it)|fails?|run)(?: (?:correctly|properly|as expected|fine|well|ok|again|now|everywhere|too))*[.!]?$|^(?:it |this |should |still )*works?\b(?!.*\b(?:without|even|not|never|no)\b)|\b(?:works?|ok)[.!]?$|\bworks? (?:with|for|in|on)\b(?!.*\b(?:without|even|not|never|no)\b)|^(?:it |should )*(?:supports?|handles?|can)\b(?!.*\b(?:not|never|without)\b)/i

/** Minimum number of words in a quoted title and in a function name. */
const [FEWEST_WORDS, FEWEST_IN_NAME] = [3, 4]
/** Minimum number of words with a weak verb and no condition. */
const FEWEST_IF_WEAK = 6

/**
 * Whether a title says what the code does or must do, and not only what the test is about: it needs a verb of
 * behaviour. Words of the tested name, `unit`, do not count at the start of a title, or anywhere in the name of a test:
 * `extend with handlers` is about `extend`, `TestShouldBind` about `ShouldBind`.
 */
export function statesBehaviour(title: string, isName: boolean, unit = ''): boolean {
  const words = (isName ? splitName(title) : title.split(/\s+/)).filter((word) => /\p{L}/u.test(word))
  const statedWords = withoutPreface(words)
  if (statedWords.length < (isName ? FEWEST_IN_NAME : FEWEST_WORDS) || EMPTY.test(statedWords.join(' '))) return false
  const own = new Set(splitName(unit).map((word) => word.toLowerCase()))
  const bare = statedWords
    .map((word) => word.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, ''))
    .map((word, at) => (own.has(word.toLowerCase()) && (isName || at === 0) ? '' : word))
  // A name often starts with the tested function's name, a verb that states nothing.
  const stating = bare.filter(
    (word, at) =>
      STATING.test(word) || (NOT.test(word) && DONE.test(bare[at + 1] ?? '')) || isVerb(word, at, bare, isName),
  )
  if (stating.length === 0) return false
  // A name that only joins verbs and nouns names what is tested.
  if (isName && !bare.some((word) => CONDITION.test(word) || NEGATIONS.test(word))) return false
  if (bare.some((word) => CONDITION.test(word))) return true
  // `can` and `may` only describe what the code is for.
  if (stating.some((word) => /^(?:can|may)$/i.test(word))) return false
  if (stating.some((word) => !WEAK.test(word) && !/^(?:should|must|will|is|are)$/i.test(word))) return true
  // `is` and `should` state something with whatever follows; with a weak verb, only in a longer title.
  return bare.length >= FEWEST_IF_WEAK || !bare.some((word) => WEAK.test(word))
}

/** Words that, in a name, say how something is or must not be. */
const NEGATIONS =
  /^(?:is|are|not|never|no|without|doesn't|doesnt|dont|cannot|cant|isnt|rejects?|refuses?|raises?|fails?|ignores?|keeps?|preserves?|returns?)$/i

/** Removes `test that`, `tests if`. */
function withoutPreface(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words
  if (!/^tests?$/i.test(first)) return words
  return /^(?:that|if|whether|case)$/i.test(second) ? words.slice(2) : words.slice(1)
}

/** Words before a verb, in contrast to words before a noun. */
const VERB_MARKERS = /^(?:to|should|must|not|never|cannot|can|can't|will|won't|does|doesn't|doesnt|dont|don't|and|or)$/i
const DESCRIBES =
  /^(?:the|an?|this|its|two|three|many|multiple|several|all|both|some|any|each|every|of|in|on|with|without|for|from|to|by|as|at|\d+|\w+ed|\w+ing|\w+al|\w+ic|\w+ive)$/i
const LINKS = /^(?:of|in|with|for|and|or|from|at|to)$/i

function isVerb(word: string, at: number, words: readonly string[], isName: boolean): boolean {
  const lower = word.toLowerCase()
  const [before = '', next = ''] = [words[at - 1], words[at + 1]]
  const stems = lower.endsWith('s')
    ? [lower.slice(0, -1), lower.replace(/es$/, ''), lower.replace(/ies$/, 'y')].filter((stem) => stem !== lower)
    : []
  if (WEAK.test(lower) && lower.endsWith('s')) return next !== '' && !DESCRIBES.test(before)
  if (stems.some((stem) => VERBS.has(stem))) return next !== '' && !DESCRIBES.test(before)
  if (stems.some((stem) => NOUNS.has(stem))) return next !== '' && !DESCRIBES.test(before) && !LINKS.test(next)
  // The base form is equally common as a noun (`the default output`), except after a verb marker.
  if (VERBS.has(lower)) return VERB_MARKERS.test(before) || (at === 0 && !isName)
  return NOUNS.has(lower) && VERB_MARKERS.test(before) && !/^(?:to|and|or)$/i.test(before)
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
