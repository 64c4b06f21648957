import {
  DEPS_OUTPUT_SCHEMA,
  ok,
  omitEmpty,
  safeTry,
  type DepsOutput,
  type Diagnostic,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../../contracts/call-options.ts'
import { resolvedUnits, distinctDiagnostics } from '../../read/assemble-output.ts'
import { collectCrossCutting } from '../../read/collect-cross-cutting.ts'
import { findDependents } from '../../read/collect-dependents.ts'
import { newestNotes } from '../../notes/newest-notes.ts'
import { onlyReachable } from '../../place/only-reachable.ts'
import { createListUnits } from '../../read/outlines.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { echoPlace, openQuery, resolvePlace, type OpenedQuery } from '../place-query.ts'
import { requireCount } from '../require-count.ts'
import { withCurrentPlaces } from '../current-places.ts'
import { DEFAULT_MAX_RESULTS, type DepsQuery } from './deps-query.ts'
import { describeDependent, locateDependents } from './locate-dependents.ts'

/** Finds who declared an assumption about a place, and which groups it must change together with. */
export function findDeps(query: DepsQuery, base: QueryContext, call: CallOptions): ResultAsync<DepsOutput, ReadError> {
  return safeTry(async function* () {
    const { maxResults = DEFAULT_MAX_RESULTS, scanLimit = base.depsScanLimit, anchor } = query
    yield* requireCount({ 'maximum of results': maxResults })
    yield* requireCount({ 'scan limit': scanLimit }, 0)
    const diagnostics: Diagnostic[] = []
    const limited = { ...base, depsScanLimit: scanLimit }
    const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
    const opened = reportUnreadable(yield* openQuery(query.at, limited, call, report))
    const { context, placing, queried, view } = opened
    // A note that cannot be read may be about anything.
    const wide = yield* onlyReachable(yield* view.annotating([], call), placing)
    yield* context.correctedNotes(newestNotes(wide, scanLimit), call)
    const scope = yield* resolvePlace(query, opened)

    const unitsOf = createListUnits(queried, context, maxResults)
    const found = yield* findDependents([scope], anchor, opened, unitsOf)
    const recorded = yield* collectCrossCutting([scope], anchor, opened)
    const groups = yield* withCurrentPlaces(recorded, placing)
    const newest = found.dependents.slice(0, maxResults)
    const located = yield* locateDependents(newest, placing)
    const dependents = located.map(describeDependent)
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
        dependents_found: found.dependents.length - newest.length + dependents.length,
        dependents_returned: dependents.length,
      },
      diagnostics: distinctDiagnostics(diagnostics),
      trimmed: null,
    })
  })
}

/** Reports every note that cannot be read. */
function reportUnreadable(opened: OpenedQuery): OpenedQuery {
  const { correctedNotes, report } = opened.context
  const reading: typeof correctedNotes = (wanted, options) =>
    correctedNotes(wanted, options).andTee((notes) =>
      [...notes.values()].forEach(({ annotation, diagnostics }) => {
        if (annotation === undefined) diagnostics.forEach(report)
      }),
    )
  return { ...opened, context: { ...opened.context, correctedNotes: reading } }
}
