import type { CommitId } from '@chronicle/schema'
import { countLines, countShared, joinLines, type ChangedLines } from './changed-lines.ts'
import type { CommitFacts } from './commit-facts.ts'
import type { Match } from './match.ts'

/** Minimum share of a part's lines that must be in the whole, and of the whole's lines in all parts. */
const MIN_SHARED = 0.9
const MIN_LINES = 2

/**
 * Finds the commits that one commit was split into: by the same author, each with few lines of its own, together with
 * nearly all lines of that commit and hardly any line twice. Empty when it was not split.
 */
export function findSplit(
  lost: CommitFacts,
  lines: ChangedLines,
  near: readonly CommitFacts[],
  known: ReadonlyMap<CommitId, ChangedLines>,
  claimed: readonly CommitId[],
): readonly Match[] {
  const whole = countLines(lines)
  if (whole < 2 * MIN_LINES) return []
  const parts = near.filter(({ id, author, committedAt }) => {
    const own = known.get(id)
    if (own === undefined || author !== lost.author || committedAt < lost.authoredAt - 600) return false
    const count = countLines(own)
    return count >= MIN_LINES && count < whole && countShared(own, lines) >= MIN_SHARED * count
  })
  if (parts.length < 2 || claimed.some((id) => parts.every((part) => part.id !== id))) return []
  const sum = joinLines(parts.flatMap(({ id }) => known.get(id) ?? []))
  if (countShared(lines, sum) < MIN_SHARED * whole || countLines(sum) * MIN_SHARED > whole) return []
  const why = [`same author`, `${parts.length} commits together change what ${lost.id.slice(0, 12)} changed`]
  return parts
    .toSorted((a, b) => a.committedAt - b.committedAt)
    .map(({ id }) => ({ from: [lost.id], to: id, operation: 'amend', rule: 'split', why }))
}
