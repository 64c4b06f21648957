import { readNote, writeNote, type Annotation, type CommitId } from '@chronicle/schema'
import { noteLines } from '../notes/note-lines.ts'
import { mergedAnnotation } from '../notes/read-whole-notes.ts'
import {
  addsText,
  createUnscrubbedTest,
  hasScrubbedText,
  restoresOwnText,
  restoresRegionText,
} from '../rewrites/scrubbed-texts.ts'

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
  const [before, after] = [annotationIn(existing, commit), annotationIn([bytes], commit)]
  if (before === undefined || after === undefined) return bytes
  if (before.provenance.scrubbed === true) return addsText(after, before) ? undefined : bytes
  if (!hasScrubbedText(before)) return bytes
  if (restoresOwnText(after, before)) return undefined
  const regions = after.regions.filter((region) => !restoresRegionText(region, before.regions))
  if (regions.length === after.regions.length) return bytes
  return regions.length === 0 ? undefined : writeNote({ ...after, regions })
}

/** Returns lines to be merged with existing ones, without those that only lack what was scrubbed there. */
export function withoutScrubbedLines(bytes: Uint8Array, existing: readonly Uint8Array[]): Uint8Array | undefined {
  const isUnscrubbed = createUnscrubbedTest(existing.flatMap(noteLines))
  const lines = noteLines(bytes)
  const kept = lines.filter((line) => !isUnscrubbed(line))
  if (kept.length === lines.length) return bytes
  return kept.length === 0 ? undefined : new TextEncoder().encode(`${kept.join('\n')}\n`)
}
