import type { TokenCounter } from '@chronicle/core/contracts'
import { omitUndefined, type RepoPath, type Tier } from '@chronicle/schema'
import type { FileFacts } from '../facts/file-facts.ts'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import type { SupportingSymbol } from '../precision/supporting-symbols.ts'
import { chooseParts, type PackingCandidate } from './choose-parts.ts'
import type { DraftFile, DraftPart } from './draft.ts'
import { fileParts, FUNCTIONS, PART_OVERHEAD, type FilePart } from './file-parts.ts'

/** A file that may be packed: its place in the scope, and its lines. */
export interface PackableFile {
  readonly path: RepoPath
  /** From 1. */
  readonly rank: number
  readonly facts: FileFacts
  readonly text: string
}

/** A file with the parts that it is divided into, the likeliest part having rank 1. */
export interface DividedFile extends PackableFile {
  readonly lines: readonly string[]
  readonly candidate: PackingCandidate
}

/** Files that are divided at least; and of later ones, as many as have this many times the budget. */
const MIN_FILES = 8
const DIVIDED_SHARE = 6

/** Divides files into parts. Files that the budget cannot reach are left out. */
export function divideFiles(
  files: readonly PackableFile[],
  ranked: readonly RankedSymbol[],
  budget: number,
  tokens: TokenCounter,
): readonly DividedFile[] {
  const scores = new Map(ranked.map((each) => [`${each.path}\0${each.index}`, withoutSize(each)]))
  const divided: DividedFile[] = []
  let reached = 0
  for (const file of files) {
    if (divided.length >= MIN_FILES && reached > DIVIDED_SHARE * budget) break
    const lines = file.text.replace(/\n$/, '').split('\n')
    const parts = fileParts(file.facts, lines, tokens)
    const overhead = tokens.count(`### ${file.path}\n\`\`\`${file.facts.language ?? ''}\n\`\`\`\n`)
    const scoreOf = ({ symbol }: FilePart): number | undefined =>
      symbol === undefined ? undefined : scores.get(`${file.path}\0${symbol}`)
    const own = parts.map(scoreOf)
    const wholeTokens = parts.reduce((sum, part) => sum + part.tokens - PART_OVERHEAD + 1, 0)
    reached += wholeTokens
    divided.push({
      ...file,
      lines,
      candidate: { rank: file.rank, parts, partRanks: ranksOf(parts, own), scores: own, overhead, wholeTokens },
    })
  }
  return divided
}

/** Chooses the parts of files whose source is given. */
export function packBodies(divided: readonly DividedFile[], budget: number): readonly DraftFile[] {
  const chosen = chooseParts(
    divided.map(({ candidate }) => candidate),
    budget,
  )
  return divided.map(({ path, rank, facts, lines, candidate }, index): DraftFile => {
    const { parts: picked = new Set<number>(), whole = false } = chosen[index] ?? {}
    const order = (part: number): number => rank * 1_000 + (candidate.partRanks[part] ?? 0)
    const parts: readonly DraftPart[] = whole
      ? [wholePart(lines, rank * 1_000)]
      : mergeTouching(
          [...picked].sort((a, b) => a - b).map((part) => bodyPart(candidate.parts[part], facts, lines, order(part))),
        )
    return { path, rank, ...omitUndefined({ language: facts.language }), parts }
  })
}

/** The ranks of parts by their scores, from 1, those without a score last. Parts of one unit have one rank. */
function ranksOf(parts: readonly FilePart[], scores: readonly (number | undefined)[]): readonly number[] {
  const ordered = [...scores.keys()].sort((a, b) => (scores[b] ?? -Infinity) - (scores[a] ?? -Infinity) || a - b)
  const ranks = new Map<string, number>()
  const keyOf = (index: number): string => `${parts[index]?.symbol ?? `lines of ${index}`}`
  for (const index of ordered) if (!ranks.has(keyOf(index))) ranks.set(keyOf(index), ranks.size + 1)
  return parts.map((_, index) => ranks.get(keyOf(index)) ?? parts.length)
}

/** How much a unit is worth: a long one is likelier to change, and costs as much more. */
function withoutSize({ breakdown, score }: RankedSymbol): number {
  return score - (breakdown['size'] ?? 0)
}

