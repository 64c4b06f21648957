import { foldText } from '../answer/fold-text.ts'
import { isOnlyAboutText } from '../prose/only-about-text.ts'
import { boilerplateOf, isByProgram, MOVES_DEPENDENCY } from '../prose/boilerplate.ts'
import { passageValue } from '../prose/choose-passages.ts'
import { isArgument } from '../prose/is-argument.ts'
import { groupSentences, type Passage } from '../prose/group-sentences.ts'
import { parseMessage, type ParsedMessage } from '../prose/parse-message.ts'
import { withoutRepeatedPassages } from '../prose/without-repeated-passages.ts'

/** What the message of one of several commits says that those before it have not. */
export interface QuotedMessage {
  readonly message: ParsedMessage
  /** Those that say something, in the author's order. */
  readonly passages: readonly Passage[]
  /** It moves a dependency, makes a release, or is to be squashed into another: it has no passages. */
  readonly isBoilerplate: boolean
  /** A message before has the same subject. */
  readonly isRepeated: boolean
}

/** What a passage is worth that points somewhere else and says nothing itself. */
const POINTER = 0.1

/** Reads the messages of several commits. What two of them say is said by the first. */
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

/** An item that says that texts were changed, or a version, and not why. */
function isChore({ bullet, sentences }: Passage): boolean {
  return (
    bullet &&
    sentences.every((each) => (isOnlyAboutText(each) || boilerplateOf(each) !== undefined) && !isArgument(each))
  )
}
