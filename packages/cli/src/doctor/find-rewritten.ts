import { ok, omitUndefined, safeTry, type CodedError, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '@chronicle/core/contracts'
import type { FoundProblem } from '@chronicle/writer'
import type { Repository } from '../host/command-host.ts'

/** Annotated commits that were rewritten where no hook saw it, with the command that carries what is recorded there. */
export function findRewritten(
  repository: Repository,
  notesRef: NotesRef | undefined,
  call: CallOptions,
): ResultAsync<readonly FoundProblem[], CodedError> {
  return safeTry(async function* () {
    if (!repository.git.supports.rewrites) return ok([])
    const found = await repository.rewritten({ ...call, ...omitUndefined({ notesRef }) })
    return found.map(({ waiting, ambiguous, unmatched }) => {
      const kind = 'rewritten_commits'
      const fix = 'git chronicle reconcile --dry-run'
      return [
        ...(waiting === 0
          ? []
          : [
              { kind, fix, message: `${was(waiting)} rewritten, and what is recorded there was not carried.` } as const,
            ]),
        ...(ambiguous === 0
          ? []
          : [{ kind, fix, message: `${was(ambiguous)} rewritten, and it is not certain into what.` } as const]),
        ...(unmatched === 0
          ? []
          : [{ kind, fix, message: `${was(unmatched)} dropped, or rewritten beyond recognition.` } as const]),
      ]
    })
  })
}

function was(number: number): string {
  return number === 1 ? '1 annotated commit was' : `${number} annotated commits were`
}
