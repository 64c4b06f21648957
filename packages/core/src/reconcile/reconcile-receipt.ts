import {
  omitEmpty,
  RECONCILE_RECEIPT_SCHEMA,
  type Diagnostic,
  type NotesRef,
  type ReconcileReceipt,
} from '@chronicle/schema'
import type { ReconcileReport } from './reconcile-report.ts'

/** Returns the result of reconciling as a document. */
export function reconcileReceipt(
  { lost, matches, ambiguous, unmatched, left, shallow }: ReconcileReport,
  { notesRef, dryRun }: { readonly notesRef: NotesRef; readonly dryRun: boolean },
): ReconcileReceipt {
  const incomplete = unmatched.some(({ reason }) => reason === 'history_incomplete')
  return {
    $schema: RECONCILE_RECEIPT_SCHEMA,
    status: matches.some(({ status }) => status === 'carried') ? 'carried' : 'unchanged',
    ...omitEmpty({ dry_run: dryRun }),
    notes_ref: notesRef,
    lost,
    matches: matches.map(({ from, to, rule, why, status }) => ({ from, to, rule, why, status })),
    ambiguous,
    unmatched,
    left,
    warnings: shallow && incomplete ? [SHALLOW] : [],
  }
}

const SHALLOW: Diagnostic = {
  code: 'history_incomplete',
  severity: 'warning',
  message:
    'This clone is shallow: an unreachable commit may be beyond its edge, so none was counted as ' +
    "rewritten. 'git fetch --unshallow' completes it.",
}
