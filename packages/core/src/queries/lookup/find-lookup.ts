import {
  err,
  LOOKUP_OUTPUT_SCHEMA,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type Diagnostic,
  type LookupOutput,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../../contracts/call-options.ts'
import { codedError } from '../../contracts/coded-error.ts'
import { namedLines } from '../../format/describe-region.ts'
import { neutralise } from '../../format/neutralise-text.ts'
import { distinctDiagnostics, resolvedUnits } from '../../read/assemble-output.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { resolveQuery } from '../../read/resolve-query.ts'
import { uncommittedLines } from '../../read/uncommitted-lines.ts'
import type { ResolvedScope } from '../../read/resolved-scope.ts'
import { runReadStages } from '../../read/run-read-pipeline.ts'
import { unitsAtLines } from '../../read/units-at-lines.ts'
import { DEFAULT_MAX_RESULTS } from '../deps/deps-query.ts'
import { describeDependent, locateDependents } from '../deps/locate-dependents.ts'
import { withCurrentPlaces } from '../current-places.ts'
import { echoPlace } from '../place-query.ts'
import { lastSteps } from './last-steps.ts'
import type { LookupQuery } from './lookup-query.ts'
import { openCorrections } from './open-corrections.ts'

/** Retracted regions are shown by a read alone. */
function withRead(diagnostic: Diagnostic): Diagnostic {
  const { code, remedy } = diagnostic
  return code === 'retracted' && remedy !== undefined
    ? { ...diagnostic, remedy: { query: 'read', ...remedy } }
    : diagnostic
}

/** Names the unit around lines about which nothing was found. */
function unitNotice(units: ResolvedScope['units']): readonly Diagnostic[] {
  const [unit] = units ?? []
  if (unit === undefined) return []
  const message = `These lines are in ${neutralise(unit.name)} (${namedLines(unit.lines)}), about which more may be known`
  const remedy = { query: 'lookup', option: 'anchor', value: unit.name } as const
  return [{ code: 'lines_in_unit', severity: 'info', message, remedy }]
}

/** Returns what to know before changing a place: a read, its dependents, doubts, and its history. */
export function findLookup(
  query: LookupQuery,
  base: QueryContext,
  call: CallOptions,
): ResultAsync<LookupOutput, ReadError> {
  return safeTry(async function* () {
    const { file, anchor, at, historyUntil, lines, maxTokens, sources } = query
    const resolved = yield* resolveQuery({
      files: [file],
      ...omitUndefined({ anchor, lines, at, sources, historyUntil, maxTokens }),
    })
    // A query by lines needs the outline, so the file is parsed while git lists its revisions.
    const parse = (opened: ResolvedScope): void => void (lines && opened.outline().catch(() => undefined))
    const gathered = yield* runReadStages(resolved, { ...base, call }, parse)
    const { findings, placing, queried } = gathered
    const uncommitted = findings.files.flatMap(({ target }) => uncommittedLines(target))
    const [scope] = findings.scopes
    if (scope === undefined) return err(codedError('internal_error', `No scope for ${file}.`))

    const groups = yield* withCurrentPlaces(findings.crossCutting, placing)
    const newest = findings.dependents.slice(0, DEFAULT_MAX_RESULTS)
    const located = yield* locateDependents(newest, placing)
    const { regions } = findings.scored
    const asked = lines === undefined ? scope : { ...scope, units: await unitsAtLines(scope, lines) }
    const isRecorded = resolved.sources.has('notes')
    const steps = yield* isRecorded && scope.isNew !== true ? await lastSteps(asked, anchor, regions, gathered) : ok([])
    const corrections = openCorrections(regions)
    const found = findings.history?.reasons ?? []
    const isGone = findings.diagnostics.some(({ code }) => code === 'code_gone')
    const isSilent = regions.length + found.length + steps.length === 0
    const around = lines !== undefined && isSilent && !isGone ? asked.units : undefined
    return ok({
      $schema: LOOKUP_OUTPUT_SCHEMA,
      query: echoPlace(query, scope.path, queried),
      regions,
      ...omitEmpty({ from_history: found }),
      dependents: located.map(describeDependent),
      cross_cutting: groups,
      ...omitEmpty({ held_by_tests: findings.tests }),
      open_corrections: corrections,
      history: steps,
      ...omitEmpty({ ambiguous_anchor: scope.ambiguous }),
      resolved: resolvedUnits(scope, uncommitted),
      stats: {
        regions: regions.length,
        dependents: findings.dependents.length - newest.length + located.length,
        history_steps: steps.length,
        open_corrections: corrections.length,
        ...omitUndefined({ history: findings.history?.stats }),
      },
      diagnostics: distinctDiagnostics([...unitNotice(around), ...findings.diagnostics.map(withRead)]),
      trimmed: null,
    })
  })
}
