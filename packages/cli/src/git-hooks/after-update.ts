import { ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { carryRewrites } from './carry-rewrites.ts'
import type { GitHookContext } from './git-hook-context.ts'

/**
 * Runs after a merge, a pull or a change of branch. Carries over what an interrupted hook left, and what was rewritten
 * where no hook ran, such as on a server. Uncertain cases are left to `reconcile`, where a person reviews them. If
 * neither the notes nor any branch have changed since the last search, it does not search.
 */
export function afterUpdate({ session }: GitHookContext): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { call, repository, settings } = session
    yield* carryRewrites(session)
    for (const notesRef of settings.notesRefs) {
      const found = yield* repository.rewritten({ ...call, notesRef })
      if (found.waiting === 0) continue
      yield* repository.reconcile({ ...call, notesRef })
    }
    return ok(undefined)
  })
}
