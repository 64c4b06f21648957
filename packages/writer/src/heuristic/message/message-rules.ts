import { needsPreviousSentence, sentenceRole } from '@chronicle/core/prose'

/** Words that bind now and in the future. `should` and `needs to` mostly say what the change was for. */
const BINDS =
  /\b(?:must(?:n't| not| never| always| only| also)?\s+(?!have (?:been|had|got|gone|come)|(?:see|admit|confess|say)\b)[a-z`]|(?:should|may|can|must) (?:never|only) (?!be (?:a|an|the) |(?:improve|help|get|increase|grow|reduce|hurt|hope|guess|imagine|speed|slow)\b)[a-z`]|(?:assumes|relies on|rely on|depends? on) (?:that |the |it |all |each |every |being |having )|(?:is|are) (?:not|only) (?:safe|allowed|valid|permitted|thread-safe)\b|invariant)/i
/** An imperative in a message describes what the commit does, not what others have to do. */
const COMMAND = /^(?:please )?(?:do not|don't|never|always)\b/i
/** Descriptions of the past, or of what the commit removed, bind nobody. */
const ACCOUNT =
  /\b(?:previously|before (?:this|that|the)|used to|no longer|had to|currently|at the moment|until now|was|were|wasn't|weren't|isn't|hasn't|didn't|did not|would|we assumed|assumed|instead of|current|currently|seems?|appears?|probably|usually|except|apparently|my|I|bug|problem|issue|wrong\w*|incorrect\w*|fail\w*|crash\w*|unfortunately)\b/i

/** Describes the commit itself. */
const OF_COMMIT =
  /^(?:This|The) (?:(?:commit|change|patch|PR) )?(?:implements?|adds?|introduces?|makes?|fixes|updates?|ensures?|allows?)\b|\b(?:will|does|do) now\b/

/** Describes, for comparison, what holds elsewhere or under an older standard. */
const COMPARES = /^(?:In|Under|With) [A-Z][\w.+-]+\b/

/** Maximum number of characters in a rule; a longer one is an argument. */
const MAX_RULE = 300

/** Returns the sentences with a rule that binds whoever changes or calls the code, each whole with its condition. */
export function messageRules(sentences: readonly string[]): readonly string[] {
  return sentences.filter(
    (sentence) =>
      sentence.length <= MAX_RULE &&
      sentenceRole(sentence) === 'constraint' &&
      BINDS.test(sentence) &&
      !COMMAND.test(sentence) &&
      !COMPARES.test(sentence) &&
      !OF_COMMIT.test(sentence) &&
      !ACCOUNT.test(sentence) &&
      !needsPreviousSentence(sentence) &&
      /^["'`(*_]*[\p{Lu}`]/u.test(sentence),
  )
}
