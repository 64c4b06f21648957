import {
  acknowledgementsRef,
  correctionsRef,
  DEFAULT_NOTES_REF,
  EXPORT_SCHEMA,
  mergeCorrections,
  mergeNotes,
  omitUndefined,
  type BlobId,
  type CommitId,
  type ExportDocument,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import { valueOrThrow } from '../contracts/log-failure.ts'
import { exportLines, exportNote } from './note-values.ts'
import type { ShareServices } from './share-services.ts'
import { subjectOf } from '../text/subject-of.ts'

/** Number of commits whose notes are read in one batch. */
const COMMITS_AT_ONCE = 1000

/**
 * Yields all notes, commit by commit, in the order of their ids, so that equal notes give equal documents in any
 * repository. Reads on demand. A failure is thrown as an `Error` whose `cause` is the `GitError`.
 */
export async function* exportNotes(seams: ShareServices, call: CallOptions = {}): AsyncGenerator<ExportDocument> {
  const { git, notesRef = DEFAULT_NOTES_REF } = seams
  const refs = [notesRef, correctionsRef(notesRef), acknowledgementsRef(notesRef)]
  const listings: ReadonlyMap<CommitId, readonly BlobId[]>[] = []
  for (const ref of refs) listings.push(valueOrThrow(await git.listNotes(ref, call)).notes)
  const commits = [...new Set(listings.flatMap((notes) => [...notes.keys()]))].sort()
  for (let from = 0; from < commits.length; from += COMMITS_AT_ONCE) {
    const some = commits.slice(from, from + COMMITS_AT_ONCE)
    const [read, patches] = [valueOrThrow(await git.readCommits(some, call)), await patchIdsOf(some, git, call)]
    const ids = some.flatMap((commit) => listings.flatMap((notes) => notes.get(commit) ?? []))
    const blobs = valueOrThrow(await git.readBlobs([...new Set(ids)], call))
    for (const commit of some) {
      const [note, corrections, acknowledgements] = listings.map((notes, index) =>
        (notes.get(commit) ?? [])
          .flatMap((id) => blobs.get(id) ?? [])
          .reduce<Uint8Array | undefined>((a, b) => {
            if (a === undefined) return b
            return index === 0 ? mergeNotes(a, b, { commit }) : mergeCorrections(a, b)
          }, undefined),
      )
      const object = read.get(commit)
      const patch = patches.get(commit)
      const lines = {
        corrections: corrections && exportLines(corrections),
        acknowledgements: acknowledgements && exportLines(acknowledgements),
      }
      yield {
        $schema: EXPORT_SCHEMA,
        commit,
        ...omitUndefined({ patch_id: patch }),
        ...(object !== undefined && { subject: subjectOf(object.message), authored_at: object.author.time }),
        ...(note !== undefined && exportNote(note, commit)),
        ...listed('corrections', lines.corrections?.objects),
        ...listed('acknowledgements', lines.acknowledgements?.objects),
        ...listed('other_corrections', lines.corrections?.others),
        ...listed('other_acknowledgements', lines.acknowledgements?.others),
      }
      call.onProgress?.({ step: 'exporting notes', done: from + 1, total: commits.length })
    }
  }
}

function listed<Key extends string, T>(
  key: Key,
  list: readonly T[] | undefined,
): { readonly [K in Key]?: readonly T[] } {
  return (list === undefined || list.length === 0 ? {} : { [key]: list }) as { readonly [K in Key]?: readonly T[] }
}

/**
 * Returns the patch ids by which commits are recognised under other ids. Empty when the backend cannot compute them.
 */
async function patchIdsOf(
  commits: readonly CommitId[],
  git: GitBackend,
  call: CallOptions,
): Promise<ReadonlyMap<CommitId, string>> {
  if (git.patchIds === undefined || commits.length === 0) return new Map()
  const ids = valueOrThrow(
    await git.patchIds(
      commits.map((commit) => ({ commit })),
      call,
    ),
  )
  return new Map(commits.flatMap((commit, index) => (ids[index] === undefined ? [] : [[commit, ids[index]]])))
}
