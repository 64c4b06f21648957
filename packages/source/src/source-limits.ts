/** Limits of the cost of one read, and of the size of its answer. */
export interface SourceLimits {
  /** Maximum size of a file. Larger ones fail with `file_too_large`. Default 32 MiB. */
  readonly fileBytes: number
  /** Maximum number of lines of a page, even if `limit` is greater. Default 2,000. */
  readonly pageLines: number
  /** Maximum number of characters (UTF-16 units) of a page, even if `max_preview_chars` is greater. Default 100,000. */
  readonly pageChars: number
  /** Maximum number of files that a symbol search reads. Default 5,000. */
  readonly searchedFiles: number
  /** Number of bytes after which a search stops reading. Default 32 MiB. */
  readonly searchedBytes: number
  /** Maximum size of a file that a search reads. Larger ones are usually generated. Default 1 MiB. */
  readonly searchedFileBytes: number
  /** Maximum number of files that a search parses, among those that contain the last part of the name. Default 200. */
  readonly parsedFiles: number
  /** Maximum number of candidates, nearest names, context units and constraints listed. Default 20. */
  readonly listed: number
  /** Maximum number of characters of all listed constraints together; the first is always listed. Default 4,000. */
  readonly constraintChars: number
  /** Maximum size of the two sides of a diff together. Larger ones fail with `file_too_large`. Default 4 MiB. */
  readonly diffBytes: number
  /**
   * Number of added and removed lines after which a diff stops searching for the shortest result, and shows everything
   * between the first and the last difference as replaced. Default 2,000.
   */
  readonly diffEdits: number
}

/** The default limits of a reader. */
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

/** Default number of lines of a page, without a `limit`. */
export const DEFAULT_PAGE_LINES = 400

/** Default number of characters (UTF-16 units) of a page, without `max_preview_chars`: about 4,000 tokens. */
export const DEFAULT_PAGE_CHARS = 16_000
