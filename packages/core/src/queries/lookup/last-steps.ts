import { ok, safeTry, type HistoryStep, type ReadRegion, type ResultAsync } from '@chronicle/schema'
import type { NamedScope } from '../../read/resolved-scope.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { ReadStages } from '../../read/run-read-pipeline.ts'
import { isOnlyInferred } from '../../read/is-only-inferred.ts'
import { saysOnlyTests } from '../../read/says-only-tests.ts'
import { findSteps } from '../history/find-steps.ts'
import { historyStep, withLostCode } from '../history/history-step.ts'
import { regionKey } from '../history/ranked-region.ts'
import type { OpenedQuery } from '../place-query.ts'
import { LOOKUP_HISTORY_STEPS } from './lookup-query.ts'
import { standingElsewhere } from './standing-elsewhere.ts'

/** Maximum number of the newest regions whose places are looked at, to find those of other code. */
const MAX_PLACED_STEPS = 4 * LOOKUP_HISTORY_STEPS

/**
 * Returns the last steps of a place's history that its regions and the quoted messages do not already tell, oldest
 * first. For lines outside all units, none of them is about a unit. None of them is about other code that the file still has.
 */
export function lastSteps(
  scope: NamedScope,
  anchor: string | undefined,
  shownRegions: readonly ReadRegion[],
  opened: OpenedQuery & Pick<ReadStages, 'findings'>,
): ResultAsync<readonly HistoryStep[], ReadError> {
  return safeTry(async function* () {
    const { git, call } = opened.context
    const found = yield* findSteps(scope, anchor, opened)
    // One shown region stands for everything its commit says about the unit, and for other commits with the same
    // record.
    const known = new Set(
      shownRegions.flatMap(({ commit, ast_anchor: unit, also_on: others = [] }) =>
        [commit, ...others].map((each) => keyOf(each, unit?.name)),
      ),
    )
    const elsewhere = new Set(opened.findings.files.flatMap((file) => file.elsewhere ?? []).map(regionKey))
    const isOutsideUnits = scope.ranges !== undefined && scope.units === undefined
    const quoted = new Set(opened.findings.history?.reasons.map(({ commit }) => commit))
    const rest = found.regions.filter(
      (each) =>
        !each.retracted &&
        !elsewhere.has(regionKey(each)) &&
        !(isOutsideUnits && each.region.ast_anchor !== undefined) &&
        !saysOnlyTests(each.region) &&
        !known.has(keyOf(each.commit, each.region.ast_anchor?.name)) &&
        !(quoted.has(each.commit) && isOnlyInferred(each)),
    )
    const [file] = opened.findings.files
    const recent = rest.slice(-MAX_PLACED_STEPS)
    const commits = yield* git.readCommits([...new Set(recent.map(({ commit }) => commit))], call)
    const others =
      file === undefined ? new Set() : yield* await standingElsewhere(recent, anchor, commits, file, opened.placing)
    const last = recent.filter((each) => !others.has(regionKey(each))).slice(-LOOKUP_HISTORY_STEPS)
    const newest = yield* file === undefined ? ok(last) : await withLostCode(last, file, opened.placing)
    return ok(
      newest.flatMap((each): readonly HistoryStep[] => {
        const commit = commits.get(each.commit)
        return commit === undefined ? [] : [historyStep({ ...each, related: [] }, commit)]
      }),
    )
  })
}

function keyOf(commit: string, anchor: string | undefined): string {
  return JSON.stringify([commit, anchor])
}
