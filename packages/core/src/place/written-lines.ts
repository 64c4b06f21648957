import { ok, safeTry, type LineRange, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { FileState } from './file-texts.ts'
import { keptLines } from './line-map.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'

/** The lines of a file that a commit wrote. */
export interface WrittenLines {
  /** The file as the commit left it. */
  readonly state: FileState
  /** Ascending. Empty where the commit only deleted lines. */
  readonly ranges: readonly LineRange[]
}

/** Returns what the annotated commit wrote in the file; `undefined` when it did not change it. */
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

/** Where those of the written lines are that lie in `within`, if given, and that nobody has changed. */
export function writtenLinesLeft(
  { ranges, state }: WrittenLines,
  within: LineRange | undefined,
  target: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<{ readonly left: readonly LineRange[]; readonly written: number }, ReadError> {
  return safeTry(async function* () {
    const map = yield* target.text === undefined ? ok(undefined) : await target.maps.between(state, target.text, texts)
    const left: LineRange[] = []
    let written = 0
    for (const range of ranges) {
      const start = Math.max(range.start, within?.start ?? range.start)
      const end = Math.min(range.end, within?.end ?? range.end)
      if (start > end) continue
      written += end - start + 1
      if (map !== undefined) left.push(...keptLines(map, { start, end }).ranges)
    }
    return ok({ left, written })
  })
}
