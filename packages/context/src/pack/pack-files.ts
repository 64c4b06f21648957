import type { AstUnitType, TokenCounter } from '@chronicle/core/contracts'
import { hasWords } from '@chronicle/core/text'
import { omitUndefined, type LineRange, type RepoPath, type Tier } from '@chronicle/schema'
import type { FileFacts, SymbolFacts } from '../facts/file-facts.ts'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import { ownName } from '../words/own-name.ts'
import type { SupportingSymbol } from '../precision/supporting-symbols.ts'
import { chooseParts, type PackingCandidate } from './choose-parts.ts'
import { NAMED, type DraftFile, type DraftPart } from './draft.ts'
import { fileParts, FUNCTIONS, PART_OVERHEAD, type FilePart } from './file-parts.ts'

/** A file that may be included in the package, with its rank and text. */
export interface PackableFile {
  readonly path: RepoPath
  /** Rank in the scope, from 1. */
  readonly rank: number
  readonly facts: FileFacts
  readonly text: string
}

/** A file divided into parts, where the likeliest part has rank 1. */
export interface DividedFile extends PackableFile {
  readonly lines: readonly string[]
  readonly candidate: PackingCandidate
}

const LINES: ReadonlySet<AstUnitType> = new Set(['constant', 'variable', 'field', 'property', 'type'])
/** Components of a unit's score that come from the task or the history. */
const CLUES = ['text', 'name', 'frame', 'history', 'recorded', 'strings']
/** Minimum number of files to divide. Later files are divided until the text exceeds the budget by this factor. */
const MIN_FILES = 8
const DIVIDED_SHARE = 6

/**
 * Divides files into parts. Omits files that the budget cannot reach, unless they have a unit of `named`, the units that
 * the task names.
 */
export function divideFiles(
  files: readonly PackableFile[],
  ranked: readonly RankedSymbol[],
  named: readonly RankedSymbol[],
  budget: number,
  tokens: TokenCounter,
): readonly DividedFile[] {
  const rankings = new Map(ranked.map((each) => [`${each.path}\0${each.index}`, each]))
  const divided: DividedFile[] = []
  let reached = 0
  for (const file of files) {
    const namedHere = named.filter(({ path }) => path === file.path)
    if (divided.length >= MIN_FILES && reached > DIVIDED_SHARE * budget && namedHere.length === 0) continue
    const lines = file.text.replace(/\n$/, '').split('\n')
    const parts = fileParts(file.facts, lines, tokens)
    const overhead = tokens.count(`### ${file.path}\n\`\`\`${file.facts.language ?? ''}\n\`\`\`\n`)
    const own = parts.map(({ symbol }) => (symbol === undefined ? undefined : rankings.get(`${file.path}\0${symbol}`)))
    const scores = own.map((each) => (each === undefined ? undefined : withoutSize(each)))
    const isNamed = ({ symbol, lines: { start, end } }: FilePart): boolean =>
      namedHere.some(
        ({ index, symbol: { lines: unit } }) => index === symbol || (start <= unit.start && unit.start <= end),
      )
    const wholeTokens = parts.reduce((sum, part) => sum + part.tokens - PART_OVERHEAD + 1, 0)
    reached += wholeTokens
    divided.push({
      ...file,
      lines,
      candidate: {
        ...{ rank: file.rank, parts, partRanks: ranksOf(parts, scores), scores, overhead, wholeTokens },
        named: new Set(parts.flatMap((part, index) => (isNamed(part) ? [index] : []))),
        scraps: new Map(
          own.flatMap((each, index) =>
            each !== undefined && isScrap(each) ? [[index, ownName(each.symbol.name)]] : [],
          ),
        ),
        textOf: ({ lines: { start, end } }) => lines.slice(start - 1, end).join('\n'),
      },
    })
  }
  return divided
}

/** Chooses the file parts whose source is included. */
export function packBodies(divided: readonly DividedFile[], budget: number): readonly DraftFile[] {
  const chosen = chooseParts(
    divided.map(({ candidate }) => candidate),
    budget,
  )
  return divided.map(({ path, rank, facts, lines, candidate }, index): DraftFile => {
    const { parts: picked = new Set<number>(), whole = false } = chosen[index] ?? {}
    const order = (part: number): number =>
      candidate.named.has(part) ? NAMED : rank * 1_000 + (candidate.partRanks[part] ?? 0)
    const parts: readonly DraftPart[] = whole
      ? [wholePart(lines, candidate.named.size > 0 ? NAMED : rank * 1_000)]
      : mergeTouching(
          joinedRanges(candidate.parts, picked, lines).map(([part, range]) =>
            bodyPart(candidate.parts[part]?.symbol, range, facts, lines, order(part)),
          ),
        )
    return { path, rank, ...omitUndefined({ language: facts.language }), parts }
  })
}

/** Returns the ranks of parts by score, from 1, those without a score last. Parts of one unit share a rank. */
function ranksOf(parts: readonly FilePart[], scores: readonly (number | undefined)[]): readonly number[] {
  const ordered = [...scores.keys()].sort((a, b) => (scores[b] ?? -Infinity) - (scores[a] ?? -Infinity) || a - b)
  const ranks = new Map<string, number>()
  const keyOf = (index: number): string => `${parts[index]?.symbol ?? `lines of ${index}`}`
  for (const index of ordered) if (!ranks.has(keyOf(index))) ranks.set(keyOf(index), ranks.size + 1)
  return parts.map((_, index) => ranks.get(keyOf(index)) ?? parts.length)
}

/** Whether a unit is a one-line declaration that neither the task nor the history points to. */
function isScrap({ symbol: { kind, lines }, breakdown }: RankedSymbol): boolean {
  return lines.start === lines.end && LINES.has(kind) && !CLUES.some((clue) => clue in breakdown)
}

