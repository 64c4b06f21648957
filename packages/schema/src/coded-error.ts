import type { Remedy } from './remedy.ts'

/**
 * A failure as a value. Errors are plain, serialisable objects: nothing is thrown across a package boundary.
 *
 * `message` says what happened, names the value, and says what to do.
 */
export interface CodedError<Code extends string = string> {
  readonly code: Code
  readonly message: string
  /** The data that a program needs to act on the error: the path, the revision, the nearest candidates. */
  readonly data?: Readonly<Record<string, unknown>>
  /** The underlying failure, if there is one. */
  readonly cause?: unknown
}

/** A notice for the reader of an answer that did not prevent the answer. */
export interface Diagnostic {
  /** A stable, documented identifier such as `malformed_note`. */
  readonly code: string
  readonly severity: 'info' | 'warning'
  readonly message: string
  readonly commit?: string
  readonly path?: string
  /** What to query instead, if that helps. */
  readonly remedy?: Remedy
}
