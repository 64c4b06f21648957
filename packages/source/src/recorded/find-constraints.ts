import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { TouchedLines } from '../diff/unified-diff.ts'
import type { NamedState } from '../files/file-states.ts'
import type { SourceContext } from '../source-context.ts'
import { failed, type SourceError } from '../source-error.ts'
import type { Degradation, SourceMeta } from '../source-response.ts'
import type { RecordedConstraint } from './recorded-constraint.ts'

/** What an answer says about the constraints on its lines. */
export interface ConstraintFacts {
  readonly facts: Pick<SourceMeta, 'constraints' | 'constraints_error'>
  readonly degradedBy: readonly Degradation[]
}

const NOTHING: ConstraintFacts = { facts: {}, degradedBy: [] }

/**
 * Finds the constraints that are recorded on some lines of a file, each once. Without a finder there is nothing to say.
 * A failure to find them does not fail the read: the answer says that they are not known, and why.
 */
export function findConstraints(
  path: RepoPath,
  touched: readonly TouchedLines[],
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
      if (code === 'aborted') return failed('aborted', message)
      if (code === 'file_not_found') return ok(NOTHING)
      return ok({ facts: { constraints_error: { code, message } }, degradedBy: ['constraints'] })
    }
    const standing = new Map<string, RecordedConstraint>()
    for (const constraint of found.value) {
      const key = JSON.stringify([constraint.about, constraint.text])
      if (!standing.has(key) && touched.some((lines) => standsOn(constraint, lines))) standing.set(key, constraint)
    }
    if (standing.size === 0) return ok(NOTHING)
    let chars = 0
    const constraints = [...standing.values()]
      .slice(0, limits.listed)
      .filter(({ text }, index) => (chars += text.length) <= limits.constraintChars || index === 0)
    return ok({ facts: { constraints }, degradedBy: constraints.length < standing.size ? ['constraints'] : [] })
  })
}

/** What is inserted between two lines changes only what both of them are in: the line above is enough to ask about. */
function endOf({ start, end, between }: TouchedLines): number {
  return between === true ? start : end
}

function standsOn({ lines }: RecordedConstraint, { start, end, between }: TouchedLines): boolean {
  if (lines === undefined) return true
  return between === true ? lines.start <= start && end <= lines.end : lines.start <= end && start <= lines.end
}
