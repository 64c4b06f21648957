import { ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { carryRewrites } from './carry-rewrites.ts'
import type { GitHookContext } from './git-hook-context.ts'

/**
 * After a merge, a pull or a change of branch: carries what an interrupted hook left, and what was rewritten, picked or
 * squashed where no hook saw it, such as on a server. What is not certain is left to `reconcile`, with a person to look at it. Where
 * neither the notes nor any branch changed since it was looked for, nothing is looked for.
 */
export function afterUpdate({ session }: GitHookContext): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { call, repository, settings } = session
    yield* carryRewrites(session)
    for (const notesRef of settings.notesRefs) {
      const found = yield* repository.rewritten({ ...call, notesRef })
      if (found.waiting + found.copied === 0) continue
      yield* repository.reconcile({ ...call, notesRef })
    }
    return ok(undefined)
  })
}
