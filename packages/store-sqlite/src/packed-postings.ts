import { DamagedIndexError } from './sqlite-failure.ts'

/** The id of a document and its counts. */
export type DocumentCounts = readonly [document: number, counts: readonly number[]]

/**
 * Encodes the postings of a term, ascending by document. Each has the difference from the previous id, the number of
 * counts, and the counts. Integers have seven bits per byte, lowest first.
 */
export function packPostings(postings: readonly DocumentCounts[]): Uint8Array {
  const bytes: number[] = []
  let last = 0
  for (const [document, counts] of postings) {
    pushInteger(bytes, document - last)
    pushInteger(bytes, counts.length)
    for (const count of counts) pushInteger(bytes, count)
    last = document
  }
  return Uint8Array.from(bytes)
}

export function unpackPostings(bytes: Uint8Array): readonly DocumentCounts[] {
  const postings: DocumentCounts[] = []
  let at = 0
  const next = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new DamagedIndexError('a list of postings is cut off')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  let document = 0
  while (at < bytes.length) {
    document += next()
    const counts: number[] = []
    for (let left = next(); left > 0; left--) counts.push(next())
    postings.push([document, counts])
  }
  return postings
}

function pushInteger(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}
