import { sentenceCues, withoutCode, type SentenceCue } from './sentence-cues.ts'

/**
 * What a sentence does for somebody who is about to change the code:
 *
 * - `problem`: says what was wrong; `cause`: why; `decision`: what was done about it; `consequence`: what follows;
 * - `rejected`: says what was not done; `constraint`: what must hold; `behaviour`: what changes for users or callers;
 * - `reference`: points somewhere else and says nothing itself;
 * - `noise`: talk between people, thanks, unfinished work, figures of a run; `other`: any other statement.
 */
export type SentenceRole =
  | 'problem'
  | 'cause'
  | 'decision'
  | 'consequence'
  | 'rejected'
  | 'behaviour'
  | 'constraint'
  | 'reference'
  | 'noise'
  | 'other'

/** Talk between people, and about the making of the commit rather than the code. */
const CHATTER =
  /\b(?:sorry|cheers|nothing (?:to see|interesting) here|hopefully someone|native english|my (?:first|bad|editor|fork|machine|laptop|computer)|our (?:company|team)|your (?:pull request|PR)|code review|review(?:er)?s? (?:comments?|feedback|suggestions?)|merge conflicts?|rebased? (?:on|onto|against)|(?<!\bwhich )I (?:guess|hope|haven't (?:tested|tried|checked))|I(?:'m| am| was) (?:lazy|new)|(?:unable|not (?:\w+ )?able) to reproduce|lol|haha|hehe|I (?:cannot|can't|don't|do not) (?:recall|remember|wait|know why)|don't know why|@\w+ (?:said|suggested|mentioned|pointed)|(?:as )?per @?\w+'?s? (?:requests?|suggestions?|comments?|advice)|let me know|hear from me|(?:feedback|help|comments|suggestions|thoughts) (?:is|are|would be) (?:\w+ )?(?:appreciated|welcome)|not sure if you want|close (?:the|this) (?:PR|pull request)|please (?:review|merge|let|note that this pr)|\$reasons|(?:all )?(?:tests?|specs?) (?:now )?pass(?:es|ed)?$|good to go|this is what I get)\b|^(?:many |special |big )?(?:thanks?|thank you|kudos|credits?|props|hat tip|h\/t)\b|\bthanks (?:to|for) (?:@|[A-Z])|^as (?:requested|suggested|proposed) (?:by|in|on)\b[^,;:]{0,60}$|\b(?:after|per|from|address\w*|apply|fix\w*) (?:(?:@\S+|the|code|pr) )*reviews?$|^(?:this|it|\S+ \S+) (?:still )?needs? (?:more|some) tests\b|^(?:this )?(?:follow(?:s|ing)|after|address(?:es|ing)) (?:the |some )?(?:feedback|suggestions?|advice|comments) (?:from|by|of|in)\b[^,;:]{0,60}$|^(?:I'm )?not (?:quite |really |entirely )?sure (?:how|why|what)(?: \w+){0,3}[.!]?$|(?:^|\s)[:;]-?[)D(](?:\s|$)/i

/** Tells how what was measured or tried can be had. */
const RECIPE = /^(?:note: )?to (?:get|download|reproduce|repeat|run)\b[^.]{0,60}:$/i

/** Tests that came with a change say nothing of the code. */
const TESTS_ADDED =
  /^\W*(?:TST|tests?): |^(?:also |and |(?:I|we|this(?: (?:change|commit|patch|PR))?) (?:also )?(?:have )?)?(?:add|update|fix|switch|improve|extend|adapt|adjust|move|split|remove|rewrite|refactor)(?:s|e?d|ing)?\s+(?:\w+ ){0,3}(?:unit |regression |integration )?tests?(?: cases?| suites?)?\b[^,;]{0,60}$|\b(?:corresponding )?tests? (?:are |were |have been )?(?:also )?(?:added|updated|included)\.?$|^(?:also,? |and )?(?:the |all |some )?(?:unit |corresponding |relevant )?(?:tests?|specs?|examples?|docs?|documentation|change ?log|read ?me) (?:(?:are|were|was|is|has|have|been|also|now) )+(?:added|updated|modified|adapted|adjusted|included|changed|extended)(?: accordingly| too| as well)?\.?$|^(?:also,? |and )?(?:add(?:ed)? to|updated?) (?:the )?(?:change ?log|changes(?: file)?|read ?me|examples?)\b[^,;:]{0,40}$/i

/** Something left to do: it is no reason for what was done. */
const UNFINISHED =
  /^next,? (?:we|I)(?:'ll| will| can| should)\b|^\W*(?:TODO|FIXME|XXX|HACK|WIP)\b|\b(?:TODO|FIXME|WIP)\b|\b(?:follow-?up|future|later|separate|subsequent|next|upcoming|another) (?:commits?|patch(?:es)?|PRs?|pull requests?|series|change)\b|\bstill (?:missing|to (?:do|be done))\b|\b(?:work|more|much|lot|things?) (?:left|remaining)(?: to (?:do|be done))?\b|\bleft to do\b|\bnot (?:yet )?(?:done|finished|complete|updated|tested)(?: yet)?\.?$|\bleft (?:for|as) (?:a |the |an )?(?:future|later|follow|another|exercise)|\b(?:will|should|can|to) be (?:done|fixed|added|addressed|removed|implemented|handled) (?:later|soon|separately|in (?:a|the) (?:future|next|follow))/i

/** Figures of a measurement, output of a run. */
const FIGURES =
  /(?:\b\d[\d.,]*\s*(?:ms|us|µs|ns|s|secs?|seconds|%|[KMG]i?B|x|req\/s|ops)(?![\w-]).*){3}|\b(?:hyperfine|ns\/op|allocs\/op|B\/op)\b/

const REFERENCE =
  /^[\W\d]*(?:(?:this |also |and |see|also|fix(?:es|ed)?|close[sd]?|resolve[sd]?|ref(?:s|erences?)?|related(?: to)?|part of|issues?|prs?|pull requests?|gh|addresses|implements|re|supersedes|replaces|reported (?:by|in|as)|for (?:details|more (?:details|information|info|context))|at|in|from|the|discussion|bug|ticket|link|source|more|details|info|here|documentation|docs|spec|cf|ported|backport(?:ed)?|cherry[- ]picked|upstream|commit|originally|part|step|by|and|of)[\s:,]*)*(?:(?:[\w.-]+\/)?[\w.-]*#\d+|gh-\d+|<?https?:\/\/\S+|\[\d+\]|[0-9a-f]{7,64}(?:\s*\(.*\))?)(?:[\s,.;:&)]*(?:and|or|closes|fixes|ref|see|pr|for (?:details|more (?:details|information|info|context)|the discussion))?[\s,]*(?:(?:[\w.-]+\/)?[\w.-]*#\d+|gh-\d+|https?:\/\/\S+)?)*[\s.,)>]*$/i

/** The same in a sentence: what the commit answers to, and where more is to be read. */
const POINTS =
  /^(?:(?:this|the) (?:change|commit|patch|PR|pull request) (?:is |was )?(?:(?:made )?in response to|follows|a follow-up to|based on|related to|an? (?:fix|response|answer) (?:for|to)) (?:an? |the |some )?(?:discussion|suggestion|comment|issue|request|report|[\w.-]*#\d|https?:)|(?:for|see) (?:more|further|additional) (?:details?|information|info|context|discussion|background)\b|see (?:also )?(?:the )?(?:linked |associated |related |corresponding )?(?:pull request|PR|issue|discussion|ticket|thread)\b)[^,;:]{0,80}$|^(?:for|see) (?:more|further|additional) (?:details?|information|info|context|discussion|background)s?,? (?:please )?(?:see|read|check|refer to|look at)\b[^;]{0,120}$/i

/** What was wrong is told in an issue alone: `the same bug as #12`, `similar to #7 (fixed in ab12cd3)`. */
const TOLD_ELSEWHERE =
  /\b(?:same|similar|identical|related) (?:bug|issue|problem|fix|change|reason|idea|approach) (?:as|to|like|in) (?:in )?(?:[\w./-]*#\d+|https?:|[0-9a-f]{7,40}\b)|\b(?:issue|bug|problem|cause) (?:here )?(?:is|was) (?:in )?[\w./-]*#\d+|^(?:(?:this|it) is )?(?:\w+ )?(?:similar|identical|related) to (?:(?:issue|bug|commit|change|pull request|PR) )?(?:[\w./-]*#\d+|https?:\S+|[0-9a-f]{7,40}\b)[^,;:]{0,60}$/i

/** A rule that binds whoever changes or calls the code, and is no account of what happened. */
const BINDING =
  /\b(?:must(?:n't)?(?! have (?:been|had))|never (?!mind|worked|did|had|been|got|seen|was|were|happened|really|used to|tested)|shall\b|not allowed|forbidden|may not|may only|can only|must only|should (?:only|never|always|not be|be (?:called|used|kept|safe))|only (?:safe|valid|allowed|be)|requires? that|needs? to be|has to be|have to be|assum(?:es?|ing|ption)|invariants?|guarantee[sd]?|in sync|is (?:un)?safe to|is required|are required|be careful|always (?:be|use|call|return|has|have|the))\b|^(?:please )?(?:do not|don't|never|always)\b/i

/** The cause of something, not only its purpose. */
const CAUSE =
  /\b(?:because|since|due to|owing to|caused by|root cause|stems? from|turns? out|the (?:problem|issue|cause|reason|bug) (?:is|was|being|here)|as (?:it|this|that|they|we|the \w+|there) (?:is|are|was|were|has|have|does|do|can|cannot|can't|could|will|would))\b/i

const HEDGED_PAST =
  /\b(?:previously|before this|prior to|used to|currently|at present|at the moment|until now|so far|today)\b/i

/** Nobody writes longer sentences than this; programs do. In characters. */
const MAX_SENTENCE = 2000

/** Returns what a sentence of a commit message does, told by its words alone. */
export function sentenceRole(sentence: string): SentenceRole {
  if (sentence.length > MAX_SENTENCE) return 'noise'
  if (REFERENCE.test(sentence) || POINTS.test(sentence) || TOLD_ELSEWHERE.test(sentence)) return 'reference'
  if (isNoise(sentence)) return 'noise'
  const cues = sentenceCues(sentence)
  const words = withoutCode(sentence)
  if (cues.has('rejected')) return 'rejected'
  if (BINDING.test(words) && !HEDGED_PAST.test(words)) return 'constraint'
  if (cues.has('behaviour') && !(HEDGED_PAST.test(words) && !/\bnow\b/i.test(words))) return 'behaviour'
  return byCues(cues, words)
}

function byCues(cues: ReadonlySet<SentenceCue>, words: string): SentenceRole {
  const past = HEDGED_PAST.test(words)
  if (cues.has('choice') && !past) return 'decision'
  if (cues.has('reason') && CAUSE.test(words)) return 'cause'
  if (cues.has('consequence')) return 'consequence'
  if (cues.has('failure') || past) return 'problem'
  if (cues.has('reason')) return 'cause'
  return cues.has('choice') ? 'decision' : cues.has('rule') ? 'constraint' : 'other'
}

function isNoise(sentence: string): boolean {
  const words = withoutCode(sentence)
  return (
    words.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length < 3 ||
    CHATTER.test(words) ||
    TESTS_ADDED.test(words) ||
    UNFINISHED.test(words) ||
    FIGURES.test(words) ||
    RECIPE.test(words)
  )
}
