import type { AstUnitType } from '@chronicle/core/contracts'
import { ok, safeTry, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { SymbolFacts } from '../facts/file-facts.ts'
import { filesOfFrame } from '../signals/explicit-paths.ts'
import { recordedPlaces, type RecordedPlace } from '../signals/annotations.ts'
import { similarCommits } from '../signals/past-commits.ts'
import type { SignalContext } from '../signals/signal.ts'
import { symbolScores } from '../signals/symbol-scores.ts'
import { wholeName } from '../words/terms.ts'
import { symbolsChangedBySimilarCommits } from './symbols-changed-by-similar-commits.ts'
import type { SymbolSource } from './symbol-source.ts'
import { ownName } from '../words/own-name.ts'

/** A symbol with its relevance. */
export interface RankedSymbol {
  readonly path: RepoPath
  /** Position in `FileFacts.symbols`. */
  readonly index: number
  readonly symbol: SymbolFacts
  readonly score: number
  /** Components of the score, by name. */
  readonly breakdown: Readonly<Record<string, number>>
}

/**
 * Weights of the score's components. Fitted to the units that 415 tasks of seven repositories change (the likelihood of
 * the changed units among all of the best 30 files, a softmax). `packages/workspace/bench/symbol-weights.ts` repeats
 * the fit, and shows that weights fitted to the other repositories do about as well on each.
 */
const WEIGHTS = {
  /** By the file's rank: 10/11 of it for the first file, less for later ones. */
  file: 3.5,
  best_file: 1.6,
  /** By the unit's BM25 score on a logarithmic scale: all of it for the best unit. */
  text: 3.7,
  /** By the unit's rank in its file according to that score: a third of it for the first unit. */
  in_file: 5,
  name: 1.5,
  frame: 2.4,
  history: 1.4,
  recorded: 1.5,
  calls: 0.8,
  strings: 0.2,
  /** Per factor of e in the number of lines: long units change more often. */
  size: 0.6,
} as const
/** Score for how often units of a kind change, compared to functions. */
const KINDS: ReadonlyMap<AstUnitType, number> = new Map<AstUnitType, number>([
  ...(['field', 'variable', 'constant'] as const).map((kind) => [kind, 1.2] as const),
  // A change of a method does not count as a change of its class.
  ...(['class', 'struct', 'interface', 'trait', 'enum', 'type', 'impl', 'module', 'namespace'] as const).map(
    (kind) => [kind, -1.5] as const,
  ),
  ...(['test', 'config'] as const).map((kind) => [kind, -2.2] as const),
])
/** How slowly the weight falls with the rank. */
const FILE_K = 10
const IN_FILE_K = 3
/** Maximum number of units of one name that are counted. */
const MAX_DEFINERS = 10
/** Number of top symbols whose callees get a higher score. */
const CALL_SEEDS = 10

/** Ranks the symbols of the given files, most relevant first. */
export function rankSymbols(
  context: SignalContext,
  files: readonly SymbolSource[],
): ResultAsync<readonly RankedSymbol[], ContextError> {
  return safeTry(async function* () {
    const touched = yield* symbolsChangedBySimilarCommits(context, yield* similarCommits(context), files)
    return ok(rank(context, files, touched, yield* recordedPlaces(context)))
  })
}

function rank(
  context: SignalContext,
  files: readonly SymbolSource[],
  touched: ReadonlyMap<string, number>,
  recorded: readonly RecordedPlace[],
): readonly RankedSymbol[] {
  const scores = symbolScores(context.matches)
  const candidates = files.flatMap(({ path, rank, facts }) =>
    facts.symbols.map((symbol, index) => ({ path, rank, index, symbol, text: scores.get(path)?.get(index) ?? 0 })),
  )
  const best = Math.log1p(candidates.reduce((most, { text }) => Math.max(most, text), 0))
  const placesInFile = placesByText(candidates)
  const named = new Set(context.query.symbol_hints.map(wholeName))
  const lines = namedLines(context, files)
  const phrases = context.query.phrases.map(normalise).filter((phrase) => phrase.length >= 8)
  const mostRecorded = recorded[0]?.score ?? 1
  const anchored = new Map(
    recorded
      .flatMap(({ path, anchor, score }) =>
        anchor === undefined ? [] : [[`${path}\0${anchor}`, score / mostRecorded]],
      )
      .reverse() as [string, number][],
  )
  const definers = new Map<string, number>()
  for (const { symbol } of candidates) {
    const name = wholeName(ownName(symbol.name))
    definers.set(name, (definers.get(name) ?? 0) + 1)
  }
  const first = candidates.map((candidate) => {
    const { path, rank, symbol, text } = candidate
    const last = wholeName(ownName(symbol.name))
    const breakdown: Record<string, number> = {
      file: (WEIGHTS.file * FILE_K) / (FILE_K + rank + 1) + WEIGHTS.best_file / (rank + 1),
      size: WEIGHTS.size * Math.log(symbol.lines.end - symbol.lines.start + 1),
      kind: KINDS.get(symbol.kind) ?? 0,
    }
    const place = placesInFile.get(candidate)
    if (place !== undefined) {
      breakdown['text'] = (WEIGHTS.text * Math.log1p(text)) / best
      breakdown['in_file'] = WEIGHTS.in_file / (IN_FILE_K + place)
    }
    if (named.has(last)) {
      const share = MAX_DEFINERS + 1
      breakdown['name'] = (WEIGHTS.name * share) / (share + Math.min(MAX_DEFINERS, definers.get(last) ?? 1))
    }
    if ((lines.get(path) ?? []).some((range) => overlaps(range, symbol.lines))) breakdown['frame'] = WEIGHTS.frame
    const recordedShare = anchored.get(`${path}\0${symbol.name}`)
    if (recordedShare !== undefined) breakdown['recorded'] = WEIGHTS.recorded * recordedShare ** 2
    const history = touched.get(`${path}\0${symbol.name}`)
    if (history !== undefined) breakdown['history'] = WEIGHTS.history * history
    return { candidate, breakdown }
  })
  const quotedLines = quotedPhraseLines(phrases, files)
  for (const { candidate, breakdown } of first) {
    const { start, end } = candidate.symbol.lines
    if (quotedLines.get(candidate.path)?.some((line) => start <= line && line <= end) === true)
      breakdown['strings'] = WEIGHTS.strings
  }
  const ranked = first.map(({ candidate, breakdown }) => ranking(candidate, breakdown)).sort(byRelevance)
  const called = calleeWeights(ranked.slice(0, CALL_SEEDS))
  return ranked
    .map((entry) => {
      const share = called.get(ownName(entry.symbol.name))
      if (share === undefined || entry.breakdown['text'] === undefined) return entry
      return ranking(entry, { ...entry.breakdown, calls: WEIGHTS.calls * share })
    })
    .sort(byRelevance)
}

interface Candidate {
  readonly path: RepoPath
  readonly text: number
}

/** Returns the rank within its file, from 0, of each unit that matches the task. */
function placesByText<C extends Candidate>(candidates: readonly C[]): ReadonlyMap<C, number> {
  const counts = new Map<RepoPath, number>()
  const matching = candidates.filter(({ text }) => text > 0).sort((a, b) => b.text - a.text)
  return new Map(
    matching.map((candidate) => {
      const place = counts.get(candidate.path) ?? 0
      counts.set(candidate.path, place + 1)
      return [candidate, place]
    }),
  )
}

function ranking(
  { path, index, symbol }: Pick<RankedSymbol, 'path' | 'index' | 'symbol'>,
  breakdown: Readonly<Record<string, number>>,
): RankedSymbol {
  const sum = Object.values(breakdown).reduce((total, part) => total + part, 0)
  return { path, index, symbol, score: sum, breakdown }
}

function byRelevance(a: RankedSymbol, b: RankedSymbol): number {
  return b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.index - b.index)
}

