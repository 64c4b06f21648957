/** Distinct lists of counts, numbered from 0 in the order in which they came. Most postings share a few hundred lists. */
export interface CountsTable {
  readonly rows: readonly (readonly number[])[]
  /** The number of a list, which is added if it is new. */
  idOf(counts: readonly number[]): number
}

export function createCountsTable(): CountsTable {
  const ids = new Map<number | string, number>()
  const rows: (readonly number[])[] = []
  return {
    rows,
    idOf(counts) {
      const name = nameOf(counts)
      let id = ids.get(name)
      if (id === undefined) {
        id = rows.length
        ids.set(name, id)
        rows.push([...counts])
      }
      return id
    },
  }
}

/** Counts packed into a number, as most lists are short and small; a text for the others. */
function nameOf(counts: readonly number[]): number | string {
  if (counts.length > 5) return counts.join()
  let name = counts.length
  for (const count of counts) {
    if (count > 511) return counts.join()
    name = name * 512 + count
  }
  return name
}
