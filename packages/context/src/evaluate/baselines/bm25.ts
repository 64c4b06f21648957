import { IdentifierTerms } from './identifier-terms.ts'

/** Saturation of term frequency and normalisation of length, with the defaults of Lucene. */
const K1 = 1.2
const B = 0.75

/** The term counts of a text. Made by a `Bm25` and valid only for it. */
export interface Bm25Document {
  /** Number of terms. */
  readonly length: number
  /** Numbers of its distinct terms, ascending. */
  readonly terms: Uint32Array
  /** Count of the term at the same index. */
  readonly counts: Uint32Array
}

/** Ranks documents by Okapi BM25. Documents are prepared once and can be ranked within any collection. */
export class Bm25 {
  readonly #identifiers = new IdentifierTerms()
  readonly #numbers = new Map<string, number>()

  prepare(text: string): Bm25Document {
    const counts = new Map<number, number>()
    let length = 0
    for (const term of this.#identifiers.termsOf(text)) {
      const number = this.#number(term)
      counts.set(number, (counts.get(number) ?? 0) + 1)
      length++
    }
    const terms = new Uint32Array(counts.keys()).sort()
    return { length, terms, counts: terms.map((term) => counts.get(term) ?? 0) }
  }

  /**
   * Returns the score of each document for a query, in document order. A term counts as often as it occurs in the
   * query.
   */
  scores(query: string, documents: readonly Bm25Document[]): readonly number[] {
    const wanted = this.prepare(query)
    const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length) || 1
    const scores = new Array<number>(documents.length).fill(0)
    for (const [index, term] of wanted.terms.entries()) {
      const frequencies = documents.map((document) => frequency(document, term))
      const having = frequencies.filter((count) => count > 0).length
      if (having === 0) continue
      const idf = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
      const weight = idf * (wanted.counts[index] ?? 0)
      for (const [at, count] of frequencies.entries()) {
        if (count === 0) continue
        const norm = K1 * (1 - B + (B * (documents[at]?.length ?? 0)) / average)
        scores[at] = (scores[at] ?? 0) + (weight * count * (K1 + 1)) / (count + norm)
      }
    }
    return scores
  }

  #number(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    this.#numbers.set(term, this.#numbers.size)
    return this.#numbers.size - 1
  }
}

function frequency({ terms, counts }: Bm25Document, term: number): number {
  let [low, high] = [0, terms.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((terms[middle] ?? 0) < term) low = middle + 1
    else high = middle
  }
  return terms[low] === term ? (counts[low] ?? 0) : 0
}
