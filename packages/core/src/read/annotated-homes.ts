import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { DependentsSearch } from './collect-dependents.ts'
import type { ReadError } from './read-error.ts'
import type { NamedScope } from './resolved-scope.ts'

/** Files that annotations name and that units of this one may have come from. */
export function annotatedHomes(
  scope: NamedScope,
  { context: { call, fileHistory }, placing, queried, view }: DependentsSearch,
): ResultAsync<readonly RepoPath[], ReadError> {
  return safeTry(async function* () {
    const { committedPath, isNew, paths } = scope
    if (view.noteCount === 0 || isNew === true) return ok([])
    const history = yield* fileHistory(queried.head, committedPath, call)
    const names = ((await scope.outline())?.units ?? []).map(({ name }) => name)
    const homes = yield* placing.formerHomes({ committedPath, history, names })
    const others = [...homes.keys()].filter((path) => !paths.includes(path))
    return others.length === 0 ? ok([]) : view.mentioned(others, call)
  })
}
