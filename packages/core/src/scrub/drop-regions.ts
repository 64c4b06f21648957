import {
  contentId,
  correctionsRef,
  err,
  ok,
  parseCorrection,
  writeNote,
  parseJson,
  type Annotation,
  type CommitId,
  type NotesRef,
  type Region,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { targetsWholeAnnotation, targets } from '../corrections/correction-entry.ts'
import type { CorrectionError } from '../corrections/correction-error.ts'
import { noteLines } from '../notes/note-lines.ts'
import { readWholeNotes } from '../notes/read-whole-notes.ts'
import type { NoteScrub, NoteScrubber } from './note-scrub.ts'

/** Regions to remove from an annotation. */
export interface RegionsToDrop {
  readonly annotation: Annotation
  readonly regions: readonly Region[]
}

/**
 * Creates a scrubber that removes regions from the notes of some commits, and the corrections that target only these
 * regions. What is left of an annotation says that it was scrubbed, so that no copy brings the regions back.
 */
export function dropRegions(
  dropped: ReadonlyMap<CommitId, RegionsToDrop>,
  notesRefs: readonly NotesRef[],
): NoteScrubber {
  const corrections = new Set(notesRefs.map(correctionsRef))
  return ({ commit, ref, contents }) => {
    const meant = dropped.get(commit)
    if (meant === undefined) return ok(undefined)
    const ids = new Set(meant.regions.map(contentId))
    if (corrections.has(ref)) {
      const kept = meant.annotation.regions.filter((region) => !ids.has(contentId(region)))
      return ok(dropCorrections(contents, meant.regions, kept))
    }
    const read = readWholeNotes(contents, commit)
    if (read.isErr()) return err(unreadable(commit, ref, read.error))
    const before = read.value.annotation
    if (before === undefined) return ok(undefined)
    const regions = before.regions.filter((region) => !ids.has(contentId(region)))
    const occurrences = before.regions.length - regions.length
    if (occurrences === 0) return ok(undefined)
    const provenance = { ...before.provenance, scrubbed: true as const }
    return ok({ bytes: writeNote({ ...before, regions, provenance }), occurrences, warnings: read.value.dropped })
  }
}

/** Lines that cannot be parsed stay: they may be about anything. */
function dropCorrections(
  contents: readonly Uint8Array[],
  dropped: readonly Region[],
  kept: readonly Region[],
): NoteScrub | undefined {
  const lines = contents.flatMap(noteLines)
  const left = lines.filter((line) => {
    const correction = parseCorrection(parseJson(line))
    if (correction === undefined || targetsWholeAnnotation(correction)) return true
    return kept.some((region) => targets(correction, region)) || !dropped.some((region) => targets(correction, region))
  })
  if (left.length === lines.length) return undefined
  const bytes = left.length === 0 ? undefined : new TextEncoder().encode(`${left.join('\n')}\n`)
  return { bytes, occurrences: lines.length - left.length }
}

function unreadable(commit: CommitId, ref: NotesRef, reason: string): CorrectionError {
  const message = `The note on ${commit.slice(0, 12)} in ${ref} cannot be read (${reason}), so no region can be taken out of it. Scrub it by its text, or remove it with git notes remove.`
  return codedError('existing_note_unreadable', message, { data: { commit, notes_ref: ref } })
}
