import { hashText } from '@chronicle/core/text'
import type { AuthorNote } from './author-context.ts'

const DIGITS = 8

/** A short id of a note that is kept: equal notes have the same one. */
export function noteId({ text, place, kind, on }: AuthorNote): string {
  return hashText(JSON.stringify([text, place, kind, on])).slice(-DIGITS)
}
