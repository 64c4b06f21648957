import { ok, ResultAsync, safeTry, type CommitId, type RepoPath } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { createPathSlots } from '../cache/path-slots.ts'
import type { FileRevision } from '../contracts/git-backend.ts'
import type { FileHistory } from '../history/file-history.ts'
import { historyStorage } from '../history/cache-per-history-edge.ts'
import { revisionsKey } from '../history/revisions-key.ts'
import { lastSegment } from '../read/match-anchor.ts'
import type { QueriedCommit, ReadContext } from '../read/read-context.ts'
import type { ReadError } from '../read/read-error.ts'
import { createFileTexts, type FileState, type FileText, type FileTexts } from './file-texts.ts'

/**
 * Paths from which code of a file may have come, each with the time, in seconds, of the newest commit that may have
 * moved it.
 */
export type FormerHomes = ReadonlyMap<RepoPath, number>

/** A file in the queried state. */
export interface QueriedFile {
  readonly committedPath: RepoPath
  readonly history: FileHistory
  /** Names of the units in the file. */
  readonly names: readonly string[]
}

/** Finds the former homes of a file's code. Computed once for each file of an answer. */
export type FindFormerHomes = (file: QueriedFile) => ResultAsync<FormerHomes, ReadError>

/** Maximum number of successive files through which a unit is followed back. */
const MAX_MOVES = 3
/** Maximum number of other files that a commit may change for units to be followed back through it. */
const MAX_TOGETHER = 20
/** Limits for one answer: donor files, file states that are searched for units, and file states that are parsed. */
const BUDGET = { files: 20, states: 300, parsed: 30 } as const
/** Number of revisions whose states are read in one batch. */
const BLOCK = 32
/** Version of the cached format. Raise it when the rules for former homes change. */
const FORMAT = 2

interface CachedHomes {
  readonly of: string
  readonly distant: readonly (readonly [RepoPath, number])[]
}

/**
 * Creates the search for former homes. They are all files that a commit changed together with this one. If such a file
 * lost a unit with a name that this file now has, its earlier paths count too, and so, in turn, do the files that the
 * unit came from. These distant homes are cached until the history of the file or its unit names change. The search has
 * one limit for the whole answer.
 */
export function createFindFormerHomes(context: ReadContext, { head }: Pick<QueriedCommit, 'head'>): FindFormerHomes {
  const slots = createPathSlots<CachedHomes>('homes', FORMAT, historyStorage(context))
  const { call } = context
  // Problems with past states are not reported: they say nothing about the file.
  const texts = createFileTexts({ ...context, report: () => undefined })
  const budget: SearchBudget = { ...BUDGET, isExhausted: false }

  const find: FindFormerHomes = ({ committedPath, history, names }) =>
    safeTry(async function* () {
      const homes = new Map<RepoPath, number>()
      const together = yield* history.changedTogether(call)
      const times = new Map(history.revisions.map(({ commit, committedAt }) => [commit, committedAt]))
      for (const [commit, paths] of together) for (const path of paths) raise(homes, path, times.get(commit))
      const words = new Set(names.map(lastWord).filter((word) => word !== ''))
      if (homes.size === 0 || words.size === 0) return ok(homes)
      const of = hashText([revisionsKey(history.revisions), ...[...words].sort()].join(' '))
      const kept = await slots.read(committedPath)
      const distant =
        kept?.of === of ? new Map(kept.distant) : yield* followBack(history, words, head, { context, texts, budget })
      for (const [path, time] of distant) raise(homes, path, time)
      if (kept?.of === of) return ok(homes)
      if (budget.isExhausted) {
        const message = `Not all files that code may have come from were searched: the limit is ${BUDGET.states} states for one answer.`
        context.report({ code: 'history_limited', severity: 'info', message })
      }
      if (!budget.isExhausted) await slots.write(committedPath, { of, distant: [...distant] })
      return ok(homes)
    })
  const found = new Map<RepoPath, ReturnType<FindFormerHomes>>()
  return (file) => {
    const known = found.get(file.committedPath) ?? find(file)
    found.set(file.committedPath, known)
    return known
  }
}

