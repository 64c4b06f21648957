import { err, ok, type Diagnostic, type ReadOutput, type Result } from '@chronicle/schema'
import { applyCorrections } from './apply-corrections.ts'
import { assembleOutput } from './assemble-output.ts'
import { blameScope, type BlamedScope } from './blame-scope.ts'
import { collectCrossCutting } from './collect-cross-cutting.ts'
import { collectDependents } from './collect-dependents.ts'
import { fetchNotes } from './fetch-notes.ts'
import { followReferences } from './follow-references.ts'
import { matchRegions } from './match-regions.ts'
import { createUnitsOf } from './outlines.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { noNotes, SHALLOW } from './repository-notices.ts'
import { resolveScope } from './resolve-scope.ts'
import { resolveSince } from './resolve-since.ts'
import { resolveStandpoint } from './resolve-standpoint.ts'
import { reportNotesWithoutLines } from './report-notes-without-lines.ts'
import { scoreRegions } from './score-regions.ts'

/** Runs the seven stages in order; the only place that knows the order. The output is not trimmed yet. */
export async function runReadPipeline(
  query: ResolvedQuery,
  base: Omit<ReadContext, 'report'>,
): Promise<Result<ReadOutput, ReadError>> {
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
    const more = scored.beyondMax === 1 ? '1 more region matches' : `${scored.beyondMax} more regions match`
    const message = `${more}; raise --max-regions to see them.`
    diagnostics.push({ code: 'max_regions_reached', severity: 'info', message })
  }
  const dependents = await collectDependents(blamed, query.anchor, view.value, standpoint, unitsOf, context)
  if (dependents.isErr()) return err(dependents.error)
  const crossCutting = await collectCrossCutting(blamed, query.anchor, view.value, context)
  if (crossCutting.isErr()) return err(crossCutting.error)

  return ok(
    assembleOutput(query, standpoint, {
      scopes: blamed,
      fetched: fetched.value,
      scored,
      dependents: dependents.value,
      crossCutting: crossCutting.value,
      diagnostics,
    }),
  )
}
