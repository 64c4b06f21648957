/**
 * Returns the rank of each wanted item in a list, from 1; `undefined` if it is not in the list. `matches` says whether
 * an item of the list is the wanted one.
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
 * Measures a list of `length` items by the ranks of the wanted items; `ranks` must not be empty. The names of the
 * measures start with `what`; each value is in [0, 1].
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
    // 1 if all wanted items are among the first k, otherwise 0.
    ...Object.fromEntries(cutoffs.map((k) => [`${what}-acc@${k}`, within(k) === ranks.length ? 1 : 0])),
    // Share of the wanted items that are among the first k.
    ...Object.fromEntries(cutoffs.map((k) => [`${what}-recall@${k}`, within(k) / ranks.length])),
    // Reciprocal rank of the first wanted item; 0 if there is none.
    [`${what}-mrr`]: found.length === 0 ? 0 : 1 / Math.min(...found),
    // Share of the wanted items that are in the list.
    [`${what}-recall`]: found.length / ranks.length,
    // Share of the list's items that are wanted.
    [`${what}-precision`]: length === 0 ? 0 : new Set(found).size / length,
  }
}