function raise(homes: Map<RepoPath, number>, path: RepoPath, time = -Infinity): void {
  homes.set(path, Math.max(homes.get(path) ?? -Infinity, time))
}

/** Returns the name of a unit without its qualifiers and the mark of a private one. */
export function lastWord(name: string): string {
  return lastSegment(name).replace(/^#/u, '')
}

/** A file from which a commit removed units that are now in another file. */
interface Donor {
  readonly path: RepoPath
  readonly movedIn: FileRevision
  /** The names of the units. */
  readonly words: ReadonlySet<string>
}

/** The remaining limits of the search for one answer. */
interface SearchBudget extends Record<keyof typeof BUDGET, number> {
  /** Whether a limit stopped the search. */
  isExhausted: boolean
}

function spend(budget: SearchBudget, what: keyof typeof BUDGET): boolean {
  if (budget[what] > 0) return budget[what]-- > 0
  budget.isExhausted = true
  return false
}

/** Dependencies of the search for donors. */
interface DonorSearch {
  readonly budget: SearchBudget
  readonly context: ReadContext
  readonly texts: FileTexts
}

/** Returns the paths that the donors of a file had before, those of their own donors, and so on. */
function followBack(
  history: FileHistory,
  words: ReadonlySet<string>,
  head: CommitId,
  search: DonorSearch,
): ResultAsync<FormerHomes, ReadError> {
  return safeTry(async function* () {
    const homes = new Map<RepoPath, number>()
    const { budget, context } = search
    let level: readonly (readonly [FileHistory, ReadonlySet<string>, before: number])[] = [[history, words, Infinity]]
    for (let moves = 0; moves < MAX_MOVES && level.length > 0; moves++) {
      const next: (readonly [FileHistory, ReadonlySet<string>, number])[] = []
      for (const [from, wanted, before] of level) {
        const donors = yield* findDonors(from, wanted, before, search)
        const followed = donors.filter(() => spend(budget, 'files'))
        const histories = yield* ResultAsync.combine(
          followed.map(({ path }) => context.fileHistory(head, path, context.call)),
        )
        for (const [index, donor] of followed.entries()) {
          const older = histories[index]
          const { committedAt: takenAt } = donor.movedIn
          raise(homes, donor.path, takenAt)
          for (const { committedAt, path, previousPath = path } of older?.revisions ?? []) {
            if (committedAt > takenAt) continue
            raise(homes, path, takenAt)
            raise(homes, previousPath, takenAt)
          }
          if (older !== undefined) next.push([older, donor.words, takenAt])
        }
        if (followed.length < donors.length) return ok(homes)
      }
      level = next
    }
    return ok(homes)
  })
}

/**
 * Finds the files that lost units with these names in commits, up to a time, that added them to this file. Only states
 * with lines that appear to begin such a unit are parsed.
 */
function findDonors(
  { changedTogether, revisions }: FileHistory,
  words: ReadonlySet<string>,
  until: number,
  { budget, context: { call, pastAst }, texts }: DonorSearch,
): ResultAsync<readonly Donor[], ReadError> {
  return safeTry(async function* () {
    const donors: Donor[] = []
    const together = yield* changedTogether(call)
    const othersOf = ({ commit }: FileRevision): readonly RepoPath[] =>
      (together.get(commit) ?? []).filter((path) => pastAst?.language(path) !== undefined)
    const moving = revisions.filter((each) => {
      const others = othersOf(each).length
      return each.committedAt <= until && each.parents.length > 0 && others > 0 && others <= MAX_TOGETHER
    })
    for (const [position, revision] of moving.entries()) {
      const { blob, commit, parents, path: own, previousBlob, previousPath = own } = revision
      const [parent] = parents
      const others = othersOf(revision)
      if (parent === undefined) continue
      if (position % BLOCK === 0) yield* texts.openAll(statesOf(moving.slice(position, position + BLOCK)))
      const after = blob && (yield* texts.open({ path: own, blob }))
      const before = previousBlob && (yield* texts.open({ path: previousPath, blob: previousBlob }))
      const gained = definitionsOnlyIn(after, before, words)
      if (gained.size === 0) continue
      for (const path of others) {
        if (!spend(budget, 'states')) return ok(donors)
        const older = yield* openAt(parent, path, texts)
        const had = older === undefined ? NONE : definitionsOnlyIn(older, undefined, gained)
        if (older === undefined || had.size === 0) continue
        const newer = yield* openAt(commit, path, texts)
        if (definitionsOnlyIn(older, newer, had).size === 0) continue
        if (!spend(budget, 'parsed')) return ok(donors)
        const lost = await unitsLost(older, newer, had)
        if (lost.size > 0) donors.push({ path, movedIn: revision, words: lost })
      }
    }
    return ok(donors)
  })
}

/** Returns the states of the file before and after each revision. */
function statesOf(revisions: readonly FileRevision[]): readonly FileState[] {
  return revisions.flatMap(({ blob, path, previousBlob, previousPath = path }) => [
    ...(blob === undefined ? [] : [{ path, blob }]),
    ...(previousBlob === undefined ? [] : [{ path: previousPath, blob: previousBlob }]),
  ])
}

const NONE: ReadonlySet<string> = new Set()

function openAt(commit: CommitId, path: RepoPath, texts: FileTexts): ResultAsync<FileText | undefined, ReadError> {
  return safeTry(async function* () {
    const blob = yield* texts.blobAt(commit, path)
    return blob === undefined ? ok(undefined) : texts.open({ path, blob })
  })
}

/** Returns the names with which a line of one text appears to begin a unit, and no line of the other text does. */
function definitionsOnlyIn(
  text: FileText | undefined,
  other: FileText | undefined,
  words: ReadonlySet<string>,
): ReadonlySet<string> {
  const known = new Set(other?.lines())
  const fresh = (text?.lines() ?? []).filter((line) => !known.has(line))
  const found = definitionsIn(fresh, words)
  if (found.size === 0) return found
  const elsewhere = definitionsIn(other?.lines() ?? [], found)
  return new Set([...found].filter((word) => !elsewhere.has(word)))
}

/** A definition has only modifiers, types and receivers before the name of its unit; a use has other text. */
const BEFORE_NAME = /^(?:func \([^)]*\) )?[\p{L}\p{N}_$\s*&@#<>:,[\]~-]*$/u
const USES =
  /\b(?:return|await|yield|throw|raise|new|import|from|use|require|include|in|not|and|or|if|elif|else|while|case)\s+$/u

/** Maximum number of words for which it takes less time to search a line for each than to split the line. */
const FEW_WORDS = 16

/** Returns the words with which lines appear to begin units. */
export function definitionsIn(lines: readonly string[], words: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  const few = words.size <= FEW_WORDS ? [...words] : undefined
  for (const line of lines) {
    if (few?.some((word) => line.includes(word)) === false) continue
    for (const { 0: word, index } of line.matchAll(/[\p{L}\p{N}_$]+/gu)) {
      if (!words.has(word) || found.has(word)) continue
      const before = line.slice(0, index)
      if (BEFORE_NAME.test(before) && !USES.test(before)) found.add(word)
    }
    if (found.size === words.size) break
  }
  return found
}

async function unitsLost(
  before: FileText,
  after: FileText | undefined,
  words: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const had = (await unitWords(before)).filter((word) => words.has(word))
  if (had.length === 0) return NONE
  const left = new Set(after && (await unitWords(after)))
  return new Set(had.filter((word) => !left.has(word)))
}

async function unitWords(text: FileText): Promise<readonly string[]> {
  return ((await text.units()) ?? []).map(({ name }) => lastWord(name))
}
