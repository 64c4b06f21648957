/** How much one read may cost, and how much it may show. */
export interface SourceLimits {
  /** Larger files are the error `file_too_large`. Default 32 MiB. */
  readonly fileBytes: number
  /** A page has no more lines than this, whatever `limit` says. Default 2,000. */
  readonly pageLines: number
  /** A page has no more characters (UTF-16 units) than this, whatever `max_preview_chars` says. Default 100,000. */
  readonly pageChars: number
  /** A search for a symbol looks into no more files than this. Default 5,000. */
  readonly searchedFiles: number
  /** A search ends when it has read that many bytes. Default 32 MiB. */
  readonly searchedBytes: number
  /** A search leaves out files larger than this, which are generated as a rule. Default 1 MiB. */
  readonly searchedFileBytes: number
  /** A search parses no more files than this: those in which the last part of the name occurs. Default 200. */
  readonly parsedFiles: number
  /** Candidates, nearest names, context units and constraints that are listed. Default 20. */
  readonly listed: number
  /**
   * Constraints that are listed have no more characters than this together; the first is listed in any case. Default
   * 4,000.
   */
  readonly constraintChars: number
  /** Two texts larger than this together are not compared, but the error `file_too_large`. Default 4 MiB. */
  readonly diffBytes: number
  /**
   * Lines that are added and removed before a diff stops looking for the shortest way, and shows all between the first
   * and the last difference as replaced. Default 2,000.
   */
  readonly diffEdits: number
}

/** The limits of a reader that is given none. */
export const DEFAULT_SOURCE_LIMITS: SourceLimits = {
  fileBytes: 32 * 1024 * 1024,
  pageLines: 2_000,
  pageChars: 100_000,
  searchedFiles: 5_000,
  searchedBytes: 32 * 1024 * 1024,
  searchedFileBytes: 1024 * 1024,
  parsedFiles: 200,
  listed: 20,
  constraintChars: 4_000,
  diffBytes: 4 * 1024 * 1024,
  diffEdits: 2_000,
}

/** Lines of a page when no `limit` is given. */
export const DEFAULT_PAGE_LINES = 400

/** Characters (UTF-16 units) of a page when no `max_preview_chars` is given: about 4,000 tokens. */
export const DEFAULT_PAGE_CHARS = 16_000
