import type { ParsedMessage } from './parse-message.ts'
import { sentenceCues } from './sentence-cues.ts'
import { sentenceRole, type SentenceRole } from './sentence-role.ts'
import { splitSentences } from './split-sentences.ts'

/** One sentence alone states; two can give a reason. */
const MIN_SENTENCES = 2

/**
 * Returns whether the body of a message argues: at least two sentences that give a problem, a cause, a consequence, a
 * rule or a choice, and not choices alone, which only list what was done.
 */
export function argues({ blocks }: ParsedMessage): boolean {
  const arguing = blocks
    .filter(({ kind }) => kind === 'paragraph' || kind === 'bullet')
    .flatMap(({ text }) => splitSentences(text))
    .filter((sentence) => !IDLE.has(sentenceRole(sentence)))
    .map(sentenceCues)
    .filter((cues) => cues.size > 0)
  return arguing.length >= MIN_SENTENCES && arguing.some((cues) => cues.size > (cues.has('choice') ? 1 : 0))
}

const IDLE: ReadonlySet<SentenceRole> = new Set(['noise', 'reference'])
