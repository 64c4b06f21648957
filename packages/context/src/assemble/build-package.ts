import { codedError, type TokenCounter } from '@chronicle/core/contracts'
import {
  err,
  ok,
  type LeftOut,
  type PackedFile,
  type RecordedNote,
  type RepoPath,
  type Result,
  type TaskQuery,
  type TestExpectations,
} from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { FileFacts } from '../facts/file-facts.ts'
import { NAMED, packedFile, type Draft, type DraftFile } from '../pack/draft.ts'
import {
  addSignatures,
  divideFiles,
  packBodies,
  addNamedSignatures,
  type DividedFile,
  type PackableFile,
} from '../pack/pack-files.ts'
import { namedUnits } from '../pack/named-units.ts'
import { supportingSymbols } from '../precision/supporting-symbols.ts'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import { renderMarkdown, type RenderedContent } from '../render/render-context.ts'
import { notesAboutPacked } from './notes-about-packed.ts'
import { isDoubtful, orderRecorded } from './order-recorded.ts'
import { trimTask } from './trim-task.ts'

/** Minimum budget in tokens. With less, only the task would fit. */
export const MIN_BUDGET = 128
/** Minimum number of files to list by name. */
const MIN_NAMED_FILES = 8
/** Maximum shares of the budget. */
const SIGNATURE_SHARE = 0.06
const TEST_SHARE = 0.08
const RECORDED_SHARE = 0.1
const FIRST_RECORDED_SHARE = 0.25
/** Number of tokens for the kind, unit and commit of a recorded note. */
const RECORDED_OVERHEAD = 16
/** Maximum number of symbols whose references are followed. */
const MAX_PRIMARY = 40
/** Maximum number of times to pack the code. */
const MAX_ROUNDS = 3

/** The inputs of `buildPackage`. */
export interface PackageInput {
  readonly query: TaskQuery
  /** Files of the scope that may be packed, in scope order, with their texts. */
  readonly files: readonly PackableFile[]
  /** Paths of the scope, in scope order. */
  readonly scope: readonly RepoPath[]
  readonly rankedSymbols: readonly RankedSymbol[]
  /** Facts of the files and of the files they import. */
  readonly facts: ReadonlyMap<RepoPath, FileFacts>
  /** The imports of each file in `files`. */
  readonly imports: ReadonlyMap<RepoPath, readonly RepoPath[]>
  readonly tests: readonly TestExpectations[]
  readonly recorded: readonly RecordedNote[]
  /** The files that the task names. Default: none. */
  readonly namedFiles?: ReadonlySet<RepoPath> | undefined
  readonly budget: number
  readonly tokens: TokenCounter
  /** Renders the package as a prompt; the budget applies to the rendered text. Default: as markdown. */
  readonly render?: ((content: RenderedContent) => string) | undefined
}

/** A package before its provenance is added. */
export interface BuiltPackage {
  readonly content: RenderedContent & { readonly files: readonly PackedFile[] }
  readonly tokenCount: number
  readonly wantedTokens: number
  readonly leftOut: readonly LeftOut[]
  readonly leftOutMore: number
}

const MAX_LEFT_OUT = 100

/** Fails if the budget is below the minimum, which by default leaves room for more than the task. */
export function checkBudget(budget: number, minimum: number = MIN_BUDGET): Result<void, ContextError> {
  if (budget >= minimum) return ok()
  const message = `A budget of ${budget} tokens is too small. Ask for at least ${minimum}.`
  return err(codedError('budget_too_small', message, { data: { budget, minimum } }))
}

/** Packs what fits the budget, and what is recorded about it. The rendered package never has more tokens. */
export function buildPackage(input: PackageInput): Result<BuiltPackage, ContextError> {
  // Which code is packed depends on the room that notes leave. Notes that turn out to be about other code leave room for
  // more code, so the code is packed again without them.
  let round = pack(input, input.recorded)
  for (let count = 1; count < MAX_ROUNDS && round.isOk() && !round.value.isSettled; count++)
    round = pack(input, round.value.about)
  return round.map(({ built }) => built)
}

/** A package, and which notes are about its code. */
interface Round {
  readonly built: BuiltPackage
  readonly about: readonly RecordedNote[]
  /** Whether room was kept for the notes that these would have, so that packing again would change nothing. */
  readonly isSettled: boolean
}

/** Returns the notes that are given room before any code. */
function reservedNotes(
  { budget, rankedSymbols, tokens }: PackageInput,
  notes: readonly RecordedNote[],
): readonly RecordedNote[] {
  const found = orderRecorded(notes, rankedSymbols)
  const first = selectNotes(found.slice(0, 1), budget * FIRST_RECORDED_SHARE, tokens)
  const paid = first.reduce((sum, note) => sum + recordedCost(note, tokens), 0)
  return selectNotes(found, budget * RECORDED_SHARE - paid, tokens, first)
}

function isSame(some: readonly RecordedNote[], others: readonly RecordedNote[]): boolean {
  return some.length === others.length && some.every((note) => others.includes(note))
}

