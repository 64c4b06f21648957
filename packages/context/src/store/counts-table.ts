/** Distinct lists of counts, numbered from 0 in the order of insertion. Most postings share a few hundred lists. */
export interface CountsTable {
  readonly rows: readonly (readonly number[])[]
  /** Returns the number of a list, and adds the list if it is new. */
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

/**
 * Returns a map key for a list of counts: a packed number for most lists, which are short and small, and a text for the
 * others.
 */
function nameOf(counts: readonly number[]): number | string {
  if (counts.length > 5) return counts.join()
  let name = counts.length
  for (const count of counts) {
    if (count > 511) return counts.join()
    name = name * 512 + count
  }
  return name
}
