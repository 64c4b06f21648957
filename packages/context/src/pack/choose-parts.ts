import { PART_OVERHEAD, type FilePart } from './file-parts.ts'
import { partValue } from './part-value.ts'

/** A file that may be included in the package. */
export interface PackingCandidate {
  /** Rank of the file, from 1. */
  readonly rank: number
  readonly parts: readonly FilePart[]
  /** Tokens of the file's heading. */
  readonly overhead: number
  /** Tokens of the whole file without the headings of its parts. */
  readonly wholeTokens: number
  /** Ranks of the parts within the file, from 1, by their position in `parts`. */
  readonly partRanks: readonly number[]
  /** Scores of the units that the parts belong to, by their position in `parts`; `undefined` for other parts. */
  readonly scores: readonly (number | undefined)[]
  /** Positions of the parts that the task names. They are chosen before all others. */
  readonly named: ReadonlySet<number>
  /** Names of the parts, by their position in `parts`, that are included only if a chosen part uses them. */
  readonly scraps: ReadonlyMap<number, string>
  readonly textOf: (part: FilePart) => string
}

/** The chosen content of a file: positions of its parts, or the whole file. */
export interface FileSelection {
  readonly parts: ReadonlySet<number>
  readonly whole: boolean
}

/**
 * If this share of a file is chosen, the whole file is included: the rest of it is worth more than parts of later
 * files.
 */
const WHOLE_SHARE = 0.3
/** Files with up to this many tokens are included whole as soon as one part is chosen. */
const SMALL_FILE = 350

/**
 * Chooses parts of files until the budget is used, the likeliest first. Parts that do not fit are skipped. Ranking by
 * value per token was tried and is worse: it fills the budget with short parts of unlikely files.
 */
export function chooseParts(candidates: readonly PackingCandidate[], budget: number): readonly FileSelection[] {
  const queue = candidates.flatMap((candidate, file) =>
    candidate.parts.map((_, index) => ({
      file,
      index,
      isNamed: candidate.named.has(index),
      value: partValue(candidate.rank, candidate.partRanks[index] ?? candidate.parts.length, candidate.scores[index]),
    })),
  )
  queue.sort(
    (a, b) => Number(b.isNamed) - Number(a.isNamed) || b.value - a.value || a.file - b.file || a.index - b.index,
  )
  const chosen = candidates.map(() => ({ parts: new Set<number>(), whole: false, tokens: 0 }))
  const words = new Set<string>()
  let used = 0
  const choose = ({ file, index }: { readonly file: number; readonly index: number }): void => {
    const candidate = candidates[file]
    const entry = chosen[file]
    const part = candidate?.parts[index]
    if (candidate === undefined || entry === undefined || part === undefined || entry.whole) return
    const before = entry.tokens
    const opening = entry.parts.size === 0 ? candidate.overhead : 0
    const whole = candidate.overhead + candidate.wholeTokens
    // Adjacent parts share one heading.
    const joined = [index - 1, index + 1].filter((neighbour) => entry.parts.has(neighbour)).length
    const grown = before + opening + part.tokens - joined * (PART_OVERHEAD - 1)
    const wantsWhole = whole <= SMALL_FILE || grown >= WHOLE_SHARE * whole
    if (wantsWhole && used - before + whole <= budget) {
      entry.whole = true
      entry.tokens = whole
      used += whole - before
      for (const each of candidate.parts) addWords(candidate.textOf(each), words)
      return
    }
    if (used - before + grown > budget) return
    entry.parts.add(index)
    entry.tokens = grown
    used += grown - before
    addWords(candidate.textOf(part), words)
  }
  /** Scraps that no chosen part uses yet. */
  let waiting: readonly (typeof queue)[number][] = []
  for (const next of queue) {
    const isUsed = ({ file, index }: typeof next): boolean => {
      const scrap = candidates[file]?.scraps.get(index)
      return scrap === undefined || words.has(scrap)
    }
    if (isUsed(next)) choose(next)
    else waiting = [...waiting, next]
    const due = waiting.filter(isUsed)
    if (due.length > 0) waiting = waiting.filter((each) => !due.includes(each))
    for (const each of due) choose(each)
  }
  return chosen
}

function addWords(text: string, words: Set<string>): void {
  for (const [word] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) words.add(word)
}
