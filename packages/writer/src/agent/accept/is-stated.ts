import type { AuthorContext } from '../../author-context/author-context.ts'
import { contentWords } from '../../quality/content-words.ts'

/** Minimum share of a statement's words that its source text must contain. */
const SHARED_WORDS = 0.5

/** Whether one of the texts contains enough of a statement's words to have said it. */
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

/** Returns the texts that the author gave besides the commit message. */
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
