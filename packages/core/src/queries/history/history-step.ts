import {
  formatPlace,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type HistoryStep,
  type ResultAsync,
  type StepLink,
} from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import { isFolderPlace } from '../../place/folder-places.ts'
import type { PlacingContext } from '../../place/placing-context.ts'
import type { PlacedFile } from '../../read/find-regions.ts'
import type { Links } from '../../read/follow-references.ts'
import { unitNamed } from '../../read/find-current-unit.ts'
import type { ReadError } from '../../read/read-error.ts'
import { correctionsOfRegion, recordingOfRegion } from '../../read/recording-of-region.ts'
import { commitTime } from '../../contracts/commit-time.ts'
import { withoutCredits } from '../../prose/message-trailers.ts'
import { regionKey, type RankedRegion } from './ranked-region.ts'

/** A region of the history, or one linked from it. */
export interface DescribedRegion extends RankedRegion, Lost {
  readonly renamedTo?: string
  readonly linkedFrom?: readonly StepLink[]
}

/** What became of the unit of a region, if the file lacks it. */
interface Lost {
  readonly lost?: Pick<HistoryStep, 'gone' | 'moved_to'>
}

/**
 * Adds to regions what became of units that a file lacks since a commit, or of a file that is gone, according to the
 * places of all its regions.
 */
export function withLostCode<R extends RankedRegion>(
  described: readonly R[],
  { regions, scope }: PlacedFile,
  { unitNow, unitsOf }: PlacingContext,
): ResultAsync<readonly (R & Lost)[], ReadError> {
  return safeTry(async function* () {
    const lost = new Set(regions.filter(({ placement }) => placement === undefined).map(regionKey))
    const found: (R & Lost)[] = []
    for (const each of described) {
      const lacking = lost.has(regionKey(each)) ? each.region.ast_anchor?.name : undefined
      const committed = lacking === undefined ? [] : ((await unitsOf(scope.committedPath)) ?? [])
      // An edit that is not committed may be undone, or go on.
      const name = lacking !== undefined && unitNamed(committed, lacking) === undefined ? lacking : undefined
      const now = yield* name === undefined ? ok(undefined) : await unitNow(name, scope.committedPath)
      const became = now && { moved_to: formatPlace({ file: now.path, anchor: now.name }) }
      const { ast_anchor: anchor, file } = each.region
      const isWholeFileGone =
        scope.isFileGone === true && anchor === undefined && file !== undefined && !isFolderPlace(file)
      found.push(name === undefined && !isWholeFileGone ? each : { ...each, lost: became ?? { gone: true } })
    }
    return ok(found)
  })
}

/** Creates a step from a region and its commit. */
export function historyStep(from: DescribedRegion & Links, made: Commit): HistoryStep {
  const { author, committer, message } = made
  const { annotation, commit, linkedFrom = [], lost, region, related, renamedTo } = from
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
      ...lost,
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

/** Splits a message into its first paragraph on one line, as git shows it, and the rest, without credits. */
function splitMessage(message: string): Pick<HistoryStep, 'subject' | 'message'> {
  const text = withoutCredits(message).trim()
  const blank = /\n[^\S\n]*\n/u.exec(text)
  const rest = blank === null ? '' : text.slice(blank.index).trim()
  return {
    subject: text.slice(0, blank?.index).replace(/\s+/gu, ' '),
    ...omitEmpty({ message: rest.length > MAX_MESSAGE ? `${rest.slice(0, MAX_MESSAGE)}…` : rest }),
  }
}
