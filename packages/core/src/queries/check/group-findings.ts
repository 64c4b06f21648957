import {
  completeRegion,
  ok,
  omitEmpty,
  omitUndefined,
  parsePlace,
  safeTry,
  type CommitId,
  type CrossCuttingEntry,
  type Finding,
  type Place,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import type { FileChange } from '../../contracts/git-backend.ts'
import { collectCrossCutting } from '../../read/collect-cross-cutting.ts'
import { namesInScope, type NameFilter } from '../../read/names-in-scope.ts'
import type { ReadError } from '../../read/read-error.ts'
import { roundConfidence, scoreElsewhere } from '../../read/score-elsewhere.ts'
import type { OpenedQuery } from '../place-query.ts'
import { unitsNamed } from './dependent-findings.ts'
import { withCurrentPlaces } from '../current-places.ts'
import { claimOf, type DraftFinding } from './finding-claim.ts'
import { assessRisk, trustOf } from './risk.ts'
import type { TouchedFile } from './touched-file.ts'
import { insertedLines } from './touched-lines.ts'

/**
 * Returns findings for the groups of places that must change together when the change touches some of the places but
 * not all. A group that only the change itself records is omitted.
 */
export function groupFindings(
  files: readonly TouchedFile[],
  changes: readonly FileChange[],
  own: ReadonlySet<CommitId>,
  opened: OpenedQuery,
): ResultAsync<readonly DraftFinding[], ReadError> {
  return safeTry(async function* () {
    const groups = yield* collectCrossCutting(
      files.filter(({ sameCode }) => !sameCode).map(({ scope }) => scope),
      undefined,
      opened,
    )
    const isTouched = await touchedPlaces(files, changes)
    const findings: DraftFinding[] = []
    for (const group of groups) {
      if (own.has(group.commit as CommitId)) continue
      const [now = group] = yield* withCurrentPlaces([group], opened.placing)
      const places = [...new Set(now.regions)].sort()
      const missing = places.filter((place) => !isTouched(parsePlace(place)))
      const touched = places.map(parsePlace).filter(isTouched)
      if (missing.length === 0 || touched.length === 0) continue
      const facts = yield* trust(group, opened)
      findings.push(groupFinding(group, touched, missing, facts, files))
    }
    return ok(findings)
  })
}

function groupFinding(
  group: CrossCuttingEntry,
  touched: readonly Place[],
  missing: readonly string[],
  trusted: Required<Pick<Finding, 'confidence' | 'context_level'>>,
  files: readonly TouchedFile[],
): DraftFinding {
  // The most specific place represents the group: a unit rather than a file.
  const place = touched.find(({ anchor }) => anchor !== undefined) ?? touched[0]
  const file = files.find(({ scope }) => scope.paths.some((path) => path === place?.file))
  const units = unitsNamed(place?.anchor ?? '', file?.units ?? [])
  const direct = place?.anchor === undefined || units.some((unit) => unit.direct)
  const gone = units.length > 0 && units.every((unit) => unit.gone)
  const lines = insertedLines(units.flatMap(({ hunks }) => hunks))
  const words = [group.description, ...[...new Set(group.regions)].sort()]
  return {
    claim: claimOf({ kind: 'cross_cutting', file: '', words }),
    kind: 'cross_cutting',
    ...assessRisk({
      kind: 'cross_cutting',
      confidence: trusted.confidence,
      trust: trustOf(trusted),
      reach: direct ? 'unit' : 'enclosing',
      gone,
    }),
    file: file?.path ?? place?.file ?? '',
    ...(place?.anchor !== undefined && { anchor: units[0]?.unit.name ?? place.anchor }),
    ...omitUndefined({ lines }),
    ...omitEmpty({ gone }),
    text: group.description,
    ...omitUndefined({ reason: group.nature }),
    ...trusted,
    commit: group.commit,
    places: missing,
  }
}

/**
 * Returns a function that tells whether the change touches a place, under the current or an earlier path of its file.
 */
async function touchedPlaces(
  files: readonly TouchedFile[],
  changes: readonly FileChange[],
): Promise<(place: Place) => boolean> {
  const filters = new Map<string, NameFilter[]>()
  const add = (path: string, filter: NameFilter): void => {
    filters.set(path, [...(filters.get(path) ?? []), filter])
  }
  const opened = new Set(files.map(({ change }) => change))
  for (const file of files) {
    if (file.sameCode) continue
    const filter = await namesInScope(file.scope, undefined)
    for (const path of new Set<string>([...file.scope.paths, file.path])) add(path, filter)
  }
  // A file that had no lines before is touched as a whole.
  for (const change of changes) {
    if (!opened.has(change))
      for (const path of [change.oldPath, change.newPath]) if (path !== undefined) add(path, () => true)
  }
  return ({ file, anchor }) => filters.get(file)?.some((filter) => filter(anchor ?? '')) ?? false
}

/**
 * Returns how far the annotation that records a group is trusted. A group belongs to no region, so there is no anchor
 * to check.
 */
function trust(
  { commit }: CrossCuttingEntry,
  { context, queried, view }: OpenedQuery,
): ResultAsync<Required<Pick<Finding, 'confidence' | 'context_level'>>, ReadError> {
  return safeTry(async function* () {
    const notes = yield* view.find([commit], context.call)
    const read = yield* context.notes([...notes.values()], context.call)
    const annotation = read.get(commit as CommitId)?.annotation
    if (annotation === undefined) return ok({ confidence: 0, context_level: 'inferred' })
    const confidence = await scoreElsewhere(NOWHERE, annotation, queried, async () => undefined, context)
    return ok({ confidence: roundConfidence(confidence), context_level: annotation.context_level })
  })
}

const NOWHERE: Region = completeRegion({ intent: '' })