/** Packs code in the room that the `expected` notes leave, and then the notes about that code. */
function pack(input: PackageInput, expected: readonly RecordedNote[]): Result<Round, ContextError> {
  const { budget, tokens, query, render = renderMarkdown } = input
  const task = trimTask(query.raw_description, input.render === undefined ? 'answer' : 'prompt', budget, tokens)
  const named = namedUnits(query, input.rankedSymbols)
  const notesAbout = (files: readonly DraftFile[]): readonly RecordedNote[] =>
    notesAboutPacked(input.recorded, { files: files.map(packedFile), named, namedFiles: input.namedFiles ?? new Set() })
  const recorded = reservedNotes(input, expected)
  const tests = takeTests(input.tests, budget * TEST_SHARE, tokens)
  const names = input.scope.slice(0, MIN_NAMED_FILES)
  const content = (candidate: Draft): RenderedContent => rendered(input, task, candidate, notesAbout(candidate.files))
  const costOf = (candidate: Draft): number => tokens.count(render(content(candidate)))
  const fixed = costOf({ files: namedFiles(names, []), tests, recorded })
  const rest = Math.max(0, budget - fixed)
  const rankOf = (path: RepoPath): number => {
    const place = input.scope.indexOf(path)
    return place === -1 ? input.scope.length + 1 : place + 1
  }
  const divided = divideFiles(input.files, input.rankedSymbols, named, budget, tokens)
  /** Packs bodies, and at least the signatures of the code that the task names. Less room means fewer bodies. */
  const packed = (room: number): { readonly bodies: readonly DraftFile[]; readonly spent: number } => {
    const chosen = packBodies(divided, room).filter(({ parts }) => parts.length > 0)
    const bodies = addNamedSignatures(chosen, named, input.facts, rankOf)
    const spent = costOf({ files: namedFiles(names, bodies), tests, recorded })
    const over = bodies === chosen ? 0 : spent - budget
    return over <= 0 || room <= 0 ? { bodies, spent } : packed(Math.max(0, room - over))
  }
  const { bodies, spent } = packed(rest * (1 - SIGNATURE_SHARE))
  const primary = input.rankedSymbols
    .filter(({ path, symbol }) => bodies.some((file) => file.path === path && covers(file, symbol.lines.start)))
    .slice(0, MAX_PRIMARY)
  const supporting = supportingSymbols(primary, input.facts, input.imports)
  const signed = addSignatures(
    bodies,
    ...([supporting, input.rankedSymbols, input.facts, rankOf, Math.max(0, budget - spent - 16), tokens] as const),
  )
  const files = namedFiles(names, signed)
  const known = notesAbout(files)
  const wanted: Draft = {
    files,
    tests: omitPackedTests(tests, signed),
    recorded: recorded.filter((note) => known.includes(note)),
  }
  const unused = Math.max(0, budget - costOf(wanted))
  const more = selectNotes(orderRecorded(known, input.rankedSymbols), unused, tokens, wanted.recorded)
  const shrunk = shrink({ ...wanted, recorded: more }, (candidate) => costOf(candidate) <= budget)
  const about = notesAbout(shrunk.files)
  const draft = { ...shrunk, recorded: shrunk.recorded.filter((note) => about.includes(note)) }
  const tokenCount = costOf(draft)
  const omitted = listOmittedParts(divided, draft)
  return checkBudget(budget, tokenCount).map(() => ({
    about,
    isSettled: isSame(recorded, reservedNotes(input, about)),
    built: {
      content: content(draft),
      tokenCount,
      wantedTokens: divided.reduce((sum, { candidate }) => sum + candidate.wholeTokens, 0),
      leftOut: omitted.leftOut,
      leftOutMore: omitted.more,
    },
  }))
}

/** Returns the tests that are not already part of the packed code. */
function omitPackedTests(tests: readonly TestExpectations[], files: readonly DraftFile[]): readonly TestExpectations[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return tests.flatMap((file) => {
    const packed = byPath.get(file.path)
    const left = packed === undefined ? file.tests : file.tests.filter(({ line }) => !covers(packed, line))
    return left.length === 0 ? [] : [{ ...file, tests: left }]
  })
}

function covers({ parts }: DraftFile, line: number): boolean {
  return parts.some(({ lines, detail }) => detail !== 'signature' && lines.start <= line && line <= lines.end)
}

/** Returns the files, and those of the first files that have no part yet as names only. */
function namedFiles(names: readonly RepoPath[], files: readonly DraftFile[]): readonly DraftFile[] {
  const shown = files.filter(({ parts }) => parts.length > 0)
  const here = new Set(shown.map(({ path }) => path))
  const others = names.flatMap((path, index) => (here.has(path) ? [] : [{ path, rank: index + 1, parts: [] }]))
  return [...shown, ...others].sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
}

