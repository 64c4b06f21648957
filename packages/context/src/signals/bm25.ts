/** Saturation and length normalisation: Robertson & Zaragoza, "The Probabilistic Relevance Framework", 2009. */
export const K1 = 1.2
export const B = 0.75

/** Returns the inverse frequency of a term that some of all documents hold. Not negative. */
export function inverseFrequency(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))
}

/** Returns the BM25 of a document for one term. `weight`: of the term in the query, by its inverse frequency. */
export function termScore(weight: number, frequency: number, length: number, averageLength: number): number {
  const norm = K1 * (1 - B + (B * length) / averageLength)
  return (weight * frequency * (K1 + 1)) / (norm + frequency)
}
