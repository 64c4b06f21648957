import { readNote, type Annotation, type CommitId, type RepoPath } from '@chronicle/schema'

/** What the index keeps of one commit's notes: enough to find them again, nothing to answer with. */
export interface NoteFacts {
  /** Files that its regions speak of, without duplicates. */
  readonly paths: readonly string[]
  /** It speaks of its whole commit, or could not be read and may speak of anything. */
  readonly commitWide: boolean
  /** Code that its regions depend on. */
  readonly targets: readonly (readonly [file: string, anchor: string])[]
  /** Files that its cross-cutting concerns name. */
  readonly groupFiles: readonly string[]
}

/** Facts of all notes of a commit together. */
export function readNoteFacts(commit: CommitId, notes: readonly Uint8Array[]): NoteFacts {
  const paths = new Set<string>()
  const targets = new Map<string, readonly [string, string]>()
  const groupFiles = new Set<string>()
  let commitWide = false
  for (const bytes of notes) {
    const { annotation } = readNote(bytes, { commit })
    if (annotation === undefined) commitWide = true
    else if (collect(annotation, paths, targets, groupFiles)) commitWide = true
  }
  return { paths: [...paths], commitWide, targets: [...targets.values()], groupFiles: [...groupFiles] }
}

function collect(
  annotation: Annotation,
  paths: Set<string>,
  targets: Map<string, readonly [string, string]>,
  groupFiles: Set<string>,
): boolean {
  let commitWide = false
  for (const region of annotation.regions) {
    if (region.file === undefined) commitWide = true
    else paths.add(region.file)
    for (const { file, anchor } of region.semantic_dependencies) targets.set(`${file}\0${anchor}`, [file, anchor])
  }
  for (const concern of annotation.cross_cutting) {
    for (const place of concern.regions) groupFiles.add(splitPlace(place).file)
  }
  return commitWide
}

/** A place as cross-cutting concerns name it: `file`, or `file:anchor` where the anchor may hold `::`. */
export function splitPlace(place: string): { readonly file: RepoPath; readonly anchor?: string } {
  const colon = place.indexOf(':')
  if (colon <= 0) return { file: place as RepoPath }
  const anchor = place.slice(colon + 1).trim()
  return { file: place.slice(0, colon).trim() as RepoPath, ...(anchor === '' ? {} : { anchor }) }
}