/** Returns a unit's score without its size component: a long unit is more likely to change, but also costs more. */
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

/**
 * Returns the chosen parts with their lines, in line order. Lines without words before the next chosen part belong
 * to the part above them: they cost less than another heading.
 */
function joinedRanges(
  parts: readonly FilePart[],
  picked: ReadonlySet<number>,
  lines: readonly string[],
): readonly (readonly [part: number, range: LineRange])[] {
  return [...parts.entries()].flatMap(([index, { lines: range }]) => {
    if (!picked.has(index)) return []
    const next = picked.has(index + 1) ? parts[index + 1]?.lines.start : undefined
    const isBlank = next !== undefined && !lines.slice(range.end, next - 1).some(hasWords)
    return [[index, isBlank ? { start: range.start, end: next - 1 } : range] as const]
  })
}

function bodyPart(
  index: number | undefined,
  range: LineRange,
  facts: FileFacts,
  lines: readonly string[],
  order: number,
): DraftPart {
  const symbol = index === undefined ? undefined : facts.symbols[index]
  return {
    ...omitUndefined({ name: symbol?.name, kind: symbol?.kind }),
    lines: range,
    tier: 'primary',
    detail: 'body',
    text: lines.slice(range.start - 1, range.end).join('\n'),
    order,
  }
}

/** Merges adjacent parts: runs of lines outside of units, and a function with its inner functions. */
function mergeTouching(parts: readonly DraftPart[]): readonly DraftPart[] {
  const merged: DraftPart[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (last !== undefined && last.lines.end + 1 >= part.lines.start && isOfOneUnit(last, part))
      merged[merged.length - 1] = {
        ...last,
        lines: { start: last.lines.start, end: part.lines.end },
        text: `${last.text}\n${part.text}`,
        order: [last.order, part.order].includes(NAMED) ? NAMED : Math.max(last.order, part.order),
      }
    else merged.push(part)
  }
  return merged
}

function isOfOneUnit(first: DraftPart, next: DraftPart): boolean {
  if (first.name === undefined || first.kind === undefined) return next.name === undefined
  return FUNCTIONS.has(first.kind) && (next.name === first.name || next.name?.startsWith(`${first.name}::`) === true)
}

/** Adds the signatures of units that the task names and whose bodies are not included. */
export function addNamedSignatures(
  files: readonly DraftFile[],
  named: readonly RankedSymbol[],
  facts: ReadonlyMap<RepoPath, FileFacts>,
  rankOf: (path: RepoPath) => number,
): readonly DraftFile[] {
  return named.reduce((before, { path, symbol }) => {
    const { signature } = symbol
    const file = before.find((each) => each.path === path) ?? emptyFile(path, facts, rankOf)
    if (signature === undefined || isCovered(file, symbol)) return before
    const part = signaturePart(symbol, signature, 'primary', NAMED)
    return [...before.filter((each) => each !== file), { ...file, parts: [...file.parts, part] }]
  }, files)
}

/**
 * Adds signatures to files until the budget for them is used: those of the likeliest units without a body, then of the
 * code that primary parts use, then of the remaining units of the included files.
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
    const file = byPath.get(path) ?? emptyFile(path, facts, rankOf)
    if (symbol?.signature === undefined || isCovered(file, symbol)) return
    const part = signaturePart(symbol, symbol.signature, tier, order++)
    const opening = file.parts.length === 0 ? tokens.count(`### ${path}\n\`\`\`\n\`\`\`\n`) : 0
    const cost = tokens.count(`${part.lines.start}: ${part.text}  // ${part.doc ?? ''}\n`) + 1 + opening
    if (used + cost > budget) return
    used += cost
    byPath.set(path, { ...file, parts: [...file.parts, part] })
  }
  const candidatesForSignature = ranked.filter((each) => !isScrap(each))
  for (const { path, index } of candidatesForSignature.slice(0, FIRST_SIGNED)) add(path, index, 'primary')
  for (const { path, index, tier } of supporting) add(path, index, tier)
  for (const { path, index } of candidatesForSignature.filter(
    ({ path: of }) => (byPath.get(of)?.parts.length ?? 0) > 0,
  ))
    add(path, index, 'supporting')
  return [...byPath.values()].sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
}

function emptyFile(
  path: RepoPath,
  facts: ReadonlyMap<RepoPath, FileFacts>,
  rankOf: (path: RepoPath) => number,
): DraftFile {
  return { path, rank: rankOf(path), ...omitUndefined({ language: facts.get(path)?.language }), parts: [] }
}

function signaturePart(
  { name, kind, lines: { start, end }, declaredAt = start, doc }: SymbolFacts,
  signature: string,
  tier: Tier,
  order: number,
): DraftPart {
  const text = signature.length > MAX_SIGNATURE ? `${signature.slice(0, MAX_SIGNATURE - 1)}…` : signature
  return {
    ...{ name, kind, lines: { start: declaredAt, end }, tier, detail: 'signature', text, order },
    // A declaration of one line may show its comment itself.
    ...(doc !== undefined && tier === 'supporting' && !text.includes(doc) && { doc }),
  }
}

const MAX_SIGNATURE = 300
/** Number of likeliest units to include at least as signatures. */
const FIRST_SIGNED = 20

function isCovered({ parts }: DraftFile, { declaredAt, lines: { start, end } }: SymbolFacts): boolean {
  return parts.some(({ lines, detail, name }) =>
    detail === 'whole' || detail === 'body'
      ? lines.start <= start && (end <= lines.end || start <= lines.end)
      : lines.start === (declaredAt ?? start) && name !== undefined,
  )
}
