import { err, ok, type CheckOutput, type Finding, type Result } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { nearestNames } from '../read/match-anchor.ts'
import type { AcknowledgementError } from './acknowledgement-error.ts'

/** Minimum number of digits of an id that identifies a finding of one answer. */
const MIN_DIGITS = 4
/** Maximum number of ids in a message. */
const MAX_NAMED = 10

/** Finds the findings with the given ids, without duplicates, including acknowledged ones. */
export function findFindings(
  wanted: readonly string[],
  { findings, acknowledged }: CheckOutput,
): Result<readonly Finding[], AcknowledgementError> {
  const all: readonly Finding[] = [
    ...findings,
    ...acknowledged.map(({ acknowledged: _, ...finding }): Finding => finding),
  ]
  const found = new Map<string, Finding>()
  for (const text of wanted) {
    const id = text.trim().toLowerCase()
    if (!/^[0-9a-f]+$/.test(id) || id.length < MIN_DIGITS) {
      const message = `${JSON.stringify(text)} is not the id of a finding. Give at least ${MIN_DIGITS} of the hexadecimal digits that check shows.`
      return err(codedError('invalid_acknowledgement', message, { data: { finding: text } }))
    }
    // A full id also matches a finding whose id is abbreviated.
    const matches = all.filter((finding) => finding.id.startsWith(id) || id.startsWith(finding.id))
    const [only] = matches
    if (only === undefined) return err(notFound(id, all))
    if (matches.length > 1) {
      const ids = matches.map((finding) => finding.id)
      const message = `Several findings begin with ${id}: ${ids.join(', ')}. Give more digits.`
      return err(codedError('ambiguous_finding', message, { data: { finding: id, findings: ids } }))
    }
    found.set(only.id, only)
  }
  return ok([...found.values()])
}

function notFound(id: string, all: readonly Finding[]): AcknowledgementError {
  const known = all.map((finding) => finding.id)
  const nearest = [...new Set([...nearestNames(id, known), ...known])].slice(0, MAX_NAMED)
  const rest = known.length > nearest.length ? `, and ${known.length - nearest.length} more` : ''
  const message =
    known.length === 0
      ? `The change has no finding ${id}; it has none at all.`
      : `The change has no finding ${id}. It has: ${nearest.join(', ')}${rest}.`
  return codedError('finding_not_found', message, { data: { finding: id, known } })
}
