/** Numbers of cases on which exactly one of two systems succeeded. */
export interface DiscordantPairs {
  readonly onlyFirst: number
  readonly onlySecond: number
}

/**
 * Returns the two-sided p-value of McNemar's exact test: the probability of a split of the discordant pairs at least as
 * uneven if each fell to either side by a fair coin. Returns 1 if there are none.
 */
export function exactMcNemar({ onlyFirst, onlySecond }: DiscordantPairs): number {
  const n = onlyFirst + onlySecond
  const fewer = Math.min(onlyFirst, onlySecond)
  // Logarithms are used because the coefficients exceed the range of doubles at n > 1,029.
  let logTerm = -n * Math.LN2
  let tail = Math.exp(logTerm)
  for (let k = 1; k <= fewer; k++) {
    logTerm += Math.log(n - k + 1) - Math.log(k)
    tail += Math.exp(logTerm)
  }
  return Math.min(1, 2 * tail)
}
