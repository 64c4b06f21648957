import { ok, type Result } from '@chronicle/schema'
import { isFolderPlace } from '../../place/folder-places.ts'
import { findRegions } from '../../read/find-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import { saysOnlyTests } from '../../read/says-only-tests.ts'
import type { ResolvedScope } from '../../read/resolve-scope.ts'
import type { Opened } from '../place-query.ts'
import type { FileNote } from './collect-file-notes.ts'

/** What is recorded about a file, each placed in it, newest first. */
export async function placedFileNotes(
  scope: ResolvedScope,
  { placing, view }: Opened,
): Promise<Result<readonly FileNote[], ReadError>> {
  const found = await findRegions(scope, view, placing)
  if (found.isErr()) return found.map(() => [])
  const notes = found.value.regions.flatMap(
    ({ annotation, commit, committedAt, placement, position, region, retracted }): (FileNote & Order)[] => {
      if (retracted || region.file === undefined || isFolderPlace(region.file) || saysOnlyTests(region)) return []
      const named = found.value.target.names.has(region.file)
      if (!named && placement === undefined) return []
      const { context_level, timestamp } = annotation
      const units = placement?.units ?? []
      const note = { commit, committedAt, region, annotation: { timestamp, context_level } }
      return [{ ...note, position, ...(units.length === 0 ? {} : { units }) }]
    },
  )
  return ok(
    notes
      .map((note, index) => ({ note, index }))
      .sort(
        (a, b) =>
          (b.note.committedAt ?? 0) - (a.note.committedAt ?? 0) ||
          (a.note.commit === b.note.commit ? a.note.position - b.note.position : b.index - a.index),
      )
      .map(({ note }) => note),
  )
}

interface Order {
  readonly position: number
}
