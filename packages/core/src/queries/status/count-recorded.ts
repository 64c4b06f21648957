import {
  ok,
  omitUndefined,
  safeTry,
  type Annotation,
  type ResultAsync,
  type StatusActivity,
  type StatusRecorded,
} from '@chronicle/schema'
import type { AnnotatedCommit } from '../../contracts/annotation-index.ts'
import { commitTime } from '../../contracts/commit-time.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { OpenedQuery } from '../place-query.ts'

/** Counts of what annotations contain. */
export type RecordedCounts = Pick<
  StatusRecorded,
  | 'annotations_read'
  | 'unreadable'
  | 'enhanced'
  | 'inferred'
  | 'regions'
  | 'constraints'
  | 'risks'
  | 'rejected_alternatives'
  | 'dependencies'
  | 'cross_cutting'
>

/** Maximum number of entries of recent activity. */
const MAX_ACTIVITY = 5
/** Number of notes read in one batch. */
const PAGE = 256

/** Reads annotations with corrections applied and counts their contents. Also returns those recorded last. */
export function countRecorded(
  commits: readonly AnnotatedCommit[],
  { context: { call, correctedNotes } }: OpenedQuery,
): ResultAsync<{ readonly counts: RecordedCounts; readonly activity: readonly StatusActivity[] }, ReadError> {
  return safeTry(async function* () {
    const counts = { unreadable: 0, enhanced: 0, inferred: 0, regions: 0, constraints: 0, risks: 0 }
    const more = { rejected_alternatives: 0, dependencies: 0, cross_cutting: 0 }
    let activity: readonly StatusActivity[] = []
    for (let from = 0; from < commits.length; from += PAGE) {
      call.onProgress?.({ step: 'counting annotations', done: from, total: commits.length })
      const page = commits.slice(from, from + PAGE)
      const notes = yield* correctedNotes(page, call)
      const made: StatusActivity[] = []
      for (const each of page) {
        const annotation = notes.get(each.commit)?.annotation
        if (annotation === undefined) {
          counts.unreadable++
          continue
        }
        counts[annotation.context_level]++
        counts.regions += annotation.regions.length
        more.cross_cutting += annotation.cross_cutting.length
        for (const region of annotation.regions) {
          counts.constraints += region.constraints.length
          counts.risks += region.risk_notes === undefined ? 0 : 1
          more.rejected_alternatives += region.rejected_alternatives.length
          more.dependencies += region.semantic_dependencies.length
        }
        made.push(activityOf(annotation, each))
      }
      activity = [...activity, ...made].sort(compareActivity).slice(0, MAX_ACTIVITY)
    }
    return ok({ counts: { annotations_read: commits.length, ...counts, ...more }, activity })
  })
}

function activityOf(
  { provenance, regions, summary, timestamp }: Annotation,
  { commit, committedAt }: AnnotatedCommit,
): StatusActivity {
  const recorded = provenance.recorded ?? regions.find((region) => region.recorded !== undefined)?.recorded
  const at = recorded?.at ?? (timestamp === '' ? (commitTime(committedAt) ?? '') : timestamp)
  return {
    commit,
    recorded_at: at,
    ...omitUndefined({ by: recorded?.by, with: recorded?.with }),
    summary: summary === '' ? (regions[0]?.intent ?? '') : summary,
  }
}

/** Sorts newest first; entries with the same time keep the order of their commits. */
function compareActivity(a: StatusActivity, b: StatusActivity): number {
  return (Date.parse(b.recorded_at) || 0) - (Date.parse(a.recorded_at) || 0)
}
