import { groupBy, type CommitId } from '@chronicle/schema'

type Parents = ReadonlyMap<CommitId, { readonly parents: readonly CommitId[] }>

/** Whether one commit is an ancestor of another, on paths within the given commits. */
export function isAncestor(commits: Parents, ancestor: CommitId, of: CommitId): boolean {
  const seen = new Set<CommitId>()
  const waiting = [of]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const parent of commits.get(id)?.parents ?? []) {
      if (parent === ancestor) return true
      if (seen.has(parent) || !commits.has(parent)) continue
      seen.add(parent)
      waiting.push(parent)
    }
  }
  return false
}

/** Whether any of the commits is an ancestor of another of them. */
export function areOnOneBranch(commits: Parents, ids: readonly CommitId[]): boolean {
  return ids.some((id) => ids.some((other) => other !== id && isAncestor(commits, id, other)))
}

/** Returns runs of commits without merges, each the only child of the previous one, oldest first. */
export function linearRuns(commits: Parents): readonly (readonly CommitId[])[] {
  const links = [...commits].flatMap(([child, { parents }]) => parents.map((parent) => ({ child, parent, parents })))
  const byParent = groupBy(links, ({ parent }) => parent)
  const next = (id: CommitId): CommitId | undefined => {
    const [only, ...others] = byParent.get(id) ?? []
    return others.length === 0 && only?.parents.length === 1 ? only.child : undefined
  }
  const runs: CommitId[][] = []
  for (const [id, { parents }] of commits) {
    const [parent] = parents
    const continues = parents.length === 1 && parent !== undefined && commits.has(parent) && next(parent) === id
    if (continues) continue
    const run: CommitId[] = []
    for (let at: CommitId | undefined = id; at !== undefined; at = next(at)) run.push(at)
    runs.push(run)
  }
  return runs
}
