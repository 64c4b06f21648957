import type { MessageBlock } from './message-blocks.ts'
import type { ParsedMessage } from './parse-message.ts'
import { isArgument } from './is-argument.ts'
import { sentenceCues } from './sentence-cues.ts'
import { sentenceRole, type SentenceRole } from './sentence-role.ts'
import { splitSentences } from './split-sentences.ts'

/** Minimum number of sentences: a single sentence only states something. */
const MIN_SENTENCES = 2

/**
 * Returns whether the body of a message gives reasons: it has two or more sentences that state a problem, a cause, a
 * consequence, a rule or a choice, prose below a heading that announces a reason, or a breaking change marked as one.
 */
export function argues({ blocks }: ParsedMessage): boolean {
  if (blocks.some((block, index) => isReasonBelow(block, blocks[index - 1]) || isBreakingChange(block))) return true
  const arguing = blocks
    .filter(({ kind }) => kind === 'paragraph' || kind === 'bullet')
    .flatMap(({ text }) => splitSentences(text))
    .filter((sentence) => !WITHOUT_STATEMENT.has(sentenceRole(sentence)) && sentenceCues(sentence).size > 0)
  return arguing.length >= MIN_SENTENCES && arguing.some(isArgument)
}

/** Headings, mostly of templates, above a reason. */
const REASON_HEADING =
  /^[#*_\s]*(?:(?:the )?(?:problem|motivation|rationale|reason(?:ing)?|root cause|cause)|why)\b[^.]{0,40}$/i

function isReasonBelow(block: MessageBlock, before: MessageBlock | undefined): boolean {
  if (before?.kind !== 'heading' || !REASON_HEADING.test(before.text) || block.kind !== 'paragraph') return false
  return splitSentences(block.text).some((sentence) => !WITHOUT_STATEMENT.has(sentenceRole(sentence)))
}

/** The footer of a conventional commit that says what callers must change. */
const BREAKING_CHANGE = /^BREAKING[- ]CHANGE: /

function isBreakingChange({ kind, text }: MessageBlock): boolean {
  return kind === 'paragraph' && BREAKING_CHANGE.test(text)
}

const WITHOUT_STATEMENT: ReadonlySet<SentenceRole> = new Set(['noise', 'reference'])
