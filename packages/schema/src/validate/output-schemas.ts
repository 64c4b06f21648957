/* Written by `npm run documents`: the list of documents is in `workspace/src/documents`. */
import type * as z from 'zod'
import acknowledgementReceipt from '../../json/acknowledgement-receipt.schema.json' with { type: 'json' }
import annotateReceipt from '../../json/annotate-receipt.schema.json' with { type: 'json' }
import checkOutput from '../../json/check-output.schema.json' with { type: 'json' }
import condenseReceipt from '../../json/condense-receipt.schema.json' with { type: 'json' }
import contextOutput from '../../json/context-output.schema.json' with { type: 'json' }
import contextReceipt from '../../json/context-receipt.schema.json' with { type: 'json' }
import correctionReceipt from '../../json/correction-receipt.schema.json' with { type: 'json' }
import depsOutput from '../../json/deps-output.schema.json' with { type: 'json' }
import discussionReceipt from '../../json/discussion-receipt.schema.json' with { type: 'json' }
import doctorReport from '../../json/doctor-report.schema.json' with { type: 'json' }
import evaluationOutput from '../../json/evaluation-output.schema.json' with { type: 'json' }
import exportDocument from '../../json/export-document.schema.json' with { type: 'json' }
import grepOutput from '../../json/grep-output.schema.json' with { type: 'json' }
import historyOutput from '../../json/history-output.schema.json' with { type: 'json' }
import importReceipt from '../../json/import-receipt.schema.json' with { type: 'json' }
import indexReceipt from '../../json/index-receipt.schema.json' with { type: 'json' }
import installReceipt from '../../json/install-receipt.schema.json' with { type: 'json' }
import logOutput from '../../json/log-output.schema.json' with { type: 'json' }
import lookupOutput from '../../json/lookup-output.schema.json' with { type: 'json' }
import readOutput from '../../json/read-output.schema.json' with { type: 'json' }
import reconcileReceipt from '../../json/reconcile-receipt.schema.json' with { type: 'json' }
import redactionReceipt from '../../json/redaction-receipt.schema.json' with { type: 'json' }
import reviewReport from '../../json/review-report.schema.json' with { type: 'json' }
import scrubReceipt from '../../json/scrub-receipt.schema.json' with { type: 'json' }
import showOutput from '../../json/show-output.schema.json' with { type: 'json' }
import statusOutput from '../../json/status-output.schema.json' with { type: 'json' }
import summaryOutput from '../../json/summary-output.schema.json' with { type: 'json' }
import syncReceipt from '../../json/sync-receipt.schema.json' with { type: 'json' }
import transcriptReceipt from '../../json/transcript-receipt.schema.json' with { type: 'json' }
import writingReceipt from '../../json/writing-receipt.schema.json' with { type: 'json' }
import type {
  AcknowledgementReceipt,
  AnnotateReceipt,
  CheckOutput,
  CondenseReceipt,
  ContextPackage,
  ContextReceipt,
  CorrectionReceipt,
  DepsOutput,
  DiscussionReceipt,
  QualityReport,
  EvaluationOutput,
  ExportDocument,
  GrepOutput,
  HistoryOutput,
  ImportReceipt,
  IndexReceipt,
  InstallReceipt,
  LogOutput,
  LookupOutput,
  ReadOutput,
  ReconcileReceipt,
  RedactionReport,
  CommitReview,
  ScrubReceipt,
  ShowOutput,
  StatusOutput,
  SummaryOutput,
  SyncReceipt,
  TranscriptReceipt,
  WritingReceipt,
} from '../index.ts'
import { createValidator } from './create-validator.ts'

/** Checks what `check --ack` prints with `--format json`. */
export const acknowledgementReceiptSchema: z.ZodType<AcknowledgementReceipt> = createValidator(
  acknowledgementReceipt,
  'AcknowledgementReceipt',
)

/** Checks what `annotate --live` and `record` print with `--format json`. */
export const annotateReceiptSchema: z.ZodType<AnnotateReceipt> = createValidator(annotateReceipt, 'AnnotateReceipt')

/** Checks the answer to a `check`. */
export const checkOutputSchema: z.ZodType<CheckOutput> = createValidator(checkOutput, 'CheckOutput')

/** Checks what `condense` prints with `--format json`. */
export const condenseReceiptSchema: z.ZodType<CondenseReceipt> = createValidator(condenseReceipt, 'CondenseReceipt')

/** Checks what `retrieve` prints with `--format json`. */
export const contextPackageSchema: z.ZodType<ContextPackage> = createValidator(contextOutput, 'ContextPackage')

