import type { AuthorContext } from '../../author-context/author-context.ts'
import { contentWords } from '../../quality/content-words.ts'

/** A statement shares at least this much of its words with the text that it is said to come from. */
const SHARED_WORDS = 0.5

/** Whether some texts say what a statement says, as far as words can tell. */
export function isStated(statement: string, texts: readonly string[]): boolean {
  const words = contentWords(statement)
  if (words.size === 0) return false
  return texts.some((text) => {
    const other = contentWords(text)
    let shared = 0
    for (const word of words) if (other.has(word)) shared++
    return shared / words.size >= SHARED_WORDS
  })
}

/** What the author said beside the message, in words of their own. */
export function authorTexts(author: AuthorContext | undefined): readonly string[] {
  if (author === undefined) return []
  const { task, reasoning, dependencies, rejected, notes } = author
  return [
    task ?? '',
    reasoning ?? '',
    dependencies ?? '',
    ...rejected.map(({ approach, reason }) => `${approach} ${reason}`),
    ...notes.map(({ text }) => text),
  ].filter((text) => text.trim() !== '')
}
