import { err, ok, type Diagnostic, type ReadOutput, type Result } from '@chronicle/schema'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import type { HistoryFacts } from '../history/history-facts.ts'
import { applyCorrections } from './apply-corrections.ts'
import { assembleOutput, type Findings } from './assemble-output.ts'
import { blameScope, type BlamedScope } from './blame-scope.ts'
import { collectCrossCutting } from './collect-cross-cutting.ts'
import { findDependents } from './collect-dependents.ts'
import { fetchNotes } from './fetch-notes.ts'
import { followReferences } from './follow-references.ts'
import { matchRegions } from './match-regions.ts'
import { createUnitsOf, type UnitsOf } from './outlines.ts'
import type { ReadContext, Standpoint } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { noNotes, SHALLOW } from './repository-notices.ts'
import { resolveScope } from './resolve-scope.ts'
import { resolveSince } from './resolve-since.ts'
import { resolveStandpoint } from './resolve-standpoint.ts'
import { reportNotesWithoutLines } from './report-notes-without-lines.ts'
import { scoreRegions } from './score-regions.ts'

/** Runs the seven stages. The output is not trimmed yet. */
export async function runReadPipeline(
  query: ResolvedQuery,
  base: Omit<ReadContext, 'report'>,
): Promise<Result<ReadOutput, ReadError>> {
  const gathered = await gatherRead(query, base)
  return gathered.map(({ standpoint, findings }) => assembleOutput(query, standpoint, findings))
}

/** Everything that a read found out, for answers that go on from there. */
export interface GatheredRead {
  readonly context: ReadContext
  readonly standpoint: Standpoint
  readonly view: AnnotationView
  readonly facts: HistoryFacts | undefined
  readonly unitsOf: UnitsOf
  /** Its diagnostics grow with what is reported to `context`. */
  readonly findings: Findings
}

/** Runs the stages in order, up to the last; the only place that knows the order. */
export async function gatherRead(
  query: ResolvedQuery,
  base: Omit<ReadContext, 'report'>,
): Promise<Result<GatheredRead, ReadError>> {
  const diagnostics: Diagnostic[] = []
  const context: ReadContext = { ...base, report: (diagnostic) => void diagnostics.push(diagnostic) }

  const refreshing = context.index.refresh(context.call)
  const standing = await resolveStandpoint(context, query.at)
  if (standing.isErr()) return err(standing.error)
  const standpoint = standing.value
  const [scopes, view, facts, since] = await Promise.all([
    resolveScope(query, standpoint, context),
    refreshing,
    context.history.factsAt(standpoint.head, context.call),
    resolveSince(query.since, context),
  ])
  if (scopes.isErr()) return err(scopes.error)
  if (view.isErr()) return err(view.error)
  if (facts.isErr()) return err(facts.error)
  if (since.isErr()) return err(since.error)
  diagnostics.push(...view.value.diagnostics)
  if (view.value.tip === undefined) diagnostics.push(noNotes(context.notesRefs))

  const blamed: BlamedScope[] = []
  for (const scope of scopes.value) {
    const result = await blameScope(scope, view.value, facts.value, standpoint, query.fullBlame, context)
    if (result.isErr()) return err(result.error)
    blamed.push(result.value)
  }
  const info = await context.git.describe(context.call)
  if (info.isErr()) return err(info.error)
  if (info.value.shallow) diagnostics.push(SHALLOW)
  const fetched = await fetchNotes(blamed, query, since.value, context)
  if (fetched.isErr()) return err(fetched.error)
  const matched = await matchRegions(blamed, fetched.value, query)
  const corrected = await applyCorrections(matched, query, context)
  if (corrected.isErr()) return err(corrected.error)
  const unitsOf = createUnitsOf(standpoint, context)
  const linked = await followReferences(corrected.value, query.depth, view.value, standpoint, unitsOf, context)
  if (linked.isErr()) return err(linked.error)
  const scored = scoreRegions(linked.value, query, standpoint, context)
  const reported = matched.length > 0 ? ok(undefined) : await reportNotesWithoutLines(blamed, query.anchor, context)
  if (reported.isErr()) return err(reported.error)
  if (scored.beyondMax > 0) {
    const message = scored.beyondMax === 1 ? '1 more region matches.' : `${scored.beyondMax} more regions match.`
    const remedy = { option: 'maxRegions', value: scored.regions.length + scored.beyondMax }
    diagnostics.push({ code: 'max_regions_reached', severity: 'info', message, remedy })
  }
  const dependents = await findDependents(blamed, query.anchor, view.value, standpoint, unitsOf, context)
  if (dependents.isErr()) return err(dependents.error)
  const crossCutting = await collectCrossCutting(blamed, query.anchor, view.value, context)
  if (crossCutting.isErr()) return err(crossCutting.error)

  return ok({
    context,
    standpoint,
    view: view.value,
    facts: facts.value,
    unitsOf,
    findings: {
      scopes: blamed,
      fetched: fetched.value,
      scored,
      dependents: dependents.value.dependents,
      crossCutting: crossCutting.value,
      diagnostics,
    },
  })
}