/** Checks what `context` and `note` print with `--format json`. */
export const contextReceiptSchema: z.ZodType<ContextReceipt> = createValidator(contextReceipt, 'ContextReceipt')

/** Checks what `flag`, `correct`, `supersede`, `retract` and `reattach` print with `--format json`. */
export const correctionReceiptSchema: z.ZodType<CorrectionReceipt> = createValidator(
  correctionReceipt,
  'CorrectionReceipt',
)

/** Checks the answer to a `deps`. */
export const depsOutputSchema: z.ZodType<DepsOutput> = createValidator(depsOutput, 'DepsOutput')

/** Checks what `import github` and `import gitlab` print with `--format json`. */
export const discussionReceiptSchema: z.ZodType<DiscussionReceipt> = createValidator(
  discussionReceipt,
  'DiscussionReceipt',
)

/** Checks what `doctor --format json` prints. */
export const qualityReportSchema: z.ZodType<QualityReport> = createValidator(doctorReport, 'QualityReport')

/** Checks what `evaluate` prints with `--format json`. */
export const evaluationOutputSchema: z.ZodType<EvaluationOutput> = createValidator(evaluationOutput, 'EvaluationOutput')

/** Checks one line of what `export` prints. */
export const exportDocumentSchema: z.ZodType<ExportDocument> = createValidator(exportDocument, 'ExportDocument')

/** Checks the answer to a `grep`. */
export const grepOutputSchema: z.ZodType<GrepOutput> = createValidator(grepOutput, 'GrepOutput')

/** Checks the answer to a `history`. */
export const historyOutputSchema: z.ZodType<HistoryOutput> = createValidator(historyOutput, 'HistoryOutput')

/** Checks what `import` prints with `--format json`. */
export const importReceiptSchema: z.ZodType<ImportReceipt> = createValidator(importReceipt, 'ImportReceipt')

/** Checks what `index` prints with `--format json`. */
export const indexReceiptSchema: z.ZodType<IndexReceipt> = createValidator(indexReceipt, 'IndexReceipt')

/** Checks what `init`, `uninstall`, `mcp install` and `skill install` print with `--format json`. */
export const installReceiptSchema: z.ZodType<InstallReceipt> = createValidator(installReceipt, 'InstallReceipt')

/** Checks the answer to a `log`. */
export const logOutputSchema: z.ZodType<LogOutput> = createValidator(logOutput, 'LogOutput')

/** Checks the answer to a `lookup`. */
export const lookupOutputSchema: z.ZodType<LookupOutput> = createValidator(lookupOutput, 'LookupOutput')

/** Checks the answer to a `read`. */
export const readOutputSchema: z.ZodType<ReadOutput> = createValidator(readOutput, 'ReadOutput')

/** Checks what `reconcile` prints with `--format json`. */
export const reconcileReceiptSchema: z.ZodType<ReconcileReceipt> = createValidator(reconcileReceipt, 'ReconcileReceipt')

/** Checks what `redact --test` prints with `--format json`. */
export const redactionReportSchema: z.ZodType<RedactionReport> = createValidator(redactionReceipt, 'RedactionReport')

/** Checks what `annotate --review --format json` prints. */
export const commitReviewSchema: z.ZodType<CommitReview> = createValidator(reviewReport, 'CommitReview')

/** Checks what `scrub` prints with `--format json`. */
export const scrubReceiptSchema: z.ZodType<ScrubReceipt> = createValidator(scrubReceipt, 'ScrubReceipt')

/** Checks the answer to a `show`. */
export const showOutputSchema: z.ZodType<ShowOutput> = createValidator(showOutput, 'ShowOutput')

/** Checks the answer to a `status`. */
export const statusOutputSchema: z.ZodType<StatusOutput> = createValidator(statusOutput, 'StatusOutput')

/** Checks the answer to a `summary`. */
export const summaryOutputSchema: z.ZodType<SummaryOutput> = createValidator(summaryOutput, 'SummaryOutput')

/** Checks what `sync` prints with `--format json`. */
export const syncReceiptSchema: z.ZodType<SyncReceipt> = createValidator(syncReceipt, 'SyncReceipt')

/** Checks what `import transcripts` prints with `--format json`. */
export const transcriptReceiptSchema: z.ZodType<TranscriptReceipt> = createValidator(
  transcriptReceipt,
  'TranscriptReceipt',
)

/** Checks what `commit`, `annotate` and `backfill` print with `--format json`. */
export const writingReceiptSchema: z.ZodType<WritingReceipt> = createValidator(writingReceipt, 'WritingReceipt')
