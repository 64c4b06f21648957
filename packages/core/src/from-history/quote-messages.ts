import { foldText } from '../answer/fold-text.ts'
import { isOnlyAboutText } from '../prose/only-about-text.ts'
import { boilerplateOf, isByProgram, MOVES_DEPENDENCY } from '../prose/boilerplate.ts'
import { passageValue } from '../prose/choose-passages.ts'
import { isArgument } from '../prose/is-argument.ts'
import { groupSentences, type Passage } from '../prose/group-sentences.ts'
import { parseMessage, type ParsedMessage } from '../prose/parse-message.ts'
import { withoutRepeatedPassages } from '../prose/without-repeated-passages.ts'

/** The message of one of several commits, without passages of the messages before it. */
export interface QuotedMessage {
  readonly message: ParsedMessage
  /** The passages with statements, in the original order. */
  readonly passages: readonly Passage[]
  /**
   * Whether it updates a dependency, makes a release, or will be squashed into another commit. It then has no passages.
   */
  readonly isBoilerplate: boolean
  /** Whether an earlier message has the same subject. */
  readonly isRepeated: boolean
}

/** Maximum value of a passage that only refers to something else. */
const MAX_REFERENCE_VALUE = 0.1

/**
 * Chooses the passages to quote from the messages of several commits. A passage that two of them share is quoted from
 * the first.
 */
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
      passages: own.filter((each) => passageValue(each) > MAX_REFERENCE_VALUE && !isChore(each)),
      isBoilerplate,
      isRepeated,
    }
  })
}

/** Whether a list item only says that texts or a version were changed. */
function isChore({ bullet, sentences }: Passage): boolean {
  return (
    bullet &&
    sentences.every((each) => (isOnlyAboutText(each) || boilerplateOf(each) !== undefined) && !isArgument(each))
  )
}
