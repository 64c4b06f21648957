/**
 * Rank of each wanted item in a list, from 1; `undefined` where it is not in it. `matches` says whether an item of the
 * list is the one wanted.
 */
export function ranksOf<Item, Wanted>(
  list: readonly Item[],
  wanted: readonly Wanted[],
  matches: (item: Item, wanted: Wanted) => boolean,
): readonly (number | undefined)[] {
  return wanted.map((one) => {
    const index = list.findIndex((item) => matches(item, one))
    return index === -1 ? undefined : index + 1
  })
}

/**
 * Measures a list of `length` items by the ranks of what is wanted, which must not be empty. The names of the measures
 * begin with `what`; every one is in [0, 1].
 */
export function measureRanks(
  what: string,
  ranks: readonly (number | undefined)[],
  length: number,
  cutoffs: readonly number[],
): Readonly<Record<string, number>> {
  const found = ranks.filter((rank) => rank !== undefined)
  const within = (k: number): number => found.filter((rank) => rank <= k).length
  return {
    // 1 if everything wanted is among the first k, else 0.
    ...Object.fromEntries(cutoffs.map((k) => [`${what}-acc@${k}`, within(k) === ranks.length ? 1 : 0])),
    // Share of what is wanted that is among the first k.
    ...Object.fromEntries(cutoffs.map((k) => [`${what}-recall@${k}`, within(k) / ranks.length])),
    // One by the rank of the first that is wanted; 0 if none is there.
    [`${what}-mrr`]: found.length === 0 ? 0 : 1 / Math.min(...found),
    // Share of what is wanted that is in the list.
    [`${what}-recall`]: found.length / ranks.length,
    // Share of the list that is wanted.
    [`${what}-precision`]: length === 0 ? 0 : new Set(found).size / length,
  }
}
