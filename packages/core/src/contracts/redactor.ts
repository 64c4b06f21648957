import type { CodedError, LineRange, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/** Takes secrets out of texts before they are stored or leave the machine. Equal texts, equal results. */
export interface Redactor {
  readonly name: string
  /** One result for each text, in the same order. */
  redact(texts: readonly string[], options?: CallOptions): ResultAsync<readonly RedactedText[], RedactError>
}

/** A text without its secrets. */
export interface RedactedText {
  /** In the place of each secret stands a marker that names the rule: `[REDACTED:aws-access-key]`. */
  readonly text: string
  /** In the order they stood; empty where the text is unchanged. */
  readonly secrets: readonly FoundSecret[]
}

/** A secret that was taken out. Never holds the secret itself. */
export interface FoundSecret {
  /** The rule that found it, in kebab-case. */
  readonly rule: string
  /** Lines of the original text. */
  readonly lines: LineRange
}

/** Why a text could not be searched. Nothing may be stored or sent then. */
export type RedactError = CodedError<'redaction_failed' | 'aborted'>
