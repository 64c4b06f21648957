import type { HistoryStep, StepLink } from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import type { Links } from '../../read/follow-references.ts'
import { commitTime } from '../commit-time.ts'
import type { SpokenRegion } from './spoken-region.ts'

/** A region of the chain, or one that is linked from it. */
export interface DescribedRegion extends SpokenRegion {
  readonly renamedTo?: string
  readonly linkedFrom?: readonly StepLink[]
}

/** A region and its commit, as a step. */
export function historyStep(from: DescribedRegion & Links, { author, committer, message }: Commit): HistoryStep {
  const { annotation, commit, linkedFrom = [], region, related, renamedTo } = from
  const { operation, derived_from } = annotation.provenance
  return {
    commit,
    timestamp: commitTime(committer.time) ?? annotation.timestamp,
    author: `${author.name} <${author.email}>`,
    subject: subjectOf(message),
    context_level: region.context_level ?? annotation.context_level,
    ...some('file', region.file),
    ...some('anchor', region.ast_anchor?.name),
    ...some('lines', region.lines),
    ...some('renamed_to', renamedTo),
    ...some('summary', annotation.summary === region.intent ? '' : annotation.summary),
    ...some('task', annotation.task),
    intent: region.intent,
    ...some('reasoning', region.reasoning),
    constraints: region.constraints,
    ...some('rejected_alternatives', region.rejected_alternatives),
    ...some('risk_notes', region.risk_notes),
    ...some('tags', region.tags),
    ...some('corrections', region.corrections),
    ...some('related', related),
    provenance: { operation, ...some('derived_from', derived_from) },
    ...some('linked_from', linkedFrom),
  }
}

/** The first line of a message, as git shows it. */
function subjectOf(message: string): string {
  const [subject = ''] = message.replace(/^\s+/u, '').split(/\n[^\S\n]*(?:\n|$)/u)
  return subject.replace(/\s+/gu, ' ').trim()
}

/** A field that is there: neither absent nor empty. */
function some<Key extends string, Value extends object | string>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return (empty ? {} : { [key]: value }) as { readonly [K in Key]?: Value }
}
