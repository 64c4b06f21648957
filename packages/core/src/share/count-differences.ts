import { contentId, ok, readNote, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import type { DifferingNote, TipComparison } from './compare-tips.ts'

/** Numbers of commits for which one side has something that the other lacks, or has removed something. */
export interface DifferenceCounts {
  readonly toPush: number
  readonly toPull: number
}

/** Number of notes whose contents are compared in one batch. */
const CHUNK = 500

/**
 * Counts the notes that each side has yet to receive. Everything that reports the sharing state uses it. Differences in
 * layout alone do not count. A change on one side goes to the other, even if it is a removal; when both changed a note,
 * what the other side lacks counts.
 */
export function countDifferences(
  { onlyOurs, onlyTheirs, both }: TipComparison,
  git: Pick<GitBackend, 'readBlobs'>,
  call: CallOptions,
): ResultAsync<DifferenceCounts, GitError> {
  return safeTry(async function* () {
    let [toPush, toPull] = [0, 0]
    const all = [
      ...onlyOurs.map((note) => ({ note, from: 'ours' as const })),
      ...onlyTheirs.map((note) => ({ note, from: 'theirs' as const })),
      ...both.map((note) => ({ note, from: 'both' as const })),
    ]
    for (let at = 0; at < all.length; at += CHUNK) {
      const some = all.slice(at, at + CHUNK)
      const blobs = yield* git.readBlobs([...new Set(some.flatMap(({ note }) => blobsToCompare(note)))], call)
      for (const { note, from } of some) {
        const here = contentsOf(note.commit, note.ours, blobs)
        const there = contentsOf(note.commit, note.theirs, blobs)
        const onlyHere = lacks(there, here) || note.theirs.length === 0
        const onlyThere = lacks(here, there) || note.ours.length === 0
        const differs = onlyHere || onlyThere
        if (from === 'ours' ? differs : from === 'both' && onlyHere) toPush++
        if (from === 'theirs' ? differs : from === 'both' && onlyThere) toPull++
      }
    }
    return ok({ toPush, toPull })
  })
}

/** A note that only one side has differs without being read. */
function blobsToCompare({ ours, theirs }: DifferingNote): readonly BlobId[] {
  return ours.length > 0 && theirs.length > 0 ? [...ours, ...theirs] : []
}

function lacks(side: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...other].some((each) => !side.has(each))
}

/**
 * Returns the contents of notes so that equal contents in different layouts are equal: annotations by their content,
 * other notes by lines.
 */
function contentsOf(
  commit: CommitId,
  ids: readonly BlobId[],
  blobs: ReadonlyMap<BlobId, Uint8Array>,
): ReadonlySet<string> {
  const contents = new Set<string>()
  for (const id of ids) {
    const bytes = blobs.get(id)
    if (bytes === undefined) continue
    const { annotation } = readNote(bytes, { commit })
    if (annotation === undefined) {
      for (const line of new TextDecoder().decode(bytes).split('\n')) if (line.trim() !== '') contents.add(line)
      continue
    }
    contents.add(JSON.stringify(['summary', annotation.summary]))
    for (const region of annotation.regions) {
      contents.add(JSON.stringify([contentId(region), claimsOf(region)]))
    }
    for (const concern of annotation.cross_cutting) contents.add(JSON.stringify(['concern', concern]))
  }
  return contents
}

/** The reader fills in omitted fields, so equal content in another layout gives an equal object. */
function claimsOf(region: object): unknown {
  return Object.fromEntries(Object.entries(region).sort(([a], [b]) => (a < b ? -1 : 1)))
}
