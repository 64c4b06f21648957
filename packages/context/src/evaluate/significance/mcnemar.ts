/** Cases on which one of two configurations succeeded and the other one did not. */
export interface DiscordantPairs {
  readonly onlyFirst: number
  readonly onlySecond: number
}

/**
 * The two-sided p-value of McNemar's exact test: how likely a split of the discordant pairs at least as uneven is if
 * each fell to either side by a fair coin. 1 where there are none.
 */
export function exactMcNemar({ onlyFirst, onlySecond }: DiscordantPairs): number {
  const n = onlyFirst + onlySecond
  const fewer = Math.min(onlyFirst, onlySecond)
  // Logarithms, because the coefficients pass the range of doubles at n > 1,029.
  let logTerm = -n * Math.LN2
  let tail = Math.exp(logTerm)
  for (let k = 1; k <= fewer; k++) {
    logTerm += Math.log(n - k + 1) - Math.log(k)
    tail += Math.exp(logTerm)
  }
  return Math.min(1, 2 * tail)
}
