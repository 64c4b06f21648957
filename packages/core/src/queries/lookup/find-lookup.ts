import { err, LOOKUP_OUTPUT_SCHEMA, ok, type Dependent, type LookupOutput, type Result } from '@chronicle/schema'
import type { CallOptions } from '../../contracts/call-options.ts'
import { codedError } from '../../contracts/coded-error.ts'
import { distinctDiagnostics, resolvedUnits } from '../../read/assemble-output.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { resolveQuery } from '../../read/resolve-query.ts'
import { uncommittedLines } from '../../read/uncommitted-lines.ts'
import type { ResolvedScope } from '../../read/resolve-scope.ts'
import { gatherRead } from '../../read/run-read-pipeline.ts'
import { DEFAULT_MAX_RESULTS } from '../deps/deps-query.ts'
import { locateDependent } from '../deps/find-deps.ts'
import { groupsNow } from '../current-places.ts'
import { createFilesNow } from '../files-now.ts'
import { echoPlace, unitsAtLines } from '../place-query.ts'
import { lastSteps } from './last-steps.ts'
import type { LookupQuery } from './lookup-query.ts'
import { openCorrections } from './open-corrections.ts'

/** What to know before touching a place: a read, what relies on it, what is doubted, and how it came to be. */
export async function findLookup(
  query: LookupQuery,
  base: QueryContext,
  call: CallOptions,
): Promise<Result<LookupOutput, ReadError>> {
  const { file, anchor, at, historyUntil, lines, maxTokens, sources } = query
  const resolved = resolveQuery({
    files: [file],
    ...(anchor === undefined ? {} : { anchor }),
    ...(lines === undefined ? {} : { lines }),
    ...(at === undefined ? {} : { at }),
    ...(sources === undefined ? {} : { sources }),
    ...(historyUntil === undefined ? {} : { historyUntil }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  })
  if (resolved.isErr()) return err(resolved.error)
  // Lines are told with their units: the file is parsed while git lists its revisions.
  const parse = (opened: ResolvedScope): void => void (lines && opened.outline().catch(() => undefined))
  const gathered = await gatherRead(resolved.value, { ...base, call }, parse)
  if (gathered.isErr()) return err(gathered.error)
  const { findings, standpoint, unitsOf } = gathered.value
  const uncommitted = findings.files.flatMap(({ target }) => uncommittedLines(target))
  const [scope] = findings.scopes
  if (scope === undefined) return err(codedError('internal_error', `No scope for ${file}.`))

  const filesNow = createFilesNow(gathered.value)
  const groups = await groupsNow(findings.crossCutting, filesNow)
  if (groups.isErr()) return err(groups.error)
  const dependents: Dependent[] = []
  for (const each of findings.dependents.slice(0, DEFAULT_MAX_RESULTS)) {
    const located = await locateDependent(each, filesNow, unitsOf)
    if (located.isErr()) return err(located.error)
    dependents.push(located.value)
  }
  dependents.sort((a, b) => Number(a.gone !== undefined) - Number(b.gone !== undefined))
  const { regions } = findings.scored
  const asked = lines === undefined ? scope : { ...scope, units: await unitsAtLines(scope, lines) }
  const isRecorded = resolved.value.sources.has('notes')
  const steps = isRecorded ? await lastSteps(asked, anchor, regions, gathered.value) : ok([])
  if (steps.isErr()) return err(steps.error)
  const corrections = openCorrections(regions)
  const found = findings.history?.reasons ?? []
  return ok({
    $schema: LOOKUP_OUTPUT_SCHEMA,
    query: echoPlace(query, scope.path, standpoint),
    regions,
    ...(found.length === 0 ? {} : { from_history: found }),
    dependents,
    cross_cutting: groups.value,
    ...(findings.tests.length === 0 ? {} : { held_by_tests: findings.tests }),
    open_corrections: corrections,
    history: steps.value,
    ...(scope.ambiguous ? { ambiguous_anchor: true as const } : {}),
    resolved: resolvedUnits(scope, uncommitted),
    stats: {
      regions: regions.length,
      dependents: findings.dependents.length,
      history_steps: steps.value.length,
      open_corrections: corrections.length,
      ...(findings.history === undefined ? {} : { history: findings.history.stats }),
    },
    diagnostics: distinctDiagnostics(findings.diagnostics),
    trimmed: null,
  })
}
