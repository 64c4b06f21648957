import type { CommitId } from './ids.ts'
import { formatPlace, parsePlace } from './place.ts'
import { plainAnnotation, type PlainAnnotation } from './plain-annotation.ts'
import { readNote } from './read-note/read-note.ts'

/** What an index keeps of one commit's notes: enough to find them again, nothing to answer with. No duplicates. */
export interface NoteFacts {
  /** Files that its regions speak of. */
  readonly paths: readonly string[]
  /** It speaks of its whole commit, or could not be read and may speak of anything. */
  readonly commitWide: boolean
  /** Code that its regions depend on. */
  readonly targets: readonly (readonly [file: string, anchor: string])[]
  /** Files that its cross-cutting concerns name. */
  readonly groupFiles: readonly string[]
  /** Tags of its regions, as `tagKey` gives them. */
  readonly tags: readonly string[]
}

/** Facts of all notes of a commit together. Pure: equal notes, equal facts. */
export function readNoteFacts(commit: CommitId, notes: readonly Uint8Array[]): NoteFacts {
  const paths = new Set<string>()
  const targets = new Map<string, readonly [string, string]>()
  const groupFiles = new Set<string>()
  const tags = new Set<string>()
  let commitWide = false
  const collect = ({ regions = [], cross_cutting: concerns = [] }: PlainAnnotation): void => {
    for (const region of regions) {
      if (region.file === undefined) commitWide = true
      else paths.add(region.file)
      // A change of the test is of interest to what it holds.
      for (const { file } of region.held_by_tests ?? []) paths.add(file)
      for (const { file, anchor = '' } of region.semantic_dependencies ?? [])
        targets.set(`${file.length} ${file}${anchor}`, [file, anchor])
      for (const tag of region.tags ?? []) tags.add(tagKey(tag))
    }
    for (const { regions: places } of concerns) for (const place of places) groupFiles.add(fileOf(place))
  }
  for (const bytes of notes) {
    const annotation = plainAnnotation(commit, bytes) ?? readNote(bytes, { commit }).annotation
    if (annotation === undefined) commitWide = true
    else collect(annotation)
  }
  return {
    paths: [...paths],
    commitWide,
    targets: [...targets.values()],
    groupFiles: [...groupFiles],
    tags: [...tags],
  }
}

/** The file of a place, read as a note's reader reads it. */
function fileOf(place: string): string {
  return parsePlace(formatPlace(parsePlace(place))).file
}

/** What tags that differ in case alone have in common. */
export function tagKey(tag: string): string {
  return tag.toLowerCase()
}
