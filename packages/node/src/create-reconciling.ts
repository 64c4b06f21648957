import type { CallOptions } from '@chronicle/core/contracts'
import type { Reconciler, ReconcileError, ReconcileOptions, RewrittenCommits } from '@chronicle/core/reconcile'
import {
  DEFAULT_NOTES_REF,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type NotesRef,
  type ReconcileReceipt,
  type ResultAsync,
} from '@chronicle/schema'
import type { RepositoryParts } from './repository-parts.ts'

/** How rewritten commits are reconciled, and in which notes. */
export type ReconcileRequest = Omit<ReconcileOptions, 'commitMap'> & {
  readonly notesRef?: NotesRef
  /**
   * A file with an old and a new commit id on each line, from the tool that rewrote the history. Default: the one that
   * `git filter-repo` leaves in the git directory, if it is there.
   */
  readonly commitMapFile?: string
}

/** What can be done about annotations of commits that were rewritten and that no hook saw. */
export interface Reconciling {
  /** Finds what took the place of annotated commits that nothing reaches any more, and carries what is recorded there. */
  reconcile(request?: ReconcileRequest): ResultAsync<ReconcileReceipt, ReconcileError | CodedError<'usage'>>
  /** How many annotated commits were rewritten and not carried. Quick where nothing changed since it was asked last. */
  rewritten(
    options?: CallOptions & { readonly notesRef?: NotesRef },
  ): ResultAsync<RewrittenCommits, ReconcileError | CodedError<'usage'>>
}

type Failure = ReconcileError | CodedError<'usage'>

/** Nothing of it is loaded before it is used. */
export function createReconciling({ git, ast, sleep, storage, notesRef: ref }: RepositoryParts): Reconciling {
  const open = async (notesRef: NotesRef): Promise<Reconciler> => {
    const { createReconciler } = await import('@chronicle/core/reconcile')
    return createReconciler({ git, ast, sleep, notesRef, ...omitUndefined({ storage }) })
  }

  function reconcile({
    notesRef = ref ?? DEFAULT_NOTES_REF,
    commitMapFile,
    ...options
  }: ReconcileRequest = {}): ResultAsync<ReconcileReceipt, Failure> {
    return safeTry(async function* () {
      const [{ reconcileReceipt }, { readCommitMap }] = await Promise.all([
        import('@chronicle/core/reconcile'),
        import('./read-commit-map.ts'),
      ])
      const commitMap = yield* readCommitMap(git, commitMapFile)
      const reconciler = await open(notesRef)
      const report = yield* reconciler.reconcile({
        ...options,
        ...omitUndefined({ commitMap }),
      })
      return ok(reconcileReceipt(report, { notesRef, dryRun: options.dryRun ?? false }))
    })
  }

  function rewritten({
    notesRef = ref ?? DEFAULT_NOTES_REF,
    ...options
  }: CallOptions & { readonly notesRef?: NotesRef } = {}): ResultAsync<RewrittenCommits, Failure> {
    return safeTry(async function* () {
      const { readCommitMap } = await import('./read-commit-map.ts')
      const commitMap = yield* readCommitMap(git, undefined)
      const reconciler = await open(notesRef)
      return reconciler.rewritten({
        ...options,
        ...omitUndefined({ commitMap }),
      })
    })
  }

  return { reconcile, rewritten }
}
