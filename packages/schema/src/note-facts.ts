import type { CommitId } from './ids.ts'
import { formatPlace, parsePlace } from './place.ts'
import { parseStrictAnnotation, type IndexedParts } from './plain-annotation.ts'
import { readNote } from './read-note/read-note.ts'

/**
 * The facts that an index stores about the notes of one commit: enough to find the notes again, not enough to answer
 * from. No duplicates.
 */
export interface NoteFacts {
  /** Files that the regions are about. */
  readonly paths: readonly string[]
  /** Whether the notes are about the whole commit, or could not be read and may be about anything. */
  readonly commitWide: boolean
  /** Code that the regions depend on. */
  readonly targets: readonly (readonly [file: string, anchor: string])[]
  /** Files that the cross-cutting entries name. */
  readonly groupFiles: readonly string[]
  /** Tags of the regions, normalised by `tagKey`. */
  readonly tags: readonly string[]
}

/** Returns the facts of all notes of a commit together. Pure: equal notes give equal facts. */
export function readNoteFacts(commit: CommitId, notes: readonly Uint8Array[]): NoteFacts {
  const paths = new Set<string>()
  const targets = new Map<string, readonly [string, string]>()
  const groupFiles = new Set<string>()
  const tags = new Set<string>()
  let commitWide = false
  const addFacts = ({ regions = [], cross_cutting: concerns = [] }: IndexedParts): void => {
    for (const region of regions) {
      if (region.file === undefined) commitWide = true
      else paths.add(region.file)
      // A change of the test also concerns the code that the test holds.
      for (const { file } of region.held_by_tests ?? []) paths.add(file)
      for (const { file, anchor = '' } of region.semantic_dependencies ?? [])
        targets.set(`${file.length} ${file}${anchor}`, [file, anchor])
      for (const tag of region.tags ?? []) tags.add(tagKey(tag))
    }
    for (const { regions: places } of concerns) for (const place of places) groupFiles.add(fileOf(place))
  }
  for (const bytes of notes) {
    const annotation = parseStrictAnnotation(commit, bytes) ?? readNote(bytes, { commit }).annotation
    if (annotation === undefined) commitWide = true
    else addFacts(annotation)
  }
  return {
    paths: [...paths],
    commitWide,
    targets: [...targets.values()],
    groupFiles: [...groupFiles],
    tags: [...tags],
  }
}

/** Returns the file of a place, normalised as the note reader does it. */
function fileOf(place: string): string {
  return parsePlace(formatPlace(parsePlace(place))).file
}

/** Returns the form of a tag that is the same for tags that differ only in case. */
export function tagKey(tag: string): string {
  return tag.toLowerCase()
}
