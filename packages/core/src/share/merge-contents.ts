import { mergeCorrections, mergeNotes, type CommitId } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { SharedRef } from './shared-refs.ts'
import type { ShareError } from './share-services.ts'

/** Merges contents of a commit's note; `undefined` when there are none. */
export function mergeContents(
  contents: readonly Uint8Array[],
  { holds }: SharedRef,
  commit: CommitId,
): Uint8Array | undefined {
  const [first, ...others] = contents
  return others.reduce(
    (a, b) => a && (holds === 'lines' ? mergeCorrections(a, b) : mergeNotes(a, b, { commit })),
    first,
  )
}

export function unreadable(commit: CommitId, { ref }: SharedRef, id: string): ShareError {
  const message = `The note on ${commit.slice(0, 12)} in ${ref} or at the remote is not in the repository (blob ${id}), so the two cannot be merged. Fetch it, or run git fsck.`
  return codedError('existing_note_unreadable', message, { data: { commit, notes_ref: ref } })
}
