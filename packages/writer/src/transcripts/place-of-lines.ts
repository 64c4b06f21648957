import { omitUndefined, type LineRange, type Region } from '@chronicle/schema'
import { anchorOfUnit } from '@chronicle/core/annotate'
import type { ChangedFile, CommitContext } from '../commit-context.ts'
import { changedPlaces, mainPlaces } from '../heuristic/places/main-places.ts'
import type { CommittedLine } from './match-writes.ts'

/** The place that a statement is about, in the files of its commit. */
export type StatedPlace = Pick<Region, 'file' | 'ast_anchor' | 'lines'>

/**
 * Returns the place that a sentence is about, among the lines written for it: the unit that it names, otherwise the one
 * with most of these lines, otherwise the file.
 */
export async function placeOfLines(
  context: CommitContext,
  lines: readonly CommittedLine[],
  sentence: string,
): Promise<StatedPlace> {
  const files = context.files.flatMap((file): readonly ChangedFile[] => {
    const own = new Set(lines.flatMap(({ path, line }) => (path === file.path ? [line] : [])))
    const hunks = file.hunks.filter(({ new: { start, count } }) => {
      const first = Math.max(1, start)
      return Array.from({ length: Math.max(1, count) }, (_, index) => first + index).some((line) => own.has(line))
    })
    return hunks.length === 0 ? [] : [{ ...file, hunks }]
  })
  for (const role of ['code', 'config', 'test'] as const) {
    const changed = await changedPlaces({ ...context, files }, role)
    const [place] = [...mainPlaces(changed, sentence, ''), ...changed]
    if (place === undefined) continue
    const { unit } = place
    const range: LineRange | undefined = unit?.lines ?? place.lines
    return {
      file: place.file.path,
      ...omitUndefined({ ast_anchor: unit && anchorOfUnit(unit) }),
      ...omitUndefined({ lines: range }),
    }
  }
  const file = files.find(({ status }) => status !== 'deleted')?.path ?? lines[0]?.path
  return omitUndefined({ file })
}
