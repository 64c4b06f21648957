import type { TokenCounter } from '@chronicle/core/contracts'
import type { NotesRef } from '@chronicle/schema'
import type { AnswerDefaults, ServedRepository } from './served-repository.ts'

/** The repository to serve, and the server's settings. */
export interface ChronicleServerOptions {
  /** An open repository. The server does not close it. */
  readonly chronicle: ServedRepository
  /** Names of the tools to offer, with or without `chronicle_`. Default: all. */
  readonly tools?: readonly string[] | undefined
  /** The notes refs that the repository was opened with, for resources. Default `refs/notes/chronicle`. */
  readonly notesRefs?: readonly NotesRef[] | undefined
  /** Defaults for options that a call omits. */
  readonly defaults?: AnswerDefaults | undefined
  /**
   * Whether to add the JSON document of every answer to its text, and to list output schemas. The budget counts both.
   * Default false: a model reads only the text.
   */
  readonly structured?: boolean | undefined
  /** Counts the tokens of an answer. Default `cautiousTokens()`. */
  readonly tokens?: TokenCounter | undefined
}
