import type { CodedError, CommitId, CorrectionReceipt, NotesRef, ResultAsync } from '@chronicle/schema'
import type { FlagServices, ReattachServices } from '../src/corrections/index.ts'
import { createNotesIndex } from '../src/index-notes/create-notes-index.ts'
import { readInMemory, type InMemoryReads, type RecordedRepository } from './read-in-memory.ts'

/** A test setup for correcting annotations of an in-memory repository. */
export interface InMemoryCorrections {
  readonly services: FlagServices & ReattachServices
  readonly commits: readonly CommitId[]
  readonly reads: InMemoryReads
  /** Returns the stored corrections of the annotation on a commit. */
  stored(position: number): Promise<readonly object[]>
}

const CORRECTIONS = 'refs/notes/chronicle-corrections' as NotesRef
/** Time of every correction made here. */
export const CORRECTED_AT = '2025-07-01T00:00:00Z'
/** Author of every correction made here. */
export const CORRECTED_BY = 'Ada <ada@example.org>'

/** Creates a repository and the services that corrections of it need. */
export function correctInMemory(
  repository: RecordedRepository,
  more: Partial<FlagServices & ReattachServices> = {},
): InMemoryCorrections {
  const reads = readInMemory(repository)
  const { ast, commits, git, pipeline } = reads
  return {
    reads,
    commits,
    services: {
      git,
      ast,
      read: (query, call) => pipeline.execute(query, call),
      index: createNotesIndex({ git }),
      clock: () => Date.parse(CORRECTED_AT),
      author: CORRECTED_BY,
      ...more,
    },
    stored: async (position) => {
      const { notes } = (await git.listNotes(CORRECTIONS))._unsafeUnwrap()
      const ids = notes.get(commits[position] as CommitId) ?? []
      const blobs = (await git.readBlobs(ids))._unsafeUnwrap()
      return [...blobs.values()].flatMap((bytes) =>
        new TextDecoder()
          .decode(bytes)
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as object),
      )
    },
  }
}

/** Returns the `data` of the error that a correction fails with. */
export async function refusedData(result: ResultAsync<CorrectionReceipt, CodedError>): Promise<unknown> {
  return (await result)._unsafeUnwrapErr().data
}

/** Returns the code and the message of the error that a correction fails with. */
export async function refusal(result: ResultAsync<CorrectionReceipt, CodedError>): Promise<string> {
  const { code, message } = (await result)._unsafeUnwrapErr()
  return `${code}: ${message}`
}
