import { ok, safeTry, type AcknowledgedFinding, type CommitId, type Finding, type ResultAsync } from '@chronicle/schema'
import { readLocalAcknowledgements } from '../../acknowledge/local-acknowledgements.ts'
import { readAcknowledgementsOn, type FindingAcknowledgement } from '../../acknowledge/read-acknowledgements.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { OrderedFinding } from './order-findings.ts'
import type { ResolvedChange } from './resolve-change.ts'

/** Findings without an answer, and findings with one. */
export interface FindingsByAcknowledgement {
  readonly open: readonly Finding[]
  readonly acknowledged: readonly AcknowledgedFinding[]
}

/**
 * Separates the acknowledged findings from the open ones. An acknowledgement is on a commit of the change or, for
 * uncommitted edits, in this repository. `commits` are those of the change.
 */
export function separateAcknowledged(
  found: readonly OrderedFinding[],
  { base, head }: ResolvedChange,
  commits: ReadonlySet<CommitId>,
  context: ReadContext,
): ResultAsync<FindingsByAcknowledgement, ReadError> {
  return safeTry(async function* () {
    if (found.length === 0) return ok({ open: [], acknowledged: [] })
    const given: FindingAcknowledgement[] = []
    if (head === undefined) {
      const claims = found.flatMap((each) => each.claims)
      const local = base === undefined ? [] : await readLocalAcknowledgements(base, claims, context.storage)
      for (const { author, finding, reason } of local) given.push({ author, finding, reason, where: 'local' })
    } else {
      // The newest answer to a finding is the one shown.
      const newestFirst = [...new Set([...commits, head])].reverse()
      const read = yield* readAcknowledgementsOn(newestFirst, context)
      read.diagnostics.forEach(context.report)
      given.push(...read.given)
    }
    const open: Finding[] = []
    const acknowledged: AcknowledgedFinding[] = []
    for (const { finding, claims } of found) {
      const answer = given.find(({ finding: id }) => claims.some((claim) => claim.startsWith(id)))
      if (answer === undefined) open.push(finding)
      else {
        const { finding: _, ...acknowledgement } = answer
        acknowledged.push({ ...finding, acknowledged: acknowledgement })
      }
    }
    return ok({ open, acknowledged })
  })
}
