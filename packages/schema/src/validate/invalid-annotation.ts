import type { CodedError } from '../coded-error.ts'
import { formatProblem, formatUnknownKey, type Findings } from './problems.ts'

/** The error for an invalid document. `data` has `problems`, and `unknownKeys` where they are not allowed. */
export type InvalidAnnotation = CodedError<'invalid_annotation'>

const SHOWN = 10

export function invalidAnnotation(findings: Findings): InvalidAnnotation {
  const mentioned = new Set(findings.problems.map((problem) => problem.suggestion))
  const lines = [
    ...findings.problems.map(formatProblem),
    ...findings.unknownKeys.filter(({ key }) => !mentioned.has(key)).map(formatUnknownKey),
  ]
  const more = lines.length > SHOWN ? `; and ${lines.length - SHOWN} more` : ''
  const count = lines.length === 1 ? 'one problem' : `${lines.length} problems`
  return {
    code: 'invalid_annotation',
    message: `The annotation is not valid, ${count}: ${lines.slice(0, SHOWN).join('; ')}${more}`,
    data: { problems: findings.problems, unknownKeys: findings.unknownKeys },
  }
}