function wholePart(lines: readonly string[], order: number): DraftPart {
  return {
    lines: { start: 1, end: Math.max(1, lines.length) },
    tier: 'primary',
    detail: 'whole',
    text: lines.join('\n'),
    order,
  }
}

function bodyPart(part: FilePart | undefined, facts: FileFacts, lines: readonly string[], order: number): DraftPart {
  const range = part?.lines ?? { start: 1, end: 1 }
  const symbol = part?.symbol === undefined ? undefined : facts.symbols[part.symbol]
  return {
    ...omitUndefined({ name: symbol?.name, kind: symbol?.kind }),
    lines: range,
    tier: 'primary',
    detail: 'body',
    text: lines.slice(range.start - 1, range.end).join('\n'),
    order,
  }
}

/** Parts that touch each other become one: runs of lines outside of units, and a function with those inside of it. */
function mergeTouching(parts: readonly DraftPart[]): readonly DraftPart[] {
  const merged: DraftPart[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (last !== undefined && last.lines.end + 1 >= part.lines.start && isOfOneUnit(last, part))
      merged[merged.length - 1] = {
        ...last,
        lines: { start: last.lines.start, end: part.lines.end },
        text: `${last.text}\n${part.text}`,
        order: Math.max(last.order, part.order),
      }
    else merged.push(part)
  }
  return merged
}

function isOfOneUnit(first: DraftPart, next: DraftPart): boolean {
  if (first.name === undefined || first.kind === undefined) return next.name === undefined
  return FUNCTIONS.has(first.kind) && (next.name === first.name || next.name?.startsWith(`${first.name}::`) === true)
}

/**
 * Adds signatures to files until the budget for them is used: of the likeliest units if they have no body, of what
 * primary parts use, and of the rest of the files.
 */
export function addSignatures(
  files: readonly DraftFile[],
  supporting: readonly SupportingSymbol[],
  ranked: readonly RankedSymbol[],
  facts: ReadonlyMap<RepoPath, FileFacts>,
  rankOf: (path: RepoPath) => number,
  budget: number,
  tokens: TokenCounter,
): readonly DraftFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  let used = 0
  let order = 1_000_000
  const add = (path: RepoPath, index: number, tier: Tier): void => {
    const symbol = facts.get(path)?.symbols[index]
    const file = byPath.get(path) ?? {
      path,
      rank: rankOf(path),
      ...omitUndefined({ language: facts.get(path)?.language }),
      parts: [],
    }
    if (symbol?.signature === undefined || isCovered(file, symbol.lines)) return
    const text =
      symbol.signature.length > MAX_SIGNATURE ? `${symbol.signature.slice(0, MAX_SIGNATURE - 1)}…` : symbol.signature
    const part: DraftPart = {
      ...{ name: symbol.name, kind: symbol.kind, lines: symbol.lines, tier, detail: 'signature', text, order: order++ },
      ...(symbol.doc === undefined || tier !== 'supporting' ? {} : { doc: symbol.doc }),
    }
    const opening = file.parts.length === 0 ? tokens.count(`### ${path}\n\`\`\`\n\`\`\`\n`) : 0
    const cost = tokens.count(`${symbol.lines.start}: ${text}  // ${part.doc ?? ''}\n`) + 1 + opening
    if (used + cost > budget) return
    used += cost
    byPath.set(path, { ...file, parts: [...file.parts, part] })
  }
  for (const { path, index } of ranked.slice(0, FIRST_SIGNED)) add(path, index, 'primary')
  for (const { path, index, tier } of supporting) add(path, index, tier)
  for (const { path, index } of ranked.filter(({ path: of }) => (byPath.get(of)?.parts.length ?? 0) > 0))
    add(path, index, 'supporting')
  return [...byPath.values()].sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
}

const MAX_SIGNATURE = 300
/** The likeliest units, which are told at least by their signatures. */
const FIRST_SIGNED = 20

function isCovered({ parts }: DraftFile, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return parts.some(({ lines, detail, name }) =>
    detail === 'whole' || detail === 'body'
      ? lines.start <= start && (end <= lines.end || start <= lines.end)
      : lines.start === start && name !== undefined,
  )
}
