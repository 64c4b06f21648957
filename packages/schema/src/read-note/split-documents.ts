import { stringEnd } from './nesting.ts'

/** Maximum number of documents in a note. Merges do not create more. */
const MAX_DOCUMENTS = 1000

/**
 * Maximum number of searches for the next document after one without an end. Each search reads the rest of the text.
 */
const MAX_RECOVERIES = 16

/** The documents of a note, each the text of one JSON object. */
export interface SplitNote {
  readonly documents: readonly string[]
  /** Whether anything other than white space is between, before or after the documents. */
  readonly leftovers: boolean
}

/**
 * Splits a text into its top-level JSON objects, with anything or nothing between them. An object without an end is
 * skipped; the search continues at the next line that starts with `{`, which is how documents start in merged notes.
 */
export function splitDocuments(text: string): SplitNote {
  const documents: string[] = []
  let leftovers = false
  let recoveries = 0
  let position = 0
  while (documents.length < MAX_DOCUMENTS) {
    const start = text.indexOf('{', position)
    leftovers ||= !isBlank(text.slice(position, start === -1 ? undefined : start))
    if (start === -1) return { documents, leftovers }
    const end = objectEnd(text, start)
    if (end !== -1) {
      documents.push(text.slice(start, end))
      position = end
      continue
    }
    leftovers = true
    const next = text.indexOf('\n{', start)
    if (next === -1 || ++recoveries > MAX_RECOVERIES) return { documents, leftovers }
    position = next + 1
  }
  return { documents, leftovers: true }
}

/** Returns the index after the bracket that closes the one at `start`, or -1 if there is none. */
export function objectEnd(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        index = stringEnd(text, index)
        break
      case 0x5b: // [
      case 0x7b: // {
        depth++
        break
      case 0x5d: // ]
      case 0x7d: // }
        if (--depth === 0) return index + 1
        break
    }
  }
  return -1
}

function isBlank(text: string): boolean {
  return /^[\s\uFEFF\0]*$/.test(text)
}
