import {
  isFolderPath,
  ok,
  safeTry,
  type Annotation,
  type CommitId,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Commit, FileChange } from '../contracts/git-backend.ts'
import type { ReadError } from '../read/read-error.ts'
import type { MovedFiles } from './moved-files.ts'
import type { OpenReAnchoring } from './re-anchor.ts'
import type { Rewrite } from './rewrite.ts'

/** The commits that one commit was split into, parents before children. Commits that were not split are missing. */
export type SplitCommits = ReadonlyMap<CommitId, readonly CommitId[]>

/** Finds the commits that several others replaced. A copy replaces nothing. */
export function findSplits(rewrites: readonly Rewrite[], commits: ReadonlyMap<CommitId, Commit>): SplitCommits {
  const parts = new Map<CommitId, Set<CommitId>>()
  for (const { from, to, operation } of rewrites) {
    if (operation === 'copy' || !commits.has(to)) continue
    for (const commit of from) if (commit !== to) parts.set(commit, (parts.get(commit) ?? new Set()).add(to))
  }
  return new Map(
    [...parts]
      .filter(([, targets]) => targets.size > 1)
      .map(([commit, targets]) => [commit, sortByHistory([...targets], commits)]),
  )
}

/** Sorts parents first, if the commits between are known; then by time, then in the given order. */
function sortByHistory(targets: readonly CommitId[], commits: ReadonlyMap<CommitId, Commit>): readonly CommitId[] {
  const wanted = new Set(targets)
  const below = (target: CommitId): number => {
    const seen = new Set<CommitId>()
    const open = [target]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      open.push(...(commits.get(id)?.parents ?? []))
    }
    return [...seen].filter((id) => wanted.has(id)).length
  }
  const depth = new Map(targets.map((target) => [target, below(target)]))
  const time = (id: CommitId): number => commits.get(id)?.committer.time ?? 0
  return targets.toSorted((a, b) => (depth.get(a) ?? 0) - (depth.get(b) ?? 0) || time(a) - time(b))
}

/** Dependencies of finding the part of a region. */
export interface SplitDependencies {
  readonly files: MovedFiles
  readonly openReAnchoring: OpenReAnchoring
  readonly call: CallOptions
}

/**
 * Assigns each region to a part of a split commit: the part that changed most of its lines, or the last of several with
 * equal numbers. A region that no part changed, or that is about no code, goes to the last part that has it.
 */
export function assignParts(
  { regions }: Annotation,
  source: CommitId,
  parts: readonly CommitId[],
  seams: SplitDependencies,
): ResultAsync<readonly CommitId[], ReadError> {
  return safeTry(async function* () {
    const assigned: CommitId[] = []
    for (const region of regions) {
      let best = { part: parts.at(-1) ?? source, changed: -1 }
      for (const part of parts) {
        const changed = yield* changedLines(region, source, part, seams)
        if (changed !== undefined && changed >= best.changed) best = { part, changed }
      }
      assigned.push(best.part)
    }
    return ok(assigned)
  })
}

/** Returns the number of lines of a region that a commit added or removed; `undefined` when its code is not there. */
export function changedLines(
  region: Region,
  source: CommitId,
  part: CommitId,
  { files, openReAnchoring, call }: SplitDependencies,
): ResultAsync<number | undefined, ReadError> {
  return safeTry(async function* () {
    if (region.file === undefined || isFolderPath(region.file)) return ok(0)
    const placed = yield* files.place(region, source, part, openReAnchoring(part, call), call)
    if (placed === undefined) return ok(undefined)
    const changes = yield* files.changesOf(part, call)
    const { file, lines } = placed
    const change = changes?.files.find(({ newPath }) => newPath === file)
    return ok(change === undefined ? 0 : linesWithin(change, lines))
  })
}

function linesWithin({ hunks }: FileChange, lines: Region['lines']): number {
  const { start, end } = lines ?? { start: 1, end: Number.MAX_SAFE_INTEGER }
  let count = 0
  for (const hunk of hunks) {
    const { start: first, count: added } = hunk.new
    if (added > 0) count += Math.max(0, Math.min(end, first + added - 1) - Math.max(start, first) + 1)
    else if (first >= start && first < end) count += hunk.old.count
  }
  return count
}
