import { ok, safeTry, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import { withoutBlanks } from './compare-slices.ts'
import { findUnits } from './find-units.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import { openIn } from './state-in.ts'
import type { TargetFile } from './target-file.ts'
import { hasWords } from './telling-lines.ts'

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
    const taken = linesRemoved(
      own === undefined ? [] : older.lines().slice(own.start - 1, own.end),
      left?.lines() ?? [],
    )
    const run = longestRun(target.text.lines(), taken)
    // Lines that both files already had at that time were not moved.
    const before = run && (yield* openIn(recordedIn, target.paths, texts))
    return ok(before === undefined ? run : longestRun(target.text.lines(), linesRemoved([...taken], before.lines())))
  })
}

/** Returns the lines with words, without white space, that one text has and the other lacks. */
export function linesRemoved(lines: readonly string[], left: readonly string[]): ReadonlySet<string> {
  const kept = new Set(left.map(withoutBlanks))
  return new Set(
    lines
      .filter(hasWords)
      .map(withoutBlanks)
      .filter((line) => !kept.has(line)),
  )
}

/**
 * Finds the longest run of lines that are all in `taken`; lines without words do not interrupt a run. `undefined` when
 * no run is long enough.
 */
export function longestRun(lines: readonly string[], taken: ReadonlySet<string>): LineRange | undefined {
  let longest: Run | undefined
  let run: Run | undefined
  for (const [index, line] of taken.size < MIN_LINES ? [] : lines.entries()) {
    if (!hasWords(line)) continue
    const text = withoutBlanks(line)
    if (taken.has(text)) {
      run = { start: run?.start ?? index + 1, end: index + 1, texts: (run?.texts ?? new Set<string>()).add(text) }
      if (run.texts.size > (longest?.texts.size ?? 0)) longest = run
    } else run = undefined
  }
  if (longest === undefined || longest.texts.size < MIN_LINES) return undefined
  return [...longest.texts].join('').length < MIN_LENGTH ? undefined : { start: longest.start, end: longest.end }
}

interface Run extends LineRange {
  readonly texts: Set<string>
}
