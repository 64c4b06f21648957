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

/** Measures of a ranked list. Every one is in [0, 1]. */
export interface RankMeasures {
  /** By k: 1 if everything wanted is among the first k, else 0. */
  readonly accuracy: ReadonlyMap<number, number>
  /** By k: share of what is wanted that is among the first k. */
  readonly recall: ReadonlyMap<number, number>
  /** One by the rank of the first that is wanted; 0 if none is there. */
  readonly reciprocalRank: number
  /** Share of what is wanted that is in the list. */
  readonly listRecall: number
  /** Share of the list that is wanted. */
  readonly listPrecision: number
}

/** Measures a list of `length` items by the ranks of what is wanted, which must not be empty. */
export function measureRanks(
  ranks: readonly (number | undefined)[],
  length: number,
  cutoffs: readonly number[],
): RankMeasures {
  const found = ranks.filter((rank) => rank !== undefined)
  const within = (k: number): number => found.filter((rank) => rank <= k).length
  return {
    accuracy: new Map(cutoffs.map((k) => [k, within(k) === ranks.length ? 1 : 0])),
    recall: new Map(cutoffs.map((k) => [k, within(k) / ranks.length])),
    reciprocalRank: found.length === 0 ? 0 : 1 / Math.min(...found),
    listRecall: found.length / ranks.length,
    listPrecision: length === 0 ? 0 : new Set(found).size / length,
  }
}
