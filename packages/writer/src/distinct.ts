/** Entries without those that say the same as another one, as their JSON tells. */
export function distinct<Entry>(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
}
