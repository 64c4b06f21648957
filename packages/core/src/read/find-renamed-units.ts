import {
  completeRegion,
  ok,
  omitUndefined,
  safeTry,
  UNKNOWN_UNIT_TYPE,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { DependentRef } from '../contracts/annotation-index.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import { placeCandidates } from '../place/place-candidates.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import type { PlaceableRegion } from '../place/recorded-region.ts'
import { openTargetFile } from '../place/target-file.ts'
import { matchAnchor } from './match-anchor.ts'
import type { ReadError } from './read-error.ts'
import type { ResolvedScope } from './resolved-scope.ts'

/** Maximum number of earlier unit names of one file to follow. */
const MAX_FOLLOWED = 50

/**
 * Returns the current names of units that annotations mention by another name. Each is placed like a region on that
 * unit recorded together with the dependency. Names of existing units are skipped.
 */
export function findRenamedUnits(
  scope: ResolvedScope,
  path: RepoPath,
  refs: readonly DependentRef[],
  placing: PlacingContext,
): ResultAsync<ReadonlyMap<string, string>, ReadError> {
  return safeTry(async function* () {
    const renamed = new Map<string, string>()
    if (scope.isNew === true || scope.goneSince !== undefined || refs.length === 0) return ok(renamed)
    const units = (await scope.outline())?.units ?? []
    const newest = new Map<string, DependentRef>()
    for (const ref of refs) {
      if (ref.anchor === '' || isThere(ref.anchor, units)) continue
      const other = newest.get(ref.anchor)
      if (other === undefined || isNewer(ref, other)) newest.set(ref.anchor, ref)
    }
    const former = [...newest.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1))
    if (former.length === 0 || units.length === 0) return ok(renamed)
    if (former.length > MAX_FOLLOWED) {
      const message = `Annotations depend on ${former.length} units of ${neutralisePath(path)} that are not there by these names; the newest ${MAX_FOLLOWED} were followed.`
      placing.context.report({ code: 'history_limited', severity: 'info', message, path })
    }
    const target = yield* openTargetFile(scope, true, placing)
    const regions = former.slice(0, MAX_FOLLOWED).map((ref) => unitAt(ref, path))
    for (const { region, placement } of yield* placeCandidates(regions, target, placing)) {
      const [unit] = placement?.units ?? []
      if (unit !== undefined) renamed.set(region.ast_anchor?.name ?? '', unit.name)
    }
    return ok(renamed)
  })
}

function isThere(anchor: string, units: readonly { readonly name: string }[]): boolean {
  return matchAnchor(anchor, units, ({ name }) => name, { fuzzy: false }) !== undefined
}

function isNewer(ref: DependentRef, other: DependentRef): boolean {
  const [time, otherTime] = [ref.committedAt ?? 0, other.committedAt ?? 0]
  return time === otherTime ? ref.commit < other.commit : time > otherTime
}

function unitAt({ anchor, commit, committedAt }: DependentRef, file: RepoPath): PlaceableRegion {
  const region = completeRegion({ file, intent: '', ast_anchor: { type: UNKNOWN_UNIT_TYPE, name: anchor } })
  return { commit, region, recordedIn: commit, ...omitUndefined({ committedAt }) }
}
