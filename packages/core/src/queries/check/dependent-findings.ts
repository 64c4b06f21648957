import { formatPlace, ok, omitEmpty, omitUndefined, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { findDependents } from '../../read/collect-dependents.ts'
import { matchAnchor } from '../../read/match-anchor.ts'
import type { ListUnits } from '../../read/outlines.ts'
import type { ReadError } from '../../read/read-error.ts'
import { findCurrentPlace } from '../current-places.ts'
import type { OpenedQuery } from '../place-query.ts'
import type { FindMovedCode, MovedCode } from './carried-code.ts'
import { claimOf, type DraftFinding } from './finding-claim.ts'
import { assessRisk, trustOf } from './risk.ts'
import type { TouchedFile } from './touched-file.ts'
import { insertedLines, type TouchedUnit } from './touched-lines.ts'

/**
 * Returns findings for the code that relies on the touched code. Code that no longer exists and dependencies recorded
 * by the change itself are omitted.
 */
export function dependentFindings(
  file: TouchedFile,
  ownCommits: ReadonlySet<CommitId>,
  findCarried: FindMovedCode,
  opened: OpenedQuery,
  unitsOf: ListUnits,
): ResultAsync<readonly DraftFinding[], ReadError> {
  return safeTry(async function* () {
    const found = yield* findDependents([file.scope], undefined, opened, unitsOf)
    const findings: DraftFinding[] = []
    const carried = new Map<TouchedUnit, MovedCode>()
    for (const { region, annotation, unitNow, ...entry } of found.dependents) {
      if (ownCommits.has(entry.commit as CommitId)) continue
      const own = omitUndefined({ anchor: region.ast_anchor?.name })
      const now = yield* region.file === undefined
        ? ok(undefined)
        : await findCurrentPlace({ file: region.file, ...own }, opened.placing)
      if (region.file !== undefined && now === undefined) continue
      const units = unitsNamed(unitNow ?? entry.on_anchor ?? '', file.units ?? [])
      const confidence = entry.confidence ?? 0
      const gone = file.change.status === 'deleted' || (units.length > 0 && units.every((unit) => unit.gone))
      const carriedTo = new Set<string>()
      let moved = gone && units.length > 0
      for (const touched of gone ? units : []) {
        const code = carried.get(touched) ?? (yield* await findCarried(file, touched.unit.lines, touched.unit.name))
        carried.set(touched, code)
        for (const place of code.places) carriedTo.add(place)
        moved &&= code.isWhole
      }
      const hunks = file.hunks.filter((hunk) => units.length === 0 || units.some((unit) => unit.hunks.includes(hunk)))
      const lines = insertedLines(hunks)
      const named = entry.on_anchor !== undefined && entry.on_anchor !== ''
      const reach = gone || units.some((unit) => unit.direct) ? 'unit' : named ? 'enclosing' : 'file'
      const { context_level = annotation.context_level } = region
      const words = [entry.on_file ?? '', entry.on_anchor ?? '', entry.nature]
      findings.push({
        claim: claimOf({ kind: 'dependent', file: region.file ?? '', ...own, words }),
        kind: 'dependent',
        ...assessRisk({ kind: 'dependent', confidence, trust: trustOf({ context_level }), reach, gone, moved }),
        file: file.path,
        ...(named && { anchor: units[0]?.unit.name ?? unitNow ?? entry.on_anchor }),
        ...(lines !== undefined && reach !== 'file' && { lines }),
        ...omitEmpty({ gone: gone && !moved, moved, carried_to: [...carriedTo] }),
        text: entry.nature,
        ...omitEmpty({ reason: region.intent }),
        context_level,
        confidence,
        commit: entry.commit,
        ...(now !== undefined && { places: [formatPlace(now)] }),
      })
    }
    return ok(findings)
  })
}

/** Returns the touched units that a name matches. */
export function unitsNamed(name: string, units: readonly TouchedUnit[]): readonly TouchedUnit[] {
  return matchAnchor(name, units, ({ unit }) => unit.name, { fuzzy: false })?.matches ?? []
}
