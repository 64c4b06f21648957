import type { KeptNote } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'

const DIGITS = 8

/** A short id of a note that is kept: equal notes have the same one. */
export function noteId({ text, place, kind, on }: Omit<KeptNote, 'id'>): string {
  return hashText(JSON.stringify([text, place, kind, on])).slice(-DIGITS)
}
