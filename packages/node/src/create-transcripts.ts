import { ResultAsync, type TranscriptReceipt } from '@chronicle/schema'
import type { TranscriptError, TranscriptRequest } from './import-transcripts.ts'
import type { RepositoryParts } from './repository-parts.ts'

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
