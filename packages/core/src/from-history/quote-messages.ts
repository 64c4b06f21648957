import { foldText } from '../answer/fold-text.ts'
import { isOnlyAboutText } from '../prose/only-about-text.ts'
import { boilerplateOf, isByProgram, MOVES_DEPENDENCY } from '../prose/boilerplate.ts'
import { passageValue } from '../prose/choose-passages.ts'
import { isArgument } from '../prose/is-argument.ts'
import { groupSentences, type Passage } from '../prose/group-sentences.ts'
import { parseMessage, type ParsedMessage } from '../prose/parse-message.ts'
import { withoutRepeatedPassages } from '../prose/without-repeated-passages.ts'

/** The message of one of several commits, without what the messages before it say. */
export interface QuotedMessage {
  readonly message: ParsedMessage
  /** The passages that state something, in the author's order. */
  readonly passages: readonly Passage[]
  /** It moves a dependency, makes a release, or is to be squashed into another: it has no passages. */
  readonly isBoilerplate: boolean
  /** An earlier message has the same subject. */
  readonly isRepeated: boolean
}

/** Value of a passage that only refers to something else, at most. */
const POINTER = 0.1

/** Chooses what to quote of the messages of several commits. What two of them say is quoted from the first. */
export function quoteMessages(messages: readonly string[]): readonly QuotedMessage[] {
  const parsed = messages.map(parseMessage)
  const passages = withoutRepeatedPassages(
    parsed.map(({ blocks, subject }) => ({ subject, passages: groupSentences(blocks) })),
  )
  const subjects = new Set<string>()
  return parsed.map((message, index) => {
    const usual = boilerplateOf(message.subject)
    const mayArgue = usual === MOVES_DEPENDENCY && !isByProgram(messages[index] ?? '')
    const isBoilerplate = usual !== undefined && !mayArgue
    const subject = foldText(message.subject)
    const isRepeated = subjects.has(subject)
    subjects.add(subject)
    const own = isBoilerplate ? [] : (passages[index] ?? [])
    return {
      message,
      passages: own.filter((each) => passageValue(each) > POINTER && !isChore(each)),
      isBoilerplate,
      isRepeated,
    }
  })
}

/** Whether an item of a list only says that texts or a version were changed. */
function isChore({ bullet, sentences }: Passage): boolean {
  return (
    bullet &&
    sentences.every((each) => (isOnlyAboutText(each) || boilerplateOf(each) !== undefined) && !isArgument(each))
  )
}
