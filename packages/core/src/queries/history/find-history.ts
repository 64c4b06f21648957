import {
  HISTORY_OUTPUT_SCHEMA,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type Diagnostic,
  type HistoryOutput,
  type HistoryStep,
  type ResultAsync,
} from '@chronicle/schema'
import { ANNOTATION_ORIGINS } from '../../contracts/annotation-source.ts'
import type { CallOptions } from '../../contracts/call-options.ts'
import { findInferredSteps } from '../../from-history/inferred-steps.ts'
import { toldCommits } from '../../from-history/told-commits.ts'
import { distinctDiagnostics, resolvedUnits } from '../../read/assemble-output.ts'
import { createPlacingContext } from '../../place/placing-context.ts'
import { findRegions } from '../../read/find-regions.ts'
import { followReferences } from '../../read/follow-references.ts'
import { createListUnits } from '../../read/outlines.ts'
import { isRewrittenNotice } from '../../reconcile/rewritten-notice.ts'
import { notedElsewhere, otherBranchesNotice } from '../../read/other-branches.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { withoutRetracted } from '../../read/report-retracted.ts'
import { echoPlace, openQuery, resolvePlace } from '../place-query.ts'
import { requireCount } from '../require-count.ts'
import { movedInRegions } from './moved-in-regions.ts'
import { findSteps } from './find-steps.ts'
import { historyStep, withLostCode, type DescribedRegion } from './history-step.ts'
import { DEFAULT_HISTORY_LIMIT, type HistoryQuery } from './history-query.ts'
import { linkSteps } from './link-steps.ts'
import { mergeSteps } from './merge-steps.ts'
import { compareByRank, regionKey } from './ranked-region.ts'

/**
 * Returns how the reasoning about a place developed: what was recorded about it, commit by commit, and what the commit
 * messages say.
 */
export function findHistory(
  query: HistoryQuery,
  base: QueryContext,
  call: CallOptions,
): ResultAsync<HistoryOutput, ReadError> {
  return safeTry(async function* () {
    const { limit = DEFAULT_HISTORY_LIMIT, followRelated = false, verbose = false } = query
    yield* requireCount({ limit })
    const diagnostics: Diagnostic[] = []
    const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
    const opened = yield* openQuery(query.at, base, call, report)
    const { context, queried, view } = opened
    const scope = yield* resolvePlace(query, opened)

    const found = yield* findSteps(scope, query.anchor, opened)
    const { sources = ANNOTATION_ORIGINS } = query
    const isRecorded = sources.includes('notes')
    // Problems with notes of the place and with its versions are reported by the history itself.
    const placing = createPlacingContext({ ...context, report: () => undefined }, queried)
    const file = yield* isRecorded && view.noteCount > 0 ? await findRegions(scope, view, placing) : ok(undefined)
    const arrived = yield* file === undefined ? ok([]) : await movedInRegions(file, query.anchor, opened)
    const known = new Set(found.regions.map(regionKey))
    const others = arrived.filter((each) => !known.has(regionKey(each)))
    const recorded = isRecorded ? [...found.regions, ...others].sort(compareByRank) : []
    const shown = withoutRetracted(recorded, verbose, report, 'step')
    if (shown.length === 0 && isRecorded && !diagnostics.some(isRewrittenNotice)) {
      const noted = yield* notedElsewhere(scope.paths, view, queried, context)
      const notice = yield* otherBranchesNotice([noted], query.anchor, view, queried, context)
      if (notice !== undefined) report(notice)
    }
    // A recorded step already contains the message of its commit.
    const told = new Set([
      ...recorded.map(({ commit }) => commit),
      ...toldCommits(file === undefined ? [] : [file], []),
    ])
    const inferred = yield* sources.includes('history') ? await findInferredSteps(scope, told, opened) : ok(undefined)
    const last = shown.slice(-limit)
    const newest = yield* file === undefined ? ok(last) : await withLostCode(last, file, placing)
    const linked = yield* followRelated ? await linkSteps(newest, opened) : ok([])
    const chosen: readonly DescribedRegion[] = [...newest, ...withoutRetracted(linked, verbose, report, 'step')]
    const unitsOf = createListUnits(queried, context)
    const resolved = yield* followReferences([...chosen].sort(compareByRank), 1, view, queried, unitsOf, context)
    const commits = yield* context.git.readCommits([...new Set(chosen.map(({ commit }) => commit))], call)
    const recordedSteps = resolved.flatMap((each): readonly HistoryStep[] => {
      const commit = commits.get(each.commit)
      return commit === undefined ? [] : [historyStep(each, commit)]
    })
    // Recorded steps take precedence when there is room for only some of the steps.
    const { steps: inferredSteps = [], stats: history } = inferred ?? {}
    const room = limit - newest.length
    const fromMessages = room === 0 ? [] : inferredSteps.slice(-room)
    return ok({
      $schema: HISTORY_OUTPUT_SCHEMA,
      query: { ...echoPlace(query, scope.path, queried), limit, follow_related: followRelated },
      steps: mergeSteps(recordedSteps, fromMessages),
      ...omitEmpty({ ambiguous_anchor: scope.ambiguous }),
      resolved: resolvedUnits(scope, []),
      stats: {
        steps_found: shown.length + inferredSteps.length,
        steps_returned: newest.length + fromMessages.length,
        linked_steps: chosen.length - newest.length,
        paths: [...new Set([scope.path, ...shown.flatMap(({ region }) => region.file ?? []).reverse()])],
        names: found.names,
        ...omitUndefined({ history: history && { ...history, speaking: inferredSteps.length } }),
      },
      diagnostics: distinctDiagnostics(diagnostics),
      trimmed: null,
    })
  })
}
