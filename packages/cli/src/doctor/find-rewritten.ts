import { ok, omitUndefined, safeTry, type CodedError, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '@chronicle/core/contracts'
import type { FoundProblem } from '@chronicle/writer'
import type { Repository } from '../host/command-host.ts'

/**
 * Finds annotated commits that were rewritten without a hook noticing, with the command that carries their annotations
 * over.
 */
export function findRewritten(
  repository: Repository,
  notesRef: NotesRef | undefined,
  call: CallOptions,
): ResultAsync<readonly FoundProblem[], CodedError> {
  return safeTry(async function* () {
    if (!repository.git.supports.rewrites) return ok([])
    const found = await repository.rewritten({ ...call, ...omitUndefined({ notesRef }) })
    return found.map(({ waiting, copied, ambiguous, unmatched }) =>
      [
        { count: waiting, what: 'rewritten, but annotations were not carried over.' },
        { count: copied, what: 'picked or squashed from another branch, but annotations were not carried over.' },
        { count: ambiguous, what: 'rewritten, but into which commit is not certain.' },
        { count: unmatched, what: 'dropped, made by somebody else too, or edited a lot.' },
      ]
        .filter(({ count }) => count > 0)
        .map(({ count, what }): FoundProblem => ({
          kind: 'rewritten_commits',
          message: `${was(count)} ${what}`,
          fix: 'git chronicle reconcile --dry-run',
        })),
    )
  })
}

function was(number: number): string {
  return number === 1 ? '1 annotated commit was' : `${number} annotated commits were`
}
