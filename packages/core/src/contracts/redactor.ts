import type { CodedError, LineRange, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/** Removes secrets from texts before they are stored or leave the machine. Equal texts give equal results. */
export interface Redactor {
  readonly name: string
  /** Returns one result for each text, in the same order. */
  redact(texts: readonly string[], options?: CallOptions): ResultAsync<readonly RedactedText[], RedactError>
}

/** A text after redaction. */
export interface RedactedText {
  /** The text with each secret replaced by a marker that names the rule: `[REDACTED:aws-access-key]`. */
  readonly text: string
  /** In text order. Empty if the text is unchanged: a changed text counts as one that had a secret. */
  readonly secrets: readonly FoundSecret[]
}

/** A removed secret. Never contains the secret itself. */
export interface FoundSecret {
  /** The rule that matched, in kebab-case. */
  readonly rule: string
  /** Line range in the original text. */
  readonly lines: LineRange
}

/** Reasons why a text could not be searched for secrets. It must then be neither stored nor sent. */
export type RedactError = CodedError<'redaction_failed' | 'aborted'>
