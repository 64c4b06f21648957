import { needsPreviousSentence } from '@chronicle/core/prose'
import { ownParagraphs } from './own-paragraphs.ts'
import { splitTyped } from './split-typed.ts'
import { canBeReason, isRestraint, statementKind, type StatementKind } from './statement-kind.ts'
import { isUnsafe } from './side-talk.ts'

/** A sentence of a person that states something, in the words that were typed. */
export interface TypedStatement {
  readonly kind: StatementKind
  readonly text: string
}

/** Sentences that are joined into one statement are no longer than this together. */
const LONGEST_JOINED = 500
/** Statements that are taken of one message, the first ones. */
const MOST_OF_ONE = 12
/** An answer to a question that was asked before: what follows says why. */
const ANSWER = /^(?:no|nope|nah|yes|yeah|yep|never|not at all|absolutely not|exactly|right)[,.!]*$/i

/** What a message states. Nothing is reworded: each text is in the message word by word, white space aside. */
export function typedStatements(message: string): readonly TypedStatement[] {
  const statements: TypedStatement[] = []
  for (const paragraph of ownParagraphs(message)) {
    const sentences = splitTyped(paragraph.text)
    /** Whether the sentence before was a statement, or an answer, that this one may be the reason of. */
    let [follows, before] = [false, undefined as string | undefined]
    for (const sentence of sentences) {
      const isReason = canBeReason(sentence)
      const stated = statementKind(sentence, paragraph.heading)
      const kind = stated ?? (follows && isReason ? ('reason' as const) : undefined)
      if (kind === undefined && isReason && before !== undefined && isRestraint(before)) {
        statements.push({ kind: 'choice', text: `${before} ${sentence}` })
      } else if (kind === undefined) {
        follows = ANSWER.test(sentence)
        before = isUnsafe(sentence) ? undefined : sentence
        continue
      } else statements.push({ kind, text: withContext(sentence, before) })
      follows = true
      before = undefined
    }
  }
  return statements.slice(0, MOST_OF_ONE)
}

/** A sentence that means nothing without the one before it, with that. */
function withContext(sentence: string, before: string | undefined): string {
  if (before === undefined || !needsPreviousSentence(sentence) || /\?$/.test(before)) return sentence
  const joined = `${before} ${sentence}`
  return joined.length > LONGEST_JOINED ? sentence : joined
}
