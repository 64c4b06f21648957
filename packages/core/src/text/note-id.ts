import type { KeptNote } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'

const DIGITS = 8

/** Returns a short id of a stored note: equal notes have equal ids. */
export function noteId({ text, place, kind, on }: Omit<KeptNote, 'id'>): string {
  return hashText(JSON.stringify([text, place, kind, on])).slice(-DIGITS)
}
