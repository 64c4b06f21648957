import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { StageError } from '../contracts/named-stage.ts'
import { DEFAULT_SCORER, SCORER_NAMES, type Scorer, type ScorerName } from '../contracts/scorer.ts'
import { calibratedScorer } from './calibrated-scorer.ts'
import { weightedScorer } from './weighted-scorer.ts'

/**
 * Creates the scorer with a name. `halfLifeDays` is an option of `specified`; `calibrated` does not use age. A scorer
 * with another name fails when it is used.
 */
export function namedScorer(
  name: ScorerName = DEFAULT_SCORER,
  options: { readonly halfLifeDays?: number } = {},
): Scorer {
  const checked = requireScorer(name)
  if (checked.isErr()) return { name, score: () => fail(checked.error.message) }
  return name === 'specified' ? weightedScorer(options) : calibratedScorer()
}

/** Rejects a value that is neither the name of a scorer nor a scorer, as an untyped caller may pass. */
export function requireScorer(scorer: unknown): Result<void, CodedError<'invalid_query'>> {
  const names: readonly unknown[] = SCORER_NAMES
  if (scorer === undefined || names.includes(scorer)) return ok()
  if (typeof scorer === 'object' && scorer !== null && 'score' in scorer) return ok()
  const given = typeof scorer === 'string' ? `There is no scorer ${JSON.stringify(scorer)}` : 'The scorer given is none'
  return err(codedError('invalid_query', `${given}. Give one of ${SCORER_NAMES.join(', ')}, or one of your own.`))
}

function fail(message: string): never {
  // eslint-disable-next-line no-restricted-syntax -- a scorer has no other way to fail
  throw new StageError(message)
}