/** `about`: the notes about the code of the draft, shown or not. */
function rendered(
  { query, imports }: PackageInput,
  task: string,
  draft: Draft,
  about: readonly RecordedNote[],
): RenderedContent {
  const files = draft.files.map(packedFile)
  const here = new Set(files.filter(({ parts }) => parts.length > 0).map(({ path }) => path))
  const edges = [...here].sort().flatMap((from) =>
    (imports.get(from) ?? [])
      .filter((to) => here.has(to))
      .sort()
      .map((to) => [from, to] as const),
  )
  const shown = new Set(draft.recorded)
  const leftOut = about.filter((note) => !shown.has(note)).length
  return {
    ...{ task: query, shownTask: task, files, tests: draft.tests, recorded: draft.recorded, dependency_edges: edges },
    ...(leftOut > 0 && { recorded_left_out: leftOut }),
  }
}

/**
 * Drops the least relevant content until the rest fits, in this order: signatures, file parts (last file first), tests,
 * recorded notes, file names, and the code that the task names.
 */
function shrink(draft: Draft, fits: (draft: Draft) => boolean): Draft {
  if (fits(draft)) return draft
  const steps: ((draft: Draft) => Draft)[] = []
  const parts = draft.files.flatMap(({ path, parts: of }) => of.map((part) => ({ path, part })))
  parts.sort((a, b) => b.part.order - a.part.order)
  for (const { path, part } of parts.filter(({ part: { order } }) => order !== NAMED))
    steps.push((before) => ({
      ...before,
      files: before.files.map((file) =>
        file.path === path ? { ...file, parts: file.parts.filter((other) => other !== part) } : file,
      ),
    }))
  for (let count = draft.tests.length; count > 0; count--)
    steps.push((before) => ({ ...before, tests: before.tests.slice(0, -1) }))
  for (let count = draft.recorded.length; count > 0; count--)
    steps.push((before) => ({ ...before, recorded: before.recorded.slice(0, -1) }))
  for (let count = draft.files.length; count > 0; count--)
    steps.push(({ files, ...before }) => {
      const last = files.findLastIndex(({ parts: of }) => of.length === 0)
      return { ...before, files: files.filter((_, index) => index !== last) }
    })
  for (let count = draft.files.length; count > 0; count--)
    steps.push((before) => ({ ...before, files: before.files.slice(0, -1) }))
  // Searches for the smallest number of steps after which the rest fits; each step makes the text shorter.
  const after = (count: number): Draft => steps.slice(0, count).reduce((before, step) => step(before), draft)
  let low = 0
  let high = steps.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (fits(after(middle))) high = middle
    else low = middle + 1
  }
  return after(low)
}

function listOmittedParts(
  divided: readonly DividedFile[],
  draft: Draft,
): { leftOut: readonly LeftOut[]; more: number } {
  const packed = new Map(draft.files.map((file) => [file.path, file]))
  const all = divided.flatMap(({ path, facts, candidate }): readonly LeftOut[] => {
    const given = packed.get(path)?.parts ?? []
    if (given.some(({ detail }) => detail === 'whole')) return []
    if (!given.some(({ detail }) => detail === 'body'))
      return [{ path, reason: given.length === 0 ? 'budget' : 'signature_only', tokens: candidate.wholeTokens }]
    return candidate.parts.flatMap(({ symbol: index, lines, tokens }) => {
      const symbol = index === undefined ? undefined : facts.symbols[index]
      const isGiven = given.some(
        ({ lines: own, detail }) => detail === 'body' && own.start <= lines.start && lines.end <= own.end,
      )
      if (symbol === undefined || isGiven) return []
      const isSigned = given.some(({ name }) => name === symbol.name)
      return [{ path, name: symbol.name, reason: isSigned ? 'signature_only' : 'budget', tokens }]
    })
  })
  return { leftOut: all.slice(0, MAX_LEFT_OUT), more: Math.max(0, all.length - MAX_LEFT_OUT) }
}

/**
 * Adds to `taken` the notes that fit, and keeps the order in which they were found. A doubtful note never replaces one
 * that did not fit.
 */
function selectNotes(
  found: readonly RecordedNote[],
  budget: number,
  tokens: TokenCounter,
  included: readonly RecordedNote[] = [],
): readonly RecordedNote[] {
  const before = new Set(included)
  let used = 0
  let isLeftOut = false
  return found.filter((note) => {
    if (before.has(note)) return true
    const cost = recordedCost(note, tokens)
    if (used + cost > budget || (isLeftOut && isDoubtful(note))) {
      isLeftOut = true
      return false
    }
    used += cost
    return true
  })
}

function recordedCost({ path, text }: RecordedNote, tokens: TokenCounter): number {
  return tokens.count(text + path) + RECORDED_OVERHEAD
}

function takeTests(
  files: readonly TestExpectations[],
  budget: number,
  tokens: TokenCounter,
): readonly TestExpectations[] {
  let used = 0
  const keptFiles: TestExpectations[] = []
  for (const file of files) {
    used += tokens.count(file.path) + 4
    const tests = file.tests.filter((test) => {
      const cost = tokens.count(`- ${test.name} (${test.line}): ${test.assertions.join('`, `')}`) + 4
      if (used + cost > budget) return false
      used += cost
      return true
    })
    if (tests.length > 0) keptFiles.push({ ...file, tests })
  }
  return keptFiles
}
