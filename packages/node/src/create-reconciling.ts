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
import type { ReadCommitMap } from './read-commit-map.ts'
import type { RepositoryParts } from './repository-parts.ts'

/** How to reconcile rewritten commits, and in which notes. */
export type ReconcileRequest = Omit<ReconcileOptions, 'commitMap'> & {
  readonly notesRef?: NotesRef | undefined
  /**
   * A file with an old and a new commit id on each line, from the tool that rewrote the history. Default: the file that
   * `git filter-repo` leaves in the git directory, if there is one.
   */
  readonly commitMapFile?: string | undefined
}

/** Handles annotations of commits that were rewritten without a hook noticing. */
export interface Reconciling {
  /**
   * Finds the successors of annotated commits that are no longer reachable, and the commits of `HEAD` with the same
   * change as an annotated commit on another branch, and copies the annotations to them.
   */
  reconcile(request?: ReconcileRequest): ResultAsync<ReconcileReceipt, ReconcileError | CodedError<'usage'>>
  /**
   * Returns how many annotated commits were rewritten without their annotations being copied. Fast if nothing changed
   * since the last call.
   */
  rewritten(
    options?: CallOptions & { readonly notesRef?: NotesRef | undefined },
  ): ResultAsync<RewrittenCommits, ReconcileError | CodedError<'usage'>>
}

type Failure = ReconcileError | CodedError<'usage'>

/** Creates a `Reconciling` whose implementation is loaded on first use. */
export function createReconciling({ git, ast, sleep, storage, notesRef: ref }: RepositoryParts): Reconciling {
  const open = async (notesRef: NotesRef): Promise<Reconciler> => {
    const { createReconciler } = await import('@chronicle/core/reconcile')
    return createReconciler({ git, ast, sleep, notesRef, ...omitUndefined({ storage }) })
  }

  let reader: ReadCommitMap | undefined
  const readMap = async (file: string | undefined, call: CallOptions): Promise<Awaited<ReturnType<ReadCommitMap>>> => {
    const { createReadCommitMap } = await import('./read-commit-map.ts')
    reader ??= createReadCommitMap(git)
    return reader(file, call)
  }

  function reconcile({
    notesRef = ref ?? DEFAULT_NOTES_REF,
    commitMapFile,
    ...options
  }: ReconcileRequest = {}): ResultAsync<ReconcileReceipt, Failure> {
    return safeTry(async function* () {
      const { reconcileReceipt } = await import('@chronicle/core/reconcile')
      const commitMap = yield* await readMap(commitMapFile, options)
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
  }: CallOptions & { readonly notesRef?: NotesRef | undefined } = {}): ResultAsync<RewrittenCommits, Failure> {
    return safeTry(async function* () {
      const commitMap = yield* await readMap(undefined, options)
      const reconciler = await open(notesRef)
      return reconciler.rewritten({
        ...options,
        ...omitUndefined({ commitMap }),
      })
    })
  }

  return { reconcile, rewritten }
}
