/** Groups consecutive items whose total size is within a limit, unless a single item exceeds it. */
export function* groupBySize<Item>(
  items: readonly Item[],
  limit: number,
  sizeOf: (item: Item) => number,
): Generator<readonly Item[]> {
  let group: Item[] = []
  let size = 0
  for (const item of items) {
    if (group.length > 0 && size + sizeOf(item) > limit) {
      yield group
      group = []
      size = 0
    }
    group.push(item)
    size += sizeOf(item)
  }
  if (group.length > 0) yield group
}
