import { readNote, writeNote, type Annotation, type CommitId, type Region } from '@chronicle/schema'
import { keepNoteLines, noteLines } from '../notes/note-lines.ts'
import { mergedAnnotation } from '../notes/read-whole-notes.ts'
import {
  addsText,
  createUnscrubbedTest,
  hasScrubbedText,
  restoresOwnText,
  restoresRegionText,
} from '../rewrites/scrubbed-texts.ts'
import { hasScrubMark } from '../scrub/scrub-mark.ts'

/** Returns the annotation of the notes of a commit, if they have one. */
export function annotationIn(contents: readonly Uint8Array[], commit: CommitId): Annotation | undefined {
  return mergedAnnotation(
    contents.flatMap((bytes) => readNote(bytes, { commit, maxRegions: Infinity }).annotation ?? []),
  )
}

/**
 * Returns an annotation to be merged with an existing one without what may have been scrubbed from that. `undefined` if
 * it has anything new and regions were scrubbed, or if a text outside of regions only lacks the scrubbed part; else
 * without such regions. The same bytes if all of it can be merged.
 */
export function withoutScrubbedRegions(
  bytes: Uint8Array,
  existing: readonly Uint8Array[],
  commit: CommitId,
): Uint8Array | undefined {
  // Almost no notes were ever scrubbed, and these need not be read.
  if (!hasScrubMark(existing)) return bytes
  const [before, after] = [annotationIn(existing, commit), annotationIn([bytes], commit)]
  if (before === undefined || after === undefined) return bytes
  if (before.provenance.scrubbed === true) return addsText(after, before) ? undefined : bytes
  if (!hasScrubbedText(before)) return bytes
  if (restoresOwnText(after, before)) return undefined
  return keepRegions(bytes, after, (region) => !restoresRegionText(region, before.regions))
}

/** Returns a note with some regions of its annotation; the same bytes if all are kept, `undefined` if nothing is. */
export function keepRegions(
  bytes: Uint8Array,
  annotation: Annotation,
  isKept: (region: Region) => boolean,
): Uint8Array | undefined {
  const regions = annotation.regions.filter(isKept)
  if (regions.length === annotation.regions.length) return bytes
  const isEmpty = regions.length === 0 && annotation.cross_cutting.length === 0
  return isEmpty ? undefined : writeNote({ ...annotation, regions })
}

/** Whether regions were scrubbed from the annotation of a commit. */
export function lacksScrubbedRegions(existing: readonly Uint8Array[], commit: CommitId): boolean {
  return hasScrubMark(existing) && annotationIn(existing, commit)?.provenance.scrubbed === true
}

/** Returns lines to be merged with existing ones, without those that only lack what was scrubbed there. */
export function withoutScrubbedLines(bytes: Uint8Array, existing: readonly Uint8Array[]): Uint8Array | undefined {
  const isUnscrubbed = createUnscrubbedTest(existing.flatMap(noteLines))
  return keepNoteLines(bytes, (line) => !isUnscrubbed(line))
}
