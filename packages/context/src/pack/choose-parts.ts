import type { FilePart } from './file-parts.ts'
import { partValue } from './part-value.ts'

/** A file that may be packed. */
export interface PackingCandidate {
  /** From 1. */
  readonly rank: number
  readonly parts: readonly FilePart[]
  /** Tokens of its heading. */
  readonly overhead: number
  /** Tokens of the whole file without headings of parts. */
  readonly wholeTokens: number
  /** Ranks of its parts within the file, from 1, by their position in `parts`. */
  readonly partRanks: readonly number[]
  /** Scores of the units that its parts are, by their position in `parts`; none for other parts. */
  readonly scores: readonly (number | undefined)[]
}

/** What was chosen of a file: positions of its parts, or all of it. */
export interface Chosen {
  readonly parts: ReadonlySet<number>
  readonly whole: boolean
}

/** A file of which this share is chosen is given whole: what is left of it is worth more than parts of later files. */
const WHOLE_SHARE = 0.3
/** Files up to this many tokens are given whole, from the first part on. */
const SMALL_FILE = 350

/**
 * Chooses parts of files, the likeliest first, until the budget is used; what does not fit is skipped. Value per token
 * was tried and is worse: it fills the budget with short parts of unlikely files.
 */
export function chooseParts(candidates: readonly PackingCandidate[], budget: number): readonly Chosen[] {
  const queue = candidates.flatMap((candidate, file) =>
    candidate.parts.map((_, index) => ({
      file,
      index,
      value: partValue(candidate.rank, candidate.partRanks[index] ?? candidate.parts.length, candidate.scores[index]),
    })),
  )
  queue.sort((a, b) => b.value - a.value || a.file - b.file || a.index - b.index)
  const chosen = candidates.map(() => ({ parts: new Set<number>(), whole: false, tokens: 0 }))
  let used = 0
  for (const { file, index } of queue) {
    const candidate = candidates[file]
    const entry = chosen[file]
    const part = candidate?.parts[index]
    if (candidate === undefined || entry === undefined || part === undefined || entry.whole) continue
    const before = entry.tokens
    const opening = entry.parts.size === 0 ? candidate.overhead : 0
    const whole = candidate.overhead + candidate.wholeTokens
    const grown = before + opening + part.tokens
    const wantsWhole = whole <= SMALL_FILE || grown >= WHOLE_SHARE * whole
    if (wantsWhole && used - before + whole <= budget) {
      entry.whole = true
      entry.tokens = whole
      used += whole - before
      continue
    }
    if (used - before + grown > budget) continue
    entry.parts.add(index)
    entry.tokens = grown
    used += grown - before
  }
  return chosen
}
