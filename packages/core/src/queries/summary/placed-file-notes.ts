import { omitEmpty, type Region } from '@chronicle/schema'
import { isFolderPlace } from '../../place/folder-places.ts'
import type { PlacedFile } from '../../read/find-regions.ts'
import { saysOnlyTests } from '../../read/says-only-tests.ts'
import type { FileNote } from './collect-file-notes.ts'

/** Returns the regions about a file with their current units, or the rules of its folders, newest first. */
export function placedFileNotes({ regions, target }: PlacedFile, rules = false): readonly FileNote[] {
  const notes = regions.flatMap(
    ({ annotation, commit, committedAt, placement, position, region, retracted }): (FileNote & Order)[] => {
      if (retracted || region.file === undefined || saysOnlyTests(region)) return []
      if (isFolderPlace(region.file) !== rules) return []
      const isGone = placement === undefined && (isOfLines(region) || !target.names.has(region.file))
      if (!rules && isGone) return []
      const { context_level, timestamp } = annotation
      const units = placement?.units ?? []
      const note = { commit, committedAt, region, annotation: { timestamp, context_level } }
      return [{ ...note, position, ...omitEmpty({ units }) }]
    },
  )
  return notes
    .map((note, index) => ({ note, index }))
    .sort(
      (a, b) =>
        (b.note.committedAt ?? 0) - (a.note.committedAt ?? 0) ||
        (a.note.commit === b.note.commit ? a.note.position - b.note.position : b.index - a.index),
    )
    .map(({ note }) => note)
}

/** Whether a region is about lines without a name. When they are gone, it is not about the rest of the file. */
export function isOfLines({ ast_anchor: anchor, lines }: Region): boolean {
  return anchor === undefined && lines !== undefined
}

interface Order {
  readonly position: number
}
