/**
 * Parameters for saturation and length normalisation: Robertson & Zaragoza, "The Probabilistic Relevance Framework",
 * 2009.
 */
export const K1 = 1.2
export const B = 0.75

/** Returns the inverse document frequency of a term that `holding` of all documents contain. Never negative. */
export function inverseFrequency(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))
}

/**
 * Returns the BM25 score of a document for one term. `weight`: the term's weight in the query, multiplied by its
 * inverse document frequency.
 */
export function termScore(weight: number, frequency: number, length: number, averageLength: number): number {
  const norm = K1 * (1 - B + (B * length) / averageLength)
  return (weight * frequency * (K1 + 1)) / (norm + frequency)
}
