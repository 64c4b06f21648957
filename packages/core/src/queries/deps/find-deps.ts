import {
  DEPS_OUTPUT_SCHEMA,
  err,
  ok,
  type Dependent,
  type DepsOutput,
  type Diagnostic,
  type Result,
} from '@chronicle/schema'
import type { CallOptions } from '../../contracts/call-options.ts'
import { resolvedUnits, distinctDiagnostics } from '../../read/assemble-output.ts'
import { collectCrossCutting } from '../../read/collect-cross-cutting.ts'
import { findDependents, type FoundDependent } from '../../read/collect-dependents.ts'
import { matchAnchor } from '../../read/match-anchor.ts'
import { createUnitsOf, type UnitsOf } from '../../read/outlines.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { echoPlace, openQuery, resolvePlace } from '../place-query.ts'
import { requireCount } from '../require-count.ts'
import { groupsNow } from '../current-places.ts'
import { createFilesNow, type FilesNow } from '../files-now.ts'
import { DEFAULT_MAX_RESULTS, type DepsQuery } from './deps-query.ts'

/** Who declared an assumption about a place, and which groups it must change together with. */
export async function findDeps(
  query: DepsQuery,
  base: QueryContext,
  call: CallOptions,
): Promise<Result<DepsOutput, ReadError>> {
  const { maxResults = DEFAULT_MAX_RESULTS, scanLimit = base.depsScanLimit, anchor } = query
  const counts = requireCount({ 'maximum of results': maxResults })
  if (counts.isErr()) return err(counts.error)
  const diagnostics: Diagnostic[] = []
  const limited = { ...base, depsScanLimit: scanLimit }
  const opened = await openQuery(query.at, limited, call, (diagnostic) => void diagnostics.push(diagnostic))
  if (opened.isErr()) return err(opened.error)
  const { context, standpoint, view } = opened.value
  const place = await resolvePlace(query, opened.value)
  if (place.isErr()) return err(place.error)
  const scope = place.value

  const unitsOf = createUnitsOf(standpoint, context, maxResults)
  const found = await findDependents([scope], anchor, view, standpoint, unitsOf, context)
  if (found.isErr()) return err(found.error)
  const recorded = await collectCrossCutting([scope], anchor, view, context)
  if (recorded.isErr()) return err(recorded.error)
  const filesNow = createFilesNow(opened.value)
  const groups = await groupsNow(recorded.value, filesNow)
  if (groups.isErr()) return err(groups.error)
  // A note may name a file by two of its names, and so say the same twice.
  const located = new Map<string, Dependent>()
  for (const each of found.value.dependents.slice(0, maxResults)) {
    const dependent = await locateDependent(each, filesNow, unitsOf)
    if (dependent.isErr()) return err(dependent.error)
    const { commit, from_file, from_anchor, nature } = dependent.value
    const key = JSON.stringify([commit, from_file, from_anchor, nature])
    if (!located.has(key)) located.set(key, dependent.value)
  }
  const dependents = [...located.values()].sort((a, b) => Number(a.gone !== undefined) - Number(b.gone !== undefined))
  return ok({
    $schema: DEPS_OUTPUT_SCHEMA,
    query: { ...echoPlace(query, scope.path, standpoint), max_results: maxResults, scan_limit: scanLimit },
    dependents,
    cross_cutting: groups.value,
    ...(scope.ambiguous ? { ambiguous_anchor: true as const } : {}),
    resolved: resolvedUnits(scope, []),
    stats: {
      method: view.scanned === true ? 'scan' : 'index',
      annotations_read: found.value.annotationsRead,
      dependents_found: found.value.dependents.length,
      dependents_returned: dependents.length,
    },
    diagnostics: distinctDiagnostics(diagnostics),
    trimmed: null,
  })
}

/** Where the code that depends is now, or that it is gone. */
export async function locateDependent(
  { region, annotation, ...entry }: FoundDependent,
  filesNow: FilesNow,
  unitsOf: UnitsOf,
): Promise<Result<Dependent, ReadError>> {
  const facts = {
    timestamp: annotation.timestamp,
    context_level: region.context_level ?? annotation.context_level,
    intent: region.intent,
  }
  if (region.file === undefined) return ok({ ...entry, ...facts })
  const now = await filesNow(region.file)
  if (now.isErr()) return err(now.error)
  if (now.value === undefined) return ok({ ...entry, ...facts, gone: 'file' })
  const moved = { ...entry, ...facts, from_file: now.value }
  if (region.ast_anchor === undefined) return ok(moved)
  const units = await unitsOf(now.value)
  if (units === undefined) return ok(moved)
  const unit = matchAnchor(region.ast_anchor.name, units, ({ name }) => name, { fuzzy: false })?.matches[0]
  return ok(unit === undefined ? { ...moved, gone: 'unit' } : { ...moved, current_lines: unit.lines })
}
