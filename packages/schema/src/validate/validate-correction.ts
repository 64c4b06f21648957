import type { CodedError } from '../coded-error.ts'
import type { Correction } from '../correction.ts'
import { correctionDocument } from '../read-corrections.ts'
import { err, ok, type Result } from '../result.ts'
import { storedCorrectionSchema } from './input-schemas.ts'
import { findProblems, formatProblem } from './problems.ts'

/** Checks that `writeCorrections` would store a complete `chronicle-correction/v1` document. */
export function validateCorrection(correction: Correction): Result<Correction, CodedError<'invalid_correction'>> {
  const { problems } = findProblems(storedCorrectionSchema, correctionDocument(correction))
  if (problems.length === 0) return ok(correction)
  const message = `The correction is not valid: ${problems.map(formatProblem).join('; ')}`
  return err({ code: 'invalid_correction', message, data: { problems } })
}
