import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ChangedLines } from '../diff/unified-diff.ts'
import type { NamedState } from '../files/file-states.ts'
import type { SourceContext } from '../source-context.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'
import type { Degradation, SourceMeta } from '../source-response.ts'
import type { RecordedConstraint } from './recorded-constraint.ts'

/** The metadata of an answer about the constraints on its lines. */
export interface ConstraintFacts {
  readonly facts: Pick<SourceMeta, 'constraints' | 'constraints_error'>
  readonly degradedBy: readonly Degradation[]
}

const NOTHING: ConstraintFacts = { facts: {}, degradedBy: [] }

/**
 * Finds the constraints recorded on some lines of a file, without duplicates. Returns nothing if there is no finder. If
 * the search fails, the read still succeeds, and the answer says that the constraints are unknown, and why.
 */
export function findConstraints(
  path: RepoPath,
  touched: readonly ChangedLines[],
  state: NamedState,
  { constraints: find, limits, call }: SourceContext,
): ResultAsync<ConstraintFacts, SourceError> {
  return safeTry(async function* () {
    const [first] = touched
    if (find === undefined || first === undefined) return ok(NOTHING)
    const hull = { start: Math.max(1, first.start), end: Math.max(1, ...touched.map(endOf)) }
    const found = await find({ path, lines: hull, at: state.commit ?? state.name }, call)
    if (found.isErr()) {
      const { code, message } = found.error
      if (code === 'aborted') return sourceFailure('aborted', message)
      if (code === 'file_not_found') return ok(NOTHING)
      return ok({ facts: { constraints_error: { code, message } }, degradedBy: ['constraints'] })
    }
    const matching = new Map<string, RecordedConstraint>()
    for (const constraint of found.value) {
      const key = JSON.stringify([constraint.about, constraint.text])
      if (!matching.has(key) && touched.some((lines) => overlaps(constraint, lines))) matching.set(key, constraint)
    }
    if (matching.size === 0) return ok(NOTHING)
    let chars = 0
    const constraints = [...matching.values()]
      .slice(0, limits.listed)
      .filter(({ text }, index) => (chars += text.length) <= limits.constraintChars || index === 0)
    return ok({ facts: { constraints }, degradedBy: constraints.length < matching.size ? ['constraints'] : [] })
  })
}

/** An insertion between two lines affects only constraints that cover both, so it is enough to query the line above. */
function endOf({ start, end, between }: ChangedLines): number {
  return between === true ? start : end
}

function overlaps({ lines }: RecordedConstraint, { start, end, between }: ChangedLines): boolean {
  if (lines === undefined) return true
  return between === true ? lines.start <= start && end <= lines.end : lines.start <= end && start <= lines.end
}
