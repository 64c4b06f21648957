import { ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { carryRewrites } from './carry-rewrites.ts'
import type { GitHookContext } from './git-hook-context.ts'

/**
 * Runs after a merge, a pull or a change of branch. Carries the annotations that an interrupted hook left, and those of
 * commits that were rewritten where no hook ran, such as on a server. Uncertain matches, and copies of commits that are
 * still on another branch, are only counted: answers mention them, and a person runs `reconcile`. Nothing is searched if
 * neither the notes nor any branch changed since the last search.
 */
export function afterUpdate({ session }: GitHookContext): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { call, repository, settings } = session
    yield* carryRewrites(session)
    for (const notesRef of settings.notesRefs) {
      const found = yield* repository.rewritten({ ...call, notesRef })
      if (found.waiting === 0) continue
      yield* repository.reconcile({ ...call, notesRef, copies: false })
      // Counts the copies for the notes as they are now.
      yield* repository.rewritten({ ...call, notesRef })
    }
    return ok(undefined)
  })
}
