import {
  contentId,
  correctionsRef,
  err,
  mergeAll,
  ok,
  parseCorrection,
  readNote,
  writeNote,
  type Annotation,
  type CommitId,
  type NotesRef,
  type Region,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { isOfWhole, targets } from '../corrections/correction-entry.ts'
import type { CorrectionError } from '../corrections/correction-error.ts'
import type { NoteScrub, NoteScrubber } from './note-scrub.ts'

/** What `readNote` says of a note that it could not take in as a whole: writing it back would lose the rest. */
const LOSES: ReadonlySet<string> = new Set(['malformed_note', 'unreadable_part', 'knowledge_note'])

/** Takes regions out of the notes of one commit, and the corrections that speak of them and of nothing else. */
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
    const read: Annotation[] = []
    for (const bytes of contents) {
      const note = readNote(bytes, { commit, maxRegions: Number.POSITIVE_INFINITY })
      const lost = note.diagnostics.find(({ code }) => LOSES.has(code))
      if (note.annotation === undefined || lost !== undefined) return err(unreadable(commit, ref, lost?.message))
      read.push(note.annotation)
    }
    const [first, ...others] = read
    if (first === undefined) return ok(undefined)
    const before = others.length === 0 ? first : mergeAll([first, ...others])
    const regions = before.regions.filter((region) => !ids.has(contentId(region)))
    const occurrences = before.regions.length - regions.length
    return ok(occurrences === 0 ? undefined : { bytes: writeNote({ ...before, regions }), occurrences })
  }
}

/** Lines that cannot be read stay: they may speak of anything. */
function dropCorrections(
  contents: readonly Uint8Array[],
  dropped: readonly Region[],
  kept: readonly Region[],
): NoteScrub | undefined {
  const lines = contents.flatMap((bytes) => new TextDecoder().decode(bytes).split('\n')).filter((line) => line !== '')
  const left = lines.filter((line) => {
    const correction = parseCorrection(parsed(line))
    if (correction === undefined || isOfWhole(correction)) return true
    return kept.some((region) => targets(correction, region)) || !dropped.some((region) => targets(correction, region))
  })
  if (left.length === lines.length) return undefined
  const bytes = left.length === 0 ? undefined : new TextEncoder().encode(`${left.join('\n')}\n`)
  return { bytes, occurrences: lines.length - left.length }
}

/** `undefined` when it is not JSON, which is an answer here and not a failure. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function unreadable(commit: CommitId, ref: NotesRef, reason = 'it holds no annotation'): CorrectionError {
  const message = `The note on ${commit.slice(0, 12)} in ${ref} cannot be read (${reason}), so no region can be taken out of it. Scrub it by its text, or remove it with git notes remove.`
  return codedError('existing_note_unreadable', message, { data: { commit, notes_ref: ref } })
}
