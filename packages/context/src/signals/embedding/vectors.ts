/** Vectors in stored form: one byte per number, which rotates them by about half a degree. */
export interface QuantisedVectors {
  readonly dimensions: number
  /** The vectors one after the other. */
  readonly bytes: Int8Array
}

const LARGEST = 127
/** Number of bytes to convert at a time, because a call cannot have many more arguments. */
const CHUNK = 8_192

/** Quantises vectors to one byte per number. Only their directions are preserved. */
export function quantiseVectors(vectors: readonly Float32Array[]): QuantisedVectors {
  const dimensions = vectors[0]?.length ?? 0
  const bytes = new Int8Array(vectors.length * dimensions)
  for (const [index, vector] of vectors.entries()) {
    const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
    if (largest === 0) continue
    for (let at = 0; at < dimensions; at++)
      bytes[index * dimensions + at] = Math.round(((vector[at] ?? 0) / largest) * LARGEST)
  }
  return { dimensions, bytes }
}

/** Serialises vectors as JSON. */
export function serialiseVectors({ dimensions, bytes }: QuantisedVectors): string {
  let characters = ''
  const unsigned = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < unsigned.length; at += CHUNK)
    characters += String.fromCharCode(...unsigned.subarray(at, at + CHUNK))
  return JSON.stringify({ dimensions, base64: btoa(characters) })
}

/** Parses the output of `serialiseVectors`. */
export function parseVectors(stored: string): QuantisedVectors {
  const { dimensions, base64 } = JSON.parse(stored) as { readonly dimensions: number; readonly base64: string }
  const characters = atob(base64)
  const bytes = new Int8Array(characters.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at)
  return { dimensions, bytes }
}

/** Returns the largest cosine of a vector with any of the others, or 0 if there are none or their length differs. */
export function largestCosine(vector: QuantisedVectors, others: QuantisedVectors): number {
  const { dimensions } = vector
  if (others.dimensions !== dimensions || dimensions === 0) return 0
  let ownSquares = 0
  for (const number of vector.bytes) ownSquares += number * number
  let largest = 0
  for (let from = 0; from < others.bytes.length; from += dimensions) {
    let product = 0
    let squares = 0
    for (let at = 0; at < dimensions; at++) {
      const number = others.bytes[from + at] ?? 0
      product += number * (vector.bytes[at] ?? 0)
      squares += number * number
    }
    if (squares > 0 && ownSquares > 0) largest = Math.max(largest, product / Math.sqrt(squares * ownSquares))
  }
  return largest
}
