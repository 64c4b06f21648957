import type { ParsedMessage } from './parse-message.ts'
import { sentenceRole, type SentenceRole } from './sentence-role.ts'
import { splitSentences } from './split-sentences.ts'

/** Sentences that argue: what was wrong, why, what follows, what was chosen or not. */
const ARGUING: ReadonlySet<SentenceRole> = new Set([
  ...(['problem', 'cause', 'consequence', 'decision', 'rejected', 'constraint', 'behaviour'] as const),
])
/** One sentence alone states; two can give a reason. */
const MIN_SENTENCES = 2

/**
 * Returns whether the body of a message argues: at least two sentences that give a problem, a cause, a consequence, a
 * rule or a choice, and not choices alone, which only list what was done.
 */
export function argues({ blocks }: ParsedMessage): boolean {
  const roles = blocks
    .filter(({ kind }) => kind === 'paragraph' || kind === 'bullet')
    .flatMap(({ text }) => splitSentences(text).map(sentenceRole))
    .filter((role) => ARGUING.has(role))
  return roles.length >= MIN_SENTENCES && roles.some((role) => role !== 'decision')
}
