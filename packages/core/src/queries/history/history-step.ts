import { omitEmpty, omitUndefined, type HistoryStep, type StepLink } from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import type { Links } from '../../read/follow-references.ts'
import { correctionsOfRegion, recordingOfRegion } from '../../read/recording-of-region.ts'
import { commitTime } from '../../contracts/commit-time.ts'
import type { RankedRegion } from './ranked-region.ts'

/** A region of the history, or one linked from it. */
export interface DescribedRegion extends RankedRegion {
  readonly renamedTo?: string
  readonly linkedFrom?: readonly StepLink[]
}

/** Creates a step from a region and its commit. */
export function historyStep(from: DescribedRegion & Links, made: Commit): HistoryStep {
  const { author, committer, message } = made
  const { annotation, commit, linkedFrom = [], region, related, renamedTo } = from
  const { operation, derived_from } = annotation.provenance
  return {
    commit,
    timestamp: commitTime(committer.time) ?? annotation.timestamp,
    author: `${author.name} <${author.email}>`,
    ...splitMessage(message),
    context_level: region.context_level ?? annotation.context_level,
    ...omitUndefined({ recorded: recordingOfRegion(annotation, region, made) }),
    ...omitEmpty({
      file: region.file,
      anchor: region.ast_anchor?.name,
      lines: region.lines,
      renamed_to: renamedTo,
      summary: annotation.summary === region.intent ? '' : annotation.summary,
      task: annotation.task,
    }),
    intent: region.intent,
    ...omitEmpty({ reasoning: region.reasoning }),
    constraints: region.constraints,
    ...omitEmpty({
      rejected_alternatives: region.rejected_alternatives,
      risk_notes: region.risk_notes,
      tags: region.tags,
      corrections: correctionsOfRegion(region, made),
      related,
    }),
    provenance: { operation, ...omitEmpty({ derived_from }) },
    ...omitEmpty({ linked_from: linkedFrom }),
  }
}

/** Maximum number of characters of a message kept below its subject. */
const MAX_MESSAGE = 2000

/** Splits a message into its first paragraph on one line, as git shows it, and the rest. */
function splitMessage(message: string): Pick<HistoryStep, 'subject' | 'message'> {
  const text = message.trim()
  const blank = /\n[^\S\n]*\n/u.exec(text)
  const rest = blank === null ? '' : text.slice(blank.index).trim()
  return {
    subject: text.slice(0, blank?.index).replace(/\s+/gu, ' '),
    ...omitEmpty({ message: rest.length > MAX_MESSAGE ? `${rest.slice(0, MAX_MESSAGE)}…` : rest }),
  }
}
