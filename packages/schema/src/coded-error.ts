import type { Remedy } from './remedy.ts'

/**
 * A failure as a value. Errors are plain objects, safe to serialise: nothing is thrown across a package boundary.
 *
 * `message` says what happened, names the value, and says what to do.
 */
export interface CodedError<Code extends string = string> {
  readonly code: Code
  readonly message: string
  /** What a program needs to act on the error: the path, the revision, the nearest candidates. */
  readonly data?: Readonly<Record<string, unknown>>
  /** The failure underneath, when there is one. */
  readonly cause?: unknown
}

/** Something the reader of an answer should know that did not stop the answer from being given. */
export interface Diagnostic {
  /** A stable, documented identifier such as `malformed_note`. */
  readonly code: string
  readonly severity: 'info' | 'warning'
  readonly message: string
  readonly commit?: string
  readonly path?: string
  /** What to ask instead, where that helps. */
  readonly remedy?: Remedy
}
