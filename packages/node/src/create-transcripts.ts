import type { AnnotateError } from '@chronicle/core/annotate'
import type { CallOptions } from '@chronicle/core/contracts'
import { ResultAsync, type CodedError, type NotesRef, type TranscriptReceipt } from '@chronicle/schema'
import type { RepositoryParts } from './repository-parts.ts'

/** The reason why transcripts could not be read, or their statements not be stored. */
export type TranscriptError = AnnotateError | CodedError<'transcripts_not_found' | 'revision_not_found'>

/** Which transcripts to read, and for which commits. */
export interface TranscriptRequest extends CallOptions {
  /** A folder with transcripts, or a single one. Default: the agents' folders in the home directory. */
  readonly from?: string | undefined
  /** Only transcripts modified since then, in milliseconds since the epoch. */
  readonly since?: number | undefined
  /** The id of one session, or its beginning. */
  readonly session?: string | undefined
  /** Only statements about this commit. */
  readonly commit?: string | undefined
  /** Whether to store new statements. Default: only list them. */
  readonly store?: boolean | undefined
  readonly notesRef?: NotesRef | undefined
  /** Texts that look like secrets but are not. */
  readonly allowedSecrets?: readonly string[] | undefined
}

/** Imports what people stated to coding agents while their commits were made. */
export interface Transcripts {
  /**
   * Finds the person's statements in the transcripts of coding agents, and the commits with the code that was written
   * in answer. Reads nothing outside of `from`, or the agents' folders, and stores nothing unless requested.
   */
  importTranscripts(request?: TranscriptRequest): ResultAsync<TranscriptReceipt, TranscriptError>
}

/** Creates a `Transcripts` whose implementation is loaded on first use. */
export function createTranscripts(seams: RepositoryParts): Transcripts {
  return {
    importTranscripts: (request = {}) =>
      new ResultAsync(import('./import-transcripts.ts').then((loaded) => loaded.importTranscripts(seams, request))),
  }
}
