import {
  DEPS_OUTPUT_SCHEMA,
  ok,
  omitEmpty,
  safeTry,
  type Dependent,
  type DepsOutput,
  type Diagnostic,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../../contracts/call-options.ts'
import { resolvedUnits, distinctDiagnostics } from '../../read/assemble-output.ts'
import { collectCrossCutting } from '../../read/collect-cross-cutting.ts'
import { findDependents, type FoundDependent } from '../../read/collect-dependents.ts'
import { matchAnchor } from '../../read/match-anchor.ts'
import { createListUnits, type ListUnits } from '../../read/outlines.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { echoPlace, openQuery, resolvePlace } from '../place-query.ts'
import { requireCount } from '../require-count.ts'
import { groupsNow } from '../current-places.ts'
import { createFindCurrentPath, type FindCurrentPath } from '../find-current-path.ts'
import { DEFAULT_MAX_RESULTS, type DepsQuery } from './deps-query.ts'

/** Who declared an assumption about a place, and which groups it must change together with. */
export function findDeps(query: DepsQuery, base: QueryContext, call: CallOptions): ResultAsync<DepsOutput, ReadError> {
  return safeTry(async function* () {
    const { maxResults = DEFAULT_MAX_RESULTS, scanLimit = base.depsScanLimit, anchor } = query
    yield* requireCount({ 'maximum of results': maxResults })
    const diagnostics: Diagnostic[] = []
    const limited = { ...base, depsScanLimit: scanLimit }
    const opened = yield* openQuery(query.at, limited, call, (diagnostic) => void diagnostics.push(diagnostic))
    const { context, queried, view } = opened
    const scope = yield* resolvePlace(query, opened)

    const unitsOf = createListUnits(queried, context, maxResults)
    const found = yield* findDependents([scope], anchor, view, queried, unitsOf, context)
    const recorded = yield* collectCrossCutting([scope], anchor, view, context)
    const findCurrentPath = createFindCurrentPath(opened)
    const groups = yield* groupsNow(recorded, findCurrentPath)
    // A note may name a file by two of its names, and so say the same twice.
    const located = new Map<string, Dependent>()
    for (const each of found.dependents.slice(0, maxResults)) {
      const dependent = yield* locateDependent(each, findCurrentPath, unitsOf)
      const { commit, from_file, from_anchor, nature } = dependent
      const key = JSON.stringify([commit, from_file, from_anchor, nature])
      if (!located.has(key)) located.set(key, dependent)
    }
    const dependents = [...located.values()].sort((a, b) => Number(a.gone !== undefined) - Number(b.gone !== undefined))
    return ok({
      $schema: DEPS_OUTPUT_SCHEMA,
      query: { ...echoPlace(query, scope.path, queried), max_results: maxResults, scan_limit: scanLimit },
      dependents,
      cross_cutting: groups,
      ...omitEmpty({ ambiguous_anchor: scope.ambiguous }),
      resolved: resolvedUnits(scope, []),
      stats: {
        method: view.scanned === true ? 'scan' : 'index',
        annotations_read: found.annotationsRead,
        dependents_found: found.dependents.length,
        dependents_returned: dependents.length,
      },
      diagnostics: distinctDiagnostics(diagnostics),
      trimmed: null,
    })
  })
}

/** Where the code that depends is now, or that it is gone. */
export function locateDependent(
  { region, annotation, ...entry }: FoundDependent,
  findCurrentPath: FindCurrentPath,
  unitsOf: ListUnits,
): ResultAsync<Dependent, ReadError> {
  return safeTry(async function* () {
    const facts = {
      timestamp: annotation.timestamp,
      context_level: region.context_level ?? annotation.context_level,
      intent: region.intent,
    }
    if (region.file === undefined) return ok({ ...entry, ...facts })
    const now = yield* findCurrentPath(region.file)
    if (now === undefined) return ok({ ...entry, ...facts, gone: 'file' })
    const moved = { ...entry, ...facts, from_file: now }
    if (region.ast_anchor === undefined) return ok(moved)
    const units = await unitsOf(now)
    if (units === undefined) return ok(moved)
    const unit = matchAnchor(region.ast_anchor.name, units, ({ name }) => name, { fuzzy: false })?.matches[0]
    return ok(unit === undefined ? { ...moved, gone: 'unit' } : { ...moved, current_lines: unit.lines })
  })
}
