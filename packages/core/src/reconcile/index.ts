export { parseCommitMap, type CommitMap } from './commit-map.ts'
export { createReconciler, type Reconciler, type ReconcilerServices } from './create-reconciler.ts'
export type { AmbiguousMatch, Match } from './match.ts'
export { reconcileReceipt } from './reconcile-receipt.ts'
export type {
  ReconciledMatch,
  ReconcileError,
  ReconcileOptions,
  ReconcileReport,
  RewrittenCommits,
} from './reconcile-report.ts'
