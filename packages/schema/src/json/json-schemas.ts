/* Written by `npm run documents`: the list of documents is in `workspace/src/documents`. */
import acknowledgementReceipt from '../../json/acknowledgement-receipt.schema.json' with { type: 'json' }
import annotateReceipt from '../../json/annotate-receipt.schema.json' with { type: 'json' }
import annotation from '../../json/annotation.schema.json' with { type: 'json' }
import checkOutput from '../../json/check-output.schema.json' with { type: 'json' }
import condenseReceipt from '../../json/condense-receipt.schema.json' with { type: 'json' }
import contextOutput from '../../json/context-output.schema.json' with { type: 'json' }
import contextReceipt from '../../json/context-receipt.schema.json' with { type: 'json' }
import correction from '../../json/correction.schema.json' with { type: 'json' }
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
import liveAnnotation from '../../json/live-annotation.schema.json' with { type: 'json' }
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
import type { JsonSchema } from './json-schema.ts'

/** The published JSON Schemas: what is stored, corrections of it, what `annotate --live` takes, what commands print. */
export type JsonSchemaName =
  | 'acknowledgement-receipt'
  | 'annotate-receipt'
  | 'annotation'
  | 'check-output'
  | 'condense-receipt'
  | 'context-output'
  | 'context-receipt'
  | 'correction'
  | 'correction-receipt'
  | 'deps-output'
  | 'discussion-receipt'
  | 'doctor-report'
  | 'evaluation-output'
  | 'export-document'
  | 'grep-output'
  | 'history-output'
  | 'import-receipt'
  | 'index-receipt'
  | 'install-receipt'
  | 'live-annotation'
  | 'log-output'
  | 'lookup-output'
  | 'read-output'
  | 'reconcile-receipt'
  | 'redaction-receipt'
  | 'review-report'
  | 'scrub-receipt'
  | 'show-output'
  | 'status-output'
  | 'summary-output'
  | 'sync-receipt'
  | 'transcript-receipt'
  | 'writing-receipt'

/** Every published JSON Schema by name. Import this entry when one is needed: it holds all of them. */
export const jsonSchemas: Readonly<Record<JsonSchemaName, JsonSchema>> = {
  'acknowledgement-receipt': acknowledgementReceipt,
  'annotate-receipt': annotateReceipt,
  annotation: annotation,
  'check-output': checkOutput,
  'condense-receipt': condenseReceipt,
  'context-output': contextOutput,
  'context-receipt': contextReceipt,
  correction: correction,
  'correction-receipt': correctionReceipt,
  'deps-output': depsOutput,
  'discussion-receipt': discussionReceipt,
  'doctor-report': doctorReport,
  'evaluation-output': evaluationOutput,
  'export-document': exportDocument,
  'grep-output': grepOutput,
  'history-output': historyOutput,
  'import-receipt': importReceipt,
  'index-receipt': indexReceipt,
  'install-receipt': installReceipt,
  'live-annotation': liveAnnotation,
  'log-output': logOutput,
  'lookup-output': lookupOutput,
  'read-output': readOutput,
  'reconcile-receipt': reconcileReceipt,
  'redaction-receipt': redactionReceipt,
  'review-report': reviewReport,
  'scrub-receipt': scrubReceipt,
  'show-output': showOutput,
  'status-output': statusOutput,
  'summary-output': summaryOutput,
  'sync-receipt': syncReceipt,
  'transcript-receipt': transcriptReceipt,
  'writing-receipt': writingReceipt,
}
