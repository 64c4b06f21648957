/** Counts the tokens of a text. Pure. Monotone enough that a longer text never counts as zero. */
export interface TokenCounter {
  readonly name: string
  count(text: string): number
}