/** Returns the names that the top symbols call, with weights that fall with the symbol's rank. */
function calleeWeights(seeds: readonly RankedSymbol[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  for (const [rank, { symbol }] of seeds.entries()) {
    for (const name of symbol.references.calls ?? []) {
      const share = 1 / (rank + 1)
      shares.set(name, Math.max(shares.get(name) ?? 0, share))
    }
  }
  return shares
}

/** Returns the lines of string literals that contain a phrase of the task or are contained in one, by file. */
function quotedPhraseLines(
  phrases: readonly string[],
  files: readonly SymbolSource[],
): ReadonlyMap<RepoPath, readonly number[]> {
  if (phrases.length === 0) return new Map()
  const lines = files.map(({ path, facts }) => {
    const matching = facts.strings.filter(({ text }) => {
      const normalised = normalise(text)
      return phrases.some(
        (phrase) =>
          normalised.includes(phrase) ||
          (normalised.length >= MIN_QUOTED && phrase.includes(normalised)) ||
          piecesOfMessage(text).some((piece) => phrase.includes(piece)),
      )
    })
    return [path, matching.map(({ line }) => line)] as const
  })
  return new Map(lines)
}

/** Minimum length in characters of a literal that is matched inside a longer message. */
const MIN_QUOTED = 16
/** Minimum length in characters, and number of words, of a piece of a message. */
const MIN_PIECE = 14
const MIN_PIECE_WORDS = 3
/** A place in a message for a value: `%s`, `%(name)d`, `{}`, `{name!r}`, `${name}`. */
const PLACEHOLDER = /%(?:\(\w+\))?[-+#0]*\d*(?:\.\d+)?[a-zA-Z]|\$?\{[^{}]*\}/

/** Returns what stands around the values of a message. */
function piecesOfMessage(text: string): readonly string[] {
  const pieces = text.split(PLACEHOLDER)
  if (pieces.length === 1) return []
  return pieces
    .map(normalise)
    .filter((piece) => piece.length >= MIN_PIECE && piece.split(' ').length >= MIN_PIECE_WORDS)
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * Returns the lines that the stack frames of the task name, by file. Lines may be of another revision: if a frame names
 * a unit of the file that is elsewhere, its first line is returned instead.
 */
function namedLines(
  { query, snapshot }: SignalContext,
  files: readonly SymbolSource[],
): ReadonlyMap<RepoPath, readonly LineRange[]> {
  const lines = new Map<RepoPath, LineRange[]>()
  for (const { path, line, symbol = '' } of query.frames) {
    const meant = filesOfFrame(path, snapshot)
    const name = unitOfFrame(symbol)
    for (const file of files.filter((each) => meant.includes(each.path))) {
      const units = file.facts.symbols.filter((unit) => name !== undefined && ownName(unit.name) === name)
      const given = line === undefined ? [] : [{ start: line, end: line }]
      const agrees = units.some((unit) => given.some((range) => overlaps(range, unit.lines)))
      const firstLines = units.map((unit) => ({ start: unit.lines.start, end: unit.lines.start }))
      const places = agrees || (units.length === 0 && meant.length === 1) ? given : firstLines
      if (places.length <= MAX_NAMESAKES) lines.set(file.path, [...(lines.get(file.path) ?? []), ...places])
    }
  }
  return lines
}

/** Maximum number of units of a file with the name of a frame. A more common name identifies none of them. */
const MAX_NAMESAKES = 3

/** Returns the own name of the unit that a frame names: `Next` of `gin.(*Context).Next.func1`. */
function unitOfFrame(symbol: string): string | undefined {
  const names = symbol.replace(/ \[as .*|<[^<>]*>/g, '').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []
  return names.findLast((name) => !/^func\d+$/.test(name))
}

function overlaps(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && b.start <= a.end
}
