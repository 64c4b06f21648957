import { contentId, readNote, writeNote, type CommitId } from '@chronicle/schema'
import { noteLines } from '../notes/note-lines.ts'
import type { SharedRef } from './shared-refs.ts'

/**
 * Returns what a note contains that an earlier state of it did not: for an annotation, its new regions and
 * cross-cutting entries; for anything else, its new lines. `undefined` when nothing is new.
 */
export function newNoteContent(
  before: Uint8Array | undefined,
  now: Uint8Array,
  { commit, holds }: { readonly commit: CommitId; readonly holds: SharedRef['holds'] },
): Uint8Array | undefined {
  if (before === undefined) return now
  const annotation = holds === 'annotations' ? newAnnotationContent(before, now, commit) : undefined
  if (annotation !== undefined) return annotation.length === 0 ? undefined : annotation
  const known = new Set(noteLines(before))
  const lines = noteLines(now).filter((line) => !known.has(line))
  return lines.length === 0 ? undefined : new TextEncoder().encode(`${lines.join('\n')}\n`)
}

/**
 * Returns the new part of an annotation. Empty when nothing is new; `undefined` when one of the two is not an
 * annotation.
 */
function newAnnotationContent(before: Uint8Array, now: Uint8Array, commit: CommitId): Uint8Array | undefined {
  const [old, current] = [before, now].map((bytes) => readNote(bytes, { commit, maxRegions: Infinity }).annotation)
  if (old === undefined || current === undefined) return undefined
  const regions = new Set(old.regions.map(contentId))
  const concerns = new Set(old.cross_cutting.map(({ description }) => description))
  const { task: _, unknown_keys: __, ...rest } = current
  const added = {
    ...rest,
    summary: old.summary === current.summary ? '' : current.summary,
    regions: current.regions.filter((region) => !regions.has(contentId(region))),
    cross_cutting: current.cross_cutting.filter(({ description }) => !concerns.has(description)),
  }
  const nothing = added.regions.length === 0 && added.cross_cutting.length === 0
  return nothing ? new Uint8Array() : writeNote(added)
}
