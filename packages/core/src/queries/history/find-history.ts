import {
  err,
  HISTORY_OUTPUT_SCHEMA,
  ok,
  type Diagnostic,
  type HistoryOutput,
  type HistoryStep,
  type Result,
} from '@chronicle/schema'
import { ANNOTATION_ORIGINS } from '../../contracts/annotation-source.ts'
import type { CallOptions } from '../../contracts/call-options.ts'
import { findInferredSteps } from '../../from-history/inferred-steps.ts'
import { distinctDiagnostics, resolvedUnits } from '../../read/assemble-output.ts'
import { followReferences } from '../../read/follow-references.ts'
import { createUnitsOf } from '../../read/outlines.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { echoPlace, openQuery, resolvePlace } from '../place-query.ts'
import { requireCount } from '../require-count.ts'
import { findSteps } from './find-steps.ts'
import { historyStep, type DescribedRegion } from './history-step.ts'
import { DEFAULT_HISTORY_LIMIT, type HistoryQuery } from './history-query.ts'
import { linkSteps } from './link-steps.ts'
import { mergeSteps } from './merge-steps.ts'
import { compareSpoken, type SpokenRegion } from './spoken-region.ts'

/**
 * How the reasoning about a place came to be: what was recorded about it, commit by commit, and what the commits say
 * themselves on which nothing is recorded.
 */
export async function findHistory(
  query: HistoryQuery,
  base: QueryContext,
  call: CallOptions,
): Promise<Result<HistoryOutput, ReadError>> {
  const { limit = DEFAULT_HISTORY_LIMIT, followRelated = false, verbose = false } = query
  const counts = requireCount({ limit })
  if (counts.isErr()) return err(counts.error)
  const diagnostics: Diagnostic[] = []
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
  const opened = await openQuery(query.at, base, call, report)
  if (opened.isErr()) return err(opened.error)
  const { context, standpoint, view } = opened.value
  const place = await resolvePlace(query, opened.value)
  if (place.isErr()) return err(place.error)
  const scope = place.value

  const found = await findSteps(scope, query.anchor, opened.value)
  if (found.isErr()) return err(found.error)
  const { sources = ANNOTATION_ORIGINS } = query
  const recorded = sources.includes('notes') ? found.value.regions : []
  const shown = withoutRetracted(recorded, verbose, report)
  const inferred = sources.includes('history') ? await findInferredSteps(scope, opened.value) : ok(undefined)
  if (inferred.isErr()) return err(inferred.error)
  const newest = shown.slice(-limit)
  const linked = followRelated ? await linkSteps(newest, opened.value) : ok([])
  if (linked.isErr()) return err(linked.error)
  const chosen: readonly DescribedRegion[] = [...newest, ...withoutRetracted(linked.value, verbose, report)]
  const unitsOf = createUnitsOf(standpoint, context)
  const resolved = await followReferences([...chosen].sort(compareSpoken), 1, view, standpoint, unitsOf, context)
  if (resolved.isErr()) return err(resolved.error)
  const commits = await context.git.readCommits([...new Set(chosen.map(({ commit }) => commit))], call)
  if (commits.isErr()) return err(commits.error)
  const told = resolved.value.flatMap((each): readonly HistoryStep[] => {
    const commit = commits.value.get(each.commit)
    return commit === undefined ? [] : [historyStep(each, commit)]
  })
  // What was recorded is told first where there is room for only some of the steps.
  const { steps: said = [], stats: history } = inferred.value ?? {}
  const room = limit - newest.length
  const fromMessages = room === 0 ? [] : said.slice(-room)
  return ok({
    $schema: HISTORY_OUTPUT_SCHEMA,
    query: { ...echoPlace(query, scope.path, standpoint), limit, follow_related: followRelated },
    steps: mergeSteps(told, fromMessages),
    ...(scope.ambiguous ? { ambiguous_anchor: true as const } : {}),
    resolved: resolvedUnits(scope, []),
    stats: {
      steps_found: shown.length + said.length,
      steps_returned: newest.length + fromMessages.length,
      linked_steps: chosen.length - newest.length,
      paths: [...new Set([scope.path, ...shown.flatMap(({ region }) => region.file ?? []).reverse()])],
      names: found.value.names,
      ...(history === undefined ? {} : { history }),
    },
    diagnostics: distinctDiagnostics(diagnostics),
    trimmed: null,
  })
}

function withoutRetracted<R extends SpokenRegion>(
  regions: readonly R[],
  verbose: boolean,
  report: (diagnostic: Diagnostic) => void,
): readonly R[] {
  const withdrawn = regions.filter(({ retracted }) => retracted).length
  if (withdrawn === 0 || verbose) return regions
  const subject = withdrawn === 1 ? '1 step was retracted and is' : `${withdrawn} steps were retracted and are`
  const message = `${subject} not shown.`
  report({ code: 'retracted', severity: 'info', message, remedy: { option: 'verbose', value: true } })
  return regions.filter(({ retracted }) => !retracted)
}
