import type { MessageBlock } from './message-blocks.ts'
import type { ParsedMessage } from './parse-message.ts'
import { givesGround } from './gives-ground.ts'
import { sentenceCues } from './sentence-cues.ts'
import { sentenceRole, type SentenceRole } from './sentence-role.ts'
import { splitSentences } from './split-sentences.ts'

/** One sentence alone states; two can give a reason. */
const MIN_SENTENCES = 2

/**
 * Returns whether the body of a message argues: at least two sentences that give a problem, a cause, a consequence, a
 * rule or a choice, and not only what was done and what it now does; or prose below a heading that announces a reason.
 */
export function argues({ blocks }: ParsedMessage): boolean {
  if (blocks.some((block, index) => isReasonBelow(block, blocks[index - 1]))) return true
  const arguing = blocks
    .filter(({ kind }) => kind === 'paragraph' || kind === 'bullet')
    .flatMap(({ text }) => splitSentences(text))
    .filter((sentence) => !IDLE.has(sentenceRole(sentence)) && sentenceCues(sentence).size > 0)
  return arguing.length >= MIN_SENTENCES && arguing.some(givesGround)
}

/** Headings of templates under which authors say why. */
const WHY = /^[#*_\s]*(?:(?:the )?(?:problem|motivation|rationale|reason(?:ing)?|root cause|cause)|why)\b[^.]{0,40}$/i

function isReasonBelow(block: MessageBlock, before: MessageBlock | undefined): boolean {
  if (before?.kind !== 'heading' || !WHY.test(before.text) || block.kind !== 'paragraph') return false
  return splitSentences(block.text).some((sentence) => !IDLE.has(sentenceRole(sentence)))
}

const IDLE: ReadonlySet<SentenceRole> = new Set(['noise', 'reference'])
