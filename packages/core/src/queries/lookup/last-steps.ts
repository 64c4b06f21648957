import { err, ok, type HistoryStep, type ReadRegion, type Result } from '@chronicle/schema'
import type { NamedScope } from '../../read/resolve-scope.ts'
import type { ReadError } from '../../read/read-error.ts'
import { saysOnlyTests } from '../../read/says-only-tests.ts'
import { findSteps } from '../history/find-steps.ts'
import { historyStep } from '../history/history-step.ts'
import type { Opened } from '../place-query.ts'
import { LOOKUP_HISTORY_STEPS } from './lookup-query.ts'

/** The last steps of a place's history that its regions do not tell already, oldest first. */
export async function lastSteps(
  scope: NamedScope,
  anchor: string | undefined,
  told: readonly ReadRegion[],
  opened: Opened,
): Promise<Result<readonly HistoryStep[], ReadError>> {
  const { git, call } = opened.context
  const found = await findSteps(scope, anchor, opened)
  if (found.isErr()) return err(found.error)
  // One entry speaks for all that its commit says of the unit, and for commits on which the same is recorded.
  const known = new Set(
    told.flatMap(({ commit, ast_anchor: unit, also_on: others = [] }) =>
      [commit, ...others].map((each) => keyOf(each, unit?.name)),
    ),
  )
  const rest = found.value.regions.filter(
    ({ commit, region, retracted }) =>
      !retracted && !saysOnlyTests(region) && !known.has(keyOf(commit, region.ast_anchor?.name)),
  )
  const newest = rest.slice(-LOOKUP_HISTORY_STEPS)
  const commits = await git.readCommits([...new Set(newest.map(({ commit }) => commit))], call)
  if (commits.isErr()) return err(commits.error)
  return ok(
    newest.flatMap((each): readonly HistoryStep[] => {
      const commit = commits.value.get(each.commit)
      return commit === undefined ? [] : [historyStep({ ...each, related: [] }, commit)]
    }),
  )
}

function keyOf(commit: string, anchor: string | undefined): string {
  return JSON.stringify([commit, anchor])
}
