import { needsPreviousSentence } from '@chronicle/core/prose'
import { ownParagraphs } from './own-paragraphs.ts'
import { splitTyped } from './split-typed.ts'
import { canBeReason, isRestraint, statementKind, type StatementKind } from './statement-kind.ts'
import { isUnsafe } from './off-topic.ts'

/** A person's sentence that states something, verbatim. */
export interface TypedStatement {
  readonly kind: StatementKind
  readonly text: string
}

/** Maximum total length of sentences joined into one statement. */
const MAX_JOINED_LENGTH = 500
/** Maximum number of statements from one message; the first ones are kept. */
const MAX_STATEMENTS = 12
/** An answer to an earlier question. The reason follows. */
const ANSWER = /^(?:no|nope|nah|yes|yeah|yep|never|not at all|absolutely not|exactly|right)[,.!]*$/i

/**
 * Returns the statements of a message. Nothing is reworded: apart from white space, each text occurs verbatim in the
 * message.
 */
export function typedStatements(message: string): readonly TypedStatement[] {
  const statements: TypedStatement[] = []
  for (const paragraph of ownParagraphs(message)) {
    const sentences = splitTyped(paragraph.text)
    /** Whether the previous sentence was a statement or an answer, of which this one may be the reason. */
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
  return statements.slice(0, MAX_STATEMENTS)
}

/** Adds the previous sentence to one that cannot be understood without it. */
function withContext(sentence: string, before: string | undefined): string {
  if (before === undefined || !needsPreviousSentence(sentence) || /\?$/.test(before)) return sentence
  const joined = `${before} ${sentence}`
  return joined.length > MAX_JOINED_LENGTH ? sentence : joined
}
