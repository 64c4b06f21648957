/** Counts the tokens a text costs. Pure; monotone enough that a longer text never counts as zero. */
export interface TokenCounter {
  readonly name: string
  count(text: string): number
}
