import { ok, safeTry, type LineRange, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import { resolveReformatted, withoutBlanks } from './compare-slices.ts'
import type { FileState } from './file-texts.ts'
import { keptLines } from './line-map.ts'
import { lengthOf } from './overlaps.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'
import { hasWords, linesIn } from './lines-with-words.ts'

/** The lines of a file that a commit wrote. */
export interface WrittenLines {
  /** The text of the file after the commit. */
  readonly state: FileState
  /** Ascending. Empty when the commit only deleted lines. */
  readonly ranges: readonly LineRange[]
}

/** Returns the lines that the annotated commit wrote in the file; `undefined` when it did not change the file. */
export function writtenLines(
  { commit }: Pick<PlaceableRegion, 'commit'>,
  target: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<WrittenLines | undefined, ReadError> {
  return safeTry(async function* () {
    const revision = target.history.revisions.find((each) => each.commit === commit)
    if (revision?.blob === undefined) return ok(undefined)
    const state: FileState = { path: revision.path, blob: revision.blob }
    if (revision.previousBlob === undefined) {
      const whole = yield* texts.open(state)
      return ok({ state, ranges: [{ start: 1, end: Math.max(1, whole?.lines().length ?? 1) }] })
    }
    const before: FileState = { path: revision.previousPath ?? revision.path, blob: revision.previousBlob }
    const map = yield* target.maps.between(before, state, texts)
    const ranges = (map ?? []).flatMap(({ startB, endB }): LineRange[] =>
      endB > startB ? [{ start: startB + 1, end: endB }] : [],
    )
    return ok({ state, ranges })
  })
}

/**
 * Returns the current ranges of the written lines that are unchanged, limited to `within` if given. When all of them
 * with words appear changed, as after a change of line ends or indentation, lines that differ only in white space count
 * as unchanged.
 */
export function writtenLinesLeft(
  { ranges, state }: WrittenLines,
  within: LineRange | undefined,
  target: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<{ readonly left: readonly LineRange[]; readonly written: number }, ReadError> {
  return safeTry(async function* () {
    const map = yield* target.text === undefined ? ok(undefined) : await target.maps.between(state, target.text, texts)
    const inside = ranges.flatMap((range): LineRange[] => {
      const start = Math.max(range.start, within?.start ?? range.start)
      const end = Math.min(range.end, within?.end ?? range.end)
      return start > end ? [] : [{ start, end }]
    })
    const written = inside.reduce((sum, range) => sum + lengthOf(range), 0)
    const left = map === undefined ? [] : inside.flatMap((range) => keptLines(map, range).ranges)
    const { text } = target
    if (map === undefined || text === undefined || written === 0) return ok({ left, written })
    const hasWordsIn = (kept: readonly LineRange[]): boolean =>
      kept.some((range) => linesIn(text.lines(), range).some(hasWords))
    if (hasWordsIn(left)) return ok({ left, written })
    const older = yield* texts.open(state)
    if (older === undefined) return ok({ left, written })
    const resolved = inside.flatMap((range) => keptLines(resolveReformatted(map, range, [older, text]), range).ranges)
    return ok({ left: left.length === 0 || hasWordsIn(resolved) ? resolved : left, written })
  })
}

/** Whether any of the written lines within `within` is among `kept`, lines of the queried state. */
export function isWrittenAmong(
  kept: readonly LineRange[],
  { ranges, state }: WrittenLines,
  within: LineRange,
  target: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    const older = yield* texts.open(state)
    const now = target.text?.lines() ?? []
    const left = new Set(kept.flatMap(({ start, end }) => now.slice(start - 1, end)).map(withoutBlanks))
    const written = ranges.flatMap(({ start, end }) =>
      (older?.lines() ?? []).slice(Math.max(start, within.start) - 1, Math.min(end, within.end)),
    )
    return ok(written.some((line) => hasWords(line) && left.has(withoutBlanks(line))))
  })
}
