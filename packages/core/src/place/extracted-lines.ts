import { ok, safeTry, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { withoutBlanks } from './compare-slices.ts'
import type { FileText } from './file-texts.ts'
import { findUnits } from './find-units.ts'
import { lengthOf } from './overlaps.ts'
import type { RecordedPlace } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import { openIn } from './state-in.ts'
import type { TargetFile } from './target-file.ts'
import { countLetters, hasWords } from './lines-with-words.ts'

/** Minimum number of different lines in a row: shorter runs occur in many files. */
export const MIN_LINES = 3
/** Minimum number of characters in these lines. */
const MIN_LENGTH = 60

/**
 * Finds lines of a region that were moved from its file into this one after the region was recorded, while the rest of
 * the region stayed.
 */
export function findExtractedLines(
  { region: { ast_anchor: anchor, file, lines }, recordedIn }: PlaceableRegion,
  target: Pick<TargetFile, 'paths' | 'text'>,
  { queried, texts }: PlacingContext,
): ResultAsync<LineRange | undefined, ReadError> {
  return safeTry(async function* () {
    if (file === undefined || target.text === undefined) return ok(undefined)
    const path = [file as RepoPath]
    const older = yield* openIn(recordedIn, path, texts)
    if (older === undefined) return ok(undefined)
    const own = lines ?? (anchor && findUnits(anchor, (await older.units()) ?? [], [])?.units[0]?.lines)
    const left = yield* openIn(queried.head, path, texts)
    const removed = linesRemoved(
      own === undefined ? [] : older.lines().slice(own.start - 1, own.end),
      left?.lines() ?? [],
    )
    const all = own === undefined ? 0 : linesRemoved(older.lines().slice(own.start - 1, own.end), []).size
    const now = target.text.lines()
    // A region without a unit often has too few lines to recognise a part of it, so all of them are searched for.
    const find = (from: ReadonlySet<string>): LineRange | undefined =>
      longestRun(now, from) ?? (anchor === undefined && from.size === all ? runOfAll(now, from) : undefined)
    const run = find(removed)
    // Lines that both files already had at that time were not moved.
    const before = run && (yield* openIn(recordedIn, target.paths, texts))
    return ok(before === undefined ? run : find(linesRemoved([...removed], before.lines())))
  })
}

/**
 * Minimum number of letters and digits in a region that is found only as a whole, because it has too few lines to
 * recognise a part of it.
 */
const MIN_LETTERS_OF_WHOLE_REGION = 16

/** The lines of a region in one state of its file. */
interface RegionLines extends Pick<RecordedPlace, 'lines'> {
  readonly text: FileText
}

/**
 * Finds lines of a region that left their place for another one in the same file: a new unit made of them, or a unit
 * that they were inlined into, whatever their indentation. `place` is where the rest of the region is, if any is left.
 */
export async function findMovedWithinFile(
  { lines: own, text: older }: RegionLines,
  { text, units = [] }: { readonly text: FileText; readonly units?: readonly AstUnit[] | undefined },
  place: LineRange | undefined,
): Promise<LineRange | undefined> {
  const all = older.lines()
  const region = all.slice(own.start - 1, own.end)
  const left = place === undefined ? [] : text.lines().slice(place.start - 1, place.end)
  const removed = linesRemoved(region, left)
  const find = async (lines: ReadonlySet<string>): Promise<LineRange | undefined> =>
    longestRun(text.lines(), lines) ?? (await findUnitMadeOf(lines, { text, units }, older))
  if ((await find(removed)) === undefined) return undefined
  // Lines that the rest of the older file also had are common to its units and were not moved.
  const rest = all.filter((_, index) => index + 1 < own.start || index + 1 > own.end)
  return find(linesRemoved([...removed], rest))
}

/** Returns the smallest new unit at least half of whose lines are in `taken`. */
async function findUnitMadeOf(
  removed: ReadonlySet<string>,
  { text, units }: { readonly text: FileText; readonly units: readonly AstUnit[] },
  older: FileText,
): Promise<LineRange | undefined> {
  if (removed.size < MIN_LINES) return undefined
  const bare = bareLines(text.lines())
  const made = units.filter(({ lines: { start, end } }) => {
    const own = bare.slice(start - 1, end).filter(hasWords)
    const from = own.filter((line) => removed.has(line))
    return from.length * 2 >= own.length && isEnough(new Set(from))
  })
  if (made.length === 0) return undefined
  const known = new Set(((await older.units()) ?? []).map(({ name }) => name))
  return made.filter(({ name }) => !known.has(name)).sort((a, b) => lengthOf(a.lines) - lengthOf(b.lines))[0]?.lines
}

/** Returns the lines with words, without white space, that one text has and the other lacks. */
export function linesRemoved(lines: readonly string[], left: readonly string[]): ReadonlySet<string> {
  const kept = bareSets.get(left) ?? new Set(bareLines(left))
  bareSets.set(left, kept)
  return new Set(
    lines
      .filter(hasWords)
      .map(withoutBlanks)
      .filter((line) => !kept.has(line)),
  )
}

const bareSets = new WeakMap<readonly string[], ReadonlySet<string>>()

/**
 * Finds the longest run of lines that are all in `taken`; lines without words do not interrupt a run. `undefined` when
 * no run is long enough.
 */
export function longestRun(lines: readonly string[], removed: ReadonlySet<string>): LineRange | undefined {
  const longest = removed.size < MIN_LINES ? undefined : findRun(lines, removed)
  return longest !== undefined && isEnough(longest.texts) ? { start: longest.start, end: longest.end } : undefined
}

/** Finds a run that contains all lines of `taken`, however few they are. */
function runOfAll(lines: readonly string[], removed: ReadonlySet<string>): LineRange | undefined {
  const run = countLetters(removed) < MIN_LETTERS_OF_WHOLE_REGION ? undefined : findRun(lines, removed)
  return run?.texts.size === removed.size ? { start: run.start, end: run.end } : undefined
}

function isEnough(texts: ReadonlySet<string>): boolean {
  return texts.size >= MIN_LINES && [...texts].join('').length >= MIN_LENGTH
}

/** Finds the run with the most different lines. */
function findRun(lines: readonly string[], removed: ReadonlySet<string>): Run | undefined {
  let longest: Run | undefined
  let run: (LineRange & { readonly texts: Set<string> }) | undefined
  for (const [index, text] of bareLines(lines).entries()) {
    if (removed.has(text)) {
      run = { start: run?.start ?? index + 1, end: index + 1, texts: (run?.texts ?? new Set<string>()).add(text) }
      const isLonger = longest === undefined || run.start === longest.start || run.texts.size > longest.texts.size
      if (isLonger) longest = run
    } else if (hasWords(text)) run = undefined
  }
  return longest
}

interface Run extends LineRange {
  readonly texts: ReadonlySet<string>
}

const bare = new WeakMap<readonly string[], readonly string[]>()

/** Returns the lines without white space, cached for each text. */
function bareLines(lines: readonly string[]): readonly string[] {
  const known = bare.get(lines) ?? lines.map(withoutBlanks)
  bare.set(lines, known)
  return known
}
