/** Removes entries with the same JSON as another entry. */
export function distinct<Entry>(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
}
