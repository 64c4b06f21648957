import { foldText } from '../answer/fold-text.ts'
import type { Passage } from '../prose/group-sentences.ts'
import { namesCode } from '../prose/names-code.ts'
import { isInformativeTitle, isSquashTitle } from '../prose/squash-titles.ts'
import type { QuotedMessage } from './quote-messages.ts'

/** Bullet of a squash title, with the type of a conventional commit. */
const TITLE_PREFIX = /^\* (?:\w+(?:\([^)]*\))?!?: )?/

/** Adds the titles of squashed commits that name the queried code, at their positions in the message. */
export function withSquashTitles(names: readonly string[], quoted: QuotedMessage): QuotedMessage {
  const { message, passages } = quoted
  const quotedTitles = new Set(passages.map(({ title }) => title))
  const subject = foldText(message.subject)
  const titles = message.blocks
    .filter((block) => isSquashTitle(block) && isInformativeTitle(block.text) && namesCode(block.text, names))
    .filter(({ text }) => !quotedTitles.has(text) && !subject.includes(foldText(text.replace(TITLE_PREFIX, ''))))
    .map(({ text }): Passage => ({ text, sentences: [text.slice(2)], index: -1, continues: false, bullet: true }))
  if (titles.length === 0) return quoted
  const positionOf = ({ sentences: [first = ''] }: Passage): number =>
    message.blocks.findIndex(({ text }) => text.includes(first))
  return { ...quoted, passages: [...titles, ...passages].sort((a, b) => positionOf(a) - positionOf(b)) }
}
