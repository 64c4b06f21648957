import { needsPreviousSentence, sentenceRole } from '@chronicle/core/prose'

/** Words that bind now and hereafter; `should` and `needs to` mostly tell what the change was for. */
const BINDS =
  /\b(?:must(?:n't| not| never| always| only| also)?\s+(?!have (?:been|had|got|gone|come)|(?:see|admit|confess|say)\b)[a-z`]|(?:should|may|can|must) (?:never|only) (?!be (?:a|an|the) |(?:improve|help|get|increase|grow|reduce|hurt|hope|guess|imagine|speed|slow)\b)[a-z`]|(?:assumes|relies on|rely on|depends? on) (?:that |the |it |all |each |every |being |having )|(?:is|are) (?:not|only) (?:safe|allowed|valid|permitted|thread-safe)\b|invariant)/i
/** In a message a command tells what the commit does, not what others have to do. */
const COMMAND = /^(?:please )?(?:do not|don't|never|always)\b/i
/** Accounts of what was, or what the commit did away with, bind nobody. */
const ACCOUNT =
  /\b(?:previously|before (?:this|that|the)|used to|no longer|had to|currently|at the moment|until now|was|were|wasn't|weren't|isn't|hasn't|didn't|did not|would|we assumed|assumed|instead of|current|currently|seems?|appears?|probably|usually|except|apparently|my|I|bug|problem|issue|wrong\w*|incorrect\w*|fail\w*|crash\w*|unfortunately)\b/i

/** Tells of the commit itself. */
const OF_COMMIT =
  /^(?:This|The) (?:(?:commit|change|patch|PR) )?(?:implements?|adds?|introduces?|makes?|fixes|updates?|ensures?|allows?)\b|\b(?:will|does|do) now\b/

/** What holds somewhere else, or under an older standard, is told for comparison. */
const COMPARES = /^(?:In|Under|With) [A-Z][\w.+-]+\b/

/** Characters of a rule at most; a longer one is an argument. */
const MAX_RULE = 300

/** Returns the sentences that state a rule which binds whoever changes or calls the code, each whole, its condition included. */
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
