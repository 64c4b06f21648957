import {
  contentId,
  correctionsRef,
  err,
  ok,
  parseCorrection,
  writeNote,
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
import { parseJson } from '../text/parse-json.ts'
import type { NoteScrub, NoteScrubber } from './note-scrub.ts'

/**
 * Creates a scrubber that removes regions from the notes of one commit, and the corrections that target only these
 * regions.
 */
export function dropRegions(
  annotation: Annotation,
  dropped: readonly Region[],
  notesRefs: readonly NotesRef[],
): NoteScrubber {
  const ids = new Set(dropped.map(contentId))
  const kept = annotation.regions.filter((region) => !ids.has(contentId(region)))
  const corrections = new Set(notesRefs.map(correctionsRef))
  return ({ commit, ref, contents }) => {
    if (corrections.has(ref)) return ok(dropCorrections(contents, dropped, kept))
    const read = readWholeNotes(contents, commit)
    if (read.isErr()) return err(unreadable(commit, ref, read.error))
    const before = read.value.annotation
    if (before === undefined) return ok(undefined)
    const regions = before.regions.filter((region) => !ids.has(contentId(region)))
    const occurrences = before.regions.length - regions.length
    return ok(occurrences === 0 ? undefined : { bytes: writeNote({ ...before, regions }), occurrences })
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
