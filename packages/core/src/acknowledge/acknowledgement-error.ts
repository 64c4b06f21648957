import type { CodedError } from '@chronicle/schema'
import type { CorrectionError } from '../corrections/correction-error.ts'

/** Reasons why findings were not acknowledged. Nothing has been written in any of these cases. */
export type AcknowledgementError =
  | CodedError<'invalid_acknowledgement' | 'finding_not_found' | 'ambiguous_finding' | 'acknowledgement_not_stored'>
  | CorrectionError
