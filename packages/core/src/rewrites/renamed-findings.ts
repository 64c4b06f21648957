import {
  acknowledgementDocument,
  parseAcknowledgement,
  readAcknowledgementTrailers,
  parseJson,
  type Region,
  type StoredAcknowledgement,
} from '@chronicle/schema'
import { commitTime } from '../contracts/commit-time.ts'
import type { Commit } from '../contracts/git-backend.ts'
import { claimOf, type RecordedClaim } from '../queries/check/finding-claim.ts'
import type { MovedRegion } from './carry-annotations.ts'

/**
 * Full ids of findings under the earlier names of their places, mapped to the ids under the names on the new commits.
 */
export type RenamedFindings = ReadonlyMap<string, string>

/** Returns the ids that change because a region has another file, or its unit another name, on the new commits. */
export function renamedFindings(moved: Iterable<MovedRegion>): RenamedFindings {
  const renamed = new Map<string, string>()
  for (const { before, after } of moved) {
    if (before.file === after.file && before.ast_anchor?.name === after.ast_anchor?.name) continue
    const [was, is] = [claimsOf(before), claimsOf(after)]
    for (const [words, claims] of was) {
      const [now] = is.get(words) ?? []
      if (now !== undefined) for (const claim of claims) if (claim !== now) renamed.set(claim, now)
    }
  }
  return renamed
}

/** Returns a line of an acknowledgement, followed by copies for the current names of its finding. */
export function withRenamedFindings(line: string, renamed: RenamedFindings): readonly string[] {
  const acknowledgement = renamed.size === 0 ? undefined : parseAcknowledgement(parseJson(line))
  // A line that is not an acknowledgement is carried unchanged.
  if (acknowledgement === undefined) return [line]
  return [line, ...copiesForNewIds(acknowledgement, renamed)]
}

/**
 * Returns acknowledgement lines for the trailers of a commit whose findings were renamed: its message cannot contain
 * the new ids.
 */
export function trailerAcknowledgements(
  { author, committer, message }: Commit,
  renamed: RenamedFindings,
): readonly string[] {
  if (renamed.size === 0) return []
  const signed = { author: `${author.name} <${author.email}>`, timestamp: commitTime(committer.time) ?? '' }
  return readAcknowledgementTrailers(message)
    .filter(({ reason }) => reason !== '')
    .flatMap((trailer) => copiesForNewIds({ ...trailer, ...signed }, renamed))
}

function copiesForNewIds(acknowledgement: StoredAcknowledgement, renamed: RenamedFindings): readonly string[] {
  const { finding } = acknowledgement
  return [...renamed]
    .filter(([was]) => was.startsWith(finding))
    .map(([, is]) =>
      JSON.stringify(acknowledgementDocument({ ...acknowledgement, finding: is.slice(0, finding.length) })),
    )
}

/** Returns the ids of all findings that a region can have, by their words, ids without recorded lines first. */
function claimsOf(region: Region): ReadonlyMap<string, readonly string[]> {
  const { file = '', ast_anchor: unit, lines } = region
  const claims: readonly Pick<RecordedClaim, 'kind' | 'words'>[] = [
    ...region.constraints.map(({ text }) => ({ kind: 'constraint' as const, words: [text] })),
    ...(region.risk_notes === undefined ? [] : [{ kind: 'risk' as const, words: [region.risk_notes] }]),
    ...region.rejected_alternatives.map(({ approach, reason }) => ({
      kind: 'rejected_alternative' as const,
      words: [approach, reason],
    })),
    ...region.evidence.flatMap(({ quote }) =>
      quote === undefined ? [] : [{ kind: 'comment' as const, words: [quote] }],
    ),
    ...(region.held_by_tests ?? []).map(({ title }) => ({ kind: 'held_by_test' as const, words: [title] })),
    ...region.semantic_dependencies.map(({ file: on, anchor, nature }) => ({
      kind: 'dependent' as const,
      words: [on, anchor, nature],
    })),
  ]
  return new Map(
    claims.map((claim) => {
      const place = { ...claim, file, anchor: unit?.name }
      const hasLines = (unit === undefined || unit.name === '') && lines !== undefined
      return [JSON.stringify(claim), [claimOf(place), ...(hasLines ? [claimOf({ ...place, lines })] : [])]]
    }),
  )
}
