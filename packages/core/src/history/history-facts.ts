import type { HistoryEntry } from '../contracts/git-backend.ts'

/*
 * Two facts about a history that make a bounded blame exact, kept as supersets so that they only ever grow:
 *
 * - which paths a file may have had (`renames`), so that annotations under an older name count;
 * - where commits are older than their own ancestors (`inversions`), because blame stops at the first commit older
 *   than its bound and would never reach a younger ancestor behind it.
 */

/** What is remembered about all commits seen so far. */
export interface HistoryFacts {
  /** Distinct renames, in the order first seen. */
  readonly renames: readonly (readonly [from: string, to: string])[]
  /**
   * Commits dated before one of their ancestors: their own time and the latest ancestor's, in seconds. Only those
   * that matter are kept, by rising time and rising ancestor time.
   */
  readonly inversions: readonly (readonly [time: number, latestAncestor: number])[]
  /** Latest committer time seen. */
  readonly latest: number
}

export const NO_HISTORY: HistoryFacts = { renames: [], inversions: [], latest: 0 }

/**
 * Adds commits, parents before children. A parent that is not among the entries was seen before; how late its
 * ancestors were is not remembered, so the latest time of all is assumed, which only widens the bound.
 */
export function extendHistoryFacts(facts: HistoryFacts, entries: readonly HistoryEntry[]): HistoryFacts {
  const latestAncestor = new Map<string, number>()
  const inversions: (readonly [number, number])[] = [...facts.inversions]
  let latest = facts.latest
  for (const entry of entries) {
    let before = 0
    for (const parent of entry.parents) before = Math.max(before, latestAncestor.get(parent) ?? facts.latest)
    if (entry.committedAt < before) inversions.push([entry.committedAt, before])
    latestAncestor.set(entry.id, Math.max(before, entry.committedAt))
    latest = Math.max(latest, entry.committedAt)
  }
  return { renames: facts.renames, inversions: significant(inversions), latest }
}

/** Keeps the inversions that no other one makes redundant: earlier in time and with an ancestor at least as late. */
function significant(inversions: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const byTime = [...inversions].sort((a, b) => a[0] - b[0] || b[1] - a[1])
  const kept: (readonly [number, number])[] = []
  for (const inversion of byTime) {
    const last = kept.at(-1)
    if (last === undefined || inversion[1] > last[1]) kept.push(inversion)
  }
  return kept
}

/**
 * How far back blame must look so that no commit dated `time` or later is cut off: `time` itself, or the date of the
 * earliest commit that stands in front of such a commit with an older date.
 */
export function blameHorizon(facts: HistoryFacts, time: number): number {
  const first = facts.inversions.find(([, latestAncestor]) => latestAncestor >= time)
  return first === undefined ? time : Math.min(time, first[0])
}

/** Every path that may have become one of these by renames, the paths themselves first. */
export function formerPaths(facts: HistoryFacts, path: string): readonly string[] {
  const sources = new Map<string, string[]>()
  for (const [from, to] of facts.renames) {
    const known = sources.get(to)
    if (known === undefined) sources.set(to, [from])
    else known.push(from)
  }
  const paths = new Set([path])
  for (const known of paths) for (const from of sources.get(known) ?? []) paths.add(from)
  return [...paths]
}
