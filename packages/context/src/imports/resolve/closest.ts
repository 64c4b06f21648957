/** Returns the path that shares the most leading folders with `from`, or `undefined` if there is a tie. */
export function closest<T extends string>(paths: readonly T[], from: string): T | undefined {
  const ranked = paths.map((path) => [path, sharedFolders(path, from)] as const).sort((a, b) => b[1] - a[1])
  const [first, second] = ranked
  return first === undefined || first[1] === second?.[1] ? undefined : first[0]
}

function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  const differing = left.findIndex((segment, at) => segment !== right[at])
  return Math.min(differing === -1 ? left.length : differing, left.length - 1, right.length - 1)
}
