import { matchesPhrase, type PhraseRules } from './phrase-rules.ts'
import { unspacedWords } from './unspaced-words.ts'
import { withoutCode } from './without-code.ts'

/** Conversation between people, and sentences about how the commit was made. */
export const CONVERSATION: PhraseRules = {
  'Sorry for the noise.':
    /\b(?:sorry|cheers|nothing (?:to see|interesting) here|hopefully someone|native english|my (?:first|bad|editor|fork|machine|laptop|computer)|our (?:company|team)|your (?:pull request|PR)|code review|review(?:er)?s? (?:comments?|feedback|suggestions?)|merge conflicts?|rebased? (?:on|onto|against)|(?<!\bwhich )I (?:guess|hope|haven't (?:tested|tried|checked))|I(?:'m| am| was) (?:lazy|new)|(?:unable|not (?:\w+ )?able) to reproduce|lol|haha|hehe|I (?:cannot|can't|don't|do not) (?:recall|remember|wait|know why)|don't know why|@\w+ (?:said|suggested|mentioned|pointed)|(?:as )?per @?\w+'?s? (?:requests?|suggestions?|comments?|advice)|let me know|hear from me|(?:feedback|help|comments|suggestions|thoughts) (?:is|are|would be) (?:\w+ )?(?:appreciated|welcome)|not sure if you want|close (?:the|this) (?:PR|pull request)|please (?:review|merge|let|note that this pr)|\$reasons|(?:all )?(?:tests?|specs?) (?:now )?pass(?:es|ed)?$|good to go|this is what I get)\b/i,
  'Thanks for the report!': /^(?:many |special |big )?(?:thanks?|thank you|kudos|credits?|props|hat tip|h\/t)\b/i,
  'Adapted from a patch, thanks to Jorge.': /\bthanks (?:to|for) (?:@|[A-Z])/i,
  'As suggested by @nateprewitt': /^as (?:requested|suggested|proposed) (?:by|in|on)\b[^,;:]{0,60}$/i,
  'Fixes from review': /\b(?:after|per|from|address\w*|apply|fix\w*) (?:(?:@\S+|the|code|pr) )*reviews?$/i,
  'Addressing feedback from the pull request':
    /^(?:this )?(?:follow(?:s|ing)|after|address(?:es|ing)) (?:the |some )?(?:feedback|suggestions?|advice|comments) (?:from|by|of|in)\b[^,;:]{0,60}$/i,
  "I'm open to suggestions.":
    /\b(?:(?:I'm|am|are|is) open to (?:\w+ )?(?:suggestions?|ideas?|feedback|discussion)|feel free to|(?:I'm |am )?happy to (?:change|rework|adjust|update|split|squash|amend|add))\b/i,
  "I'm not sure why.": /^(?:I'm )?not (?:quite |really |entirely )?sure (?:how|why|what)(?: \w+){0,3}[.!]?$/i,
  'Based on this, I pull this request.':
    /\bI(?:'ll| will)? (?:close|pull|submit|open|send|made?) (?:this|the|a) (?:pull )?(?:request|PR)\b|\bI(?:'ll| will) close (?:this|it)\b/i,
  'This is a combination of 2 commits.': /^this is a combination of\b/i,
  'The work was originally initiated by @sephalon': /\b(?:continued|developed|initiated|started|written) by @\w/i,
  'This is not exactly what you requested.':
    /^(?:this|that|it) (?:is|was|may be|might be) (?:\w+ ){0,3}(?:as|what) you(?:'ve| have)? (?:asked|requested|suggested|wanted)\b/i,
  'PS. this is awesome!': /^P\.?S\.?:? /,
  'Not a huge fan of this API.': /\ba (?:big|great|huge) fan of\b/i,
  'squash you dang spaces!!!': /^(?:\S+ ){0,5}\S*!{2,}$/,
  'I believe there is some tab issue here.':
    /\bI (?:believe|suspect|think) there(?: is|'s| are| was| were| may be| might be) (?:some|something)\b/i,
  'simple fix :)': /(?:^|\s)[:;]-?[)D(](?:\s|$)/i,
}

/** What a merge touched. */
export const MERGED_FILES: PhraseRules = {
  'Conflicts resolved: src/a.py src/b.py':
    /^(?:(?:conflicts?|conflicted|merged|changed)(?: [a-z]+)?: )?(?:[\w.@-]+\/)+[\w.@-]+\.\w+(?:[\s,]+(?:[\w.@-]+\/)*[\w.@-]+\.\w+)*$/i,
}

/** Tests and documents that accompany a change. */
export const ACCOMPANYING_CHANGES: PhraseRules = {
  'tests: add accepts test with params': /^\W*(?:TST|tests?): /i,
  'Added a regression test for it':
    /^(?:also |and |(?:I|we|this(?: (?:change|commit|patch|PR))?) (?:also )?(?:have )?)?(?:add|update|fix|switch|improve|extend|adapt|adjust|move|split|remove|rewrite|refactor)(?:s|e?d|ing)?\s+(?:\w+ ){0,3}(?:unit |regression |integration )?tests?(?: cases?| suites?)?\b[^,;]{0,60}$/i,
  'Small test added': /\b(?:corresponding )?tests? (?:are |were |have been )?(?:also )?(?:added|updated|included)\.?$/i,
  'The docs are updated accordingly.':
    /^(?:also,? |and )?(?:the |all |some )?(?:unit |corresponding |relevant )?(?:tests?|specs?|examples?|docs?|documentation|change ?log|read ?me) (?:(?:are|were|was|is|has|have|been|also|now) )+(?:added|updated|modified|adapted|adjusted|included|changed|extended)(?: accordingly| too| as well)?\.?$/i,
  'Update CHANGES for the release':
    /^(?:also,? |and )?(?:add(?:ed)? to|updated?) (?:the )?(?:change ?log|changes(?: file)?|read ?me|examples?)\b[^,;:]{0,40}$/i,
}

/** Remaining work, which gives no reason for what was done. */
export const REMAINING_WORK: PhraseRules = {
  'WIP: parallel read': /^\W*(?:TODO|FIXME|XXX|HACK|WIP)\b/i,
  'There is a TODO for the rest.': /\b(?:TODO|FIXME|WIP)\b/i,
  "We'll fix that in the next commit.":
    /\b(?:follow-?up|future|later|separate|subsequent|next|upcoming|another) (?:commits?|patch(?:es)?|PRs?|pull requests?|series|change)\b/i,
  'Some elements are still missing.': /\bstill (?:missing|to (?:do|be done))\b/i,
  'There is some polish left to do.': /\bleft to do\b/i,
  'The unit tests are not yet updated.': /\bnot (?:yet )?(?:done|finished|complete|updated|tested)(?: yet)?\.?$/i,
  'We can revisit this issue later.':
    /\b(?:come back to|get back to|look (?:in)?to|revisit) (?:this|that|it)(?: \w+)? (?:again|another|in the future|later|soon|some)\b/i,
  'This can be removed in a future release.':
    /\b(?:will|should|can|to) be (?:done|fixed|added|addressed|removed|implemented|handled) (?:later|soon|separately|in (?:a|the) (?:future|next|follow))/i,
}

/** Measured figures. */
export const FIGURES: PhraseRules = {
  'It took 1.2 s, then 0.8 s, then 0.3 s.':
    /(?:\b\d[\d.,]*\s*(?:ms|us|µs|ns|s|secs?|seconds|%|[KMG]i?B|x|req\/s|ops)(?![\w-]).*){3}/,
  'The parser needs 404 ns/op.': /\b(?:hyperfine|ns\/op|allocs\/op|B\/op)\b/,
}

const NOISE: readonly PhraseRules[] = [CONVERSATION, ACCOMPANYING_CHANGES, REMAINING_WORK, FIGURES, MERGED_FILES]

/** Minimum number of words of a statement. */
const MIN_WORDS = 3

/** Returns whether a sentence states nothing about the code: conversation, remaining work, measured figures. */
export function isNoise(sentence: string): boolean {
  const words = withoutCode(sentence)
  const count = words.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length + unspacedWords(words)
  return count < MIN_WORDS || NOISE.some((rules) => matchesPhrase(rules, words))
}
