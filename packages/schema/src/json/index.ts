import exportDocument from '../../json/export-document.schema.json' with { type: 'json' }
import importReceipt from '../../json/import-receipt.schema.json' with { type: 'json' }
import syncReceipt from '../../json/sync-receipt.schema.json' with { type: 'json' }
import acknowledgementReceipt from '../../json/acknowledgement-receipt.schema.json' with { type: 'json' }
import annotateReceipt from '../../json/annotate-receipt.schema.json' with { type: 'json' }
import correctionReceipt from '../../json/correction-receipt.schema.json' with { type: 'json' }
import condenseReceipt from '../../json/condense-receipt.schema.json' with { type: 'json' }
import reconcileReceipt from '../../json/reconcile-receipt.schema.json' with { type: 'json' }
import transcriptReceipt from '../../json/transcript-receipt.schema.json' with { type: 'json' }
import scrubReceipt from '../../json/scrub-receipt.schema.json' with { type: 'json' }
import contextOutput from '../../json/context-output.schema.json' with { type: 'json' }
import indexReceipt from '../../json/index-receipt.schema.json' with { type: 'json' }
import contextReceipt from '../../json/context-receipt.schema.json' with { type: 'json' }
import redactionReceipt from '../../json/redaction-receipt.schema.json' with { type: 'json' }
import discussionReceipt from '../../json/discussion-receipt.schema.json' with { type: 'json' }
import writingReceipt from '../../json/writing-receipt.schema.json' with { type: 'json' }
import installReceipt from '../../json/install-receipt.schema.json' with { type: 'json' }
import doctorReport from '../../json/doctor-report.schema.json' with { type: 'json' }
import reviewReport from '../../json/review-report.schema.json' with { type: 'json' }
import annotation from '../../json/annotation.schema.json' with { type: 'json' }
import checkOutput from '../../json/check-output.schema.json' with { type: 'json' }
import correction from '../../json/correction.schema.json' with { type: 'json' }
import evaluationOutput from '../../json/evaluation-output.schema.json' with { type: 'json' }
import depsOutput from '../../json/deps-output.schema.json' with { type: 'json' }
import historyOutput from '../../json/history-output.schema.json' with { type: 'json' }
import liveAnnotation from '../../json/live-annotation.schema.json' with { type: 'json' }
import lookupOutput from '../../json/lookup-output.schema.json' with { type: 'json' }
import readOutput from '../../json/read-output.schema.json' with { type: 'json' }
import grepOutput from '../../json/grep-output.schema.json' with { type: 'json' }
import logOutput from '../../json/log-output.schema.json' with { type: 'json' }
import showOutput from '../../json/show-output.schema.json' with { type: 'json' }
import statusOutput from '../../json/status-output.schema.json' with { type: 'json' }
import summaryOutput from '../../json/summary-output.schema.json' with { type: 'json' }
import type { JsonSchema } from './json-schema.ts'

/** The published JSON Schemas: what is stored, corrections of it, what `annotate --live` takes, what commands print. */
export type JsonSchemaName =
  | 'acknowledgement-receipt'
  | 'condense-receipt'
  | 'reconcile-receipt'
  | 'scrub-receipt'
  | 'sync-receipt'
  | 'import-receipt'
  | 'export-document'
  | 'transcript-receipt'
  | 'correction-receipt'
  | 'annotate-receipt'
  | 'context-output'
  | 'context-receipt'
  | 'index-receipt'
  | 'redaction-receipt'
  | 'writing-receipt'
  | 'discussion-receipt'
  | 'install-receipt'
  | 'doctor-report'
  | 'review-report'
  | 'annotation'
  | 'check-output'
  | 'correction'
  | 'evaluation-output'
  | 'deps-output'
  | 'history-output'
  | 'live-annotation'
  | 'lookup-output'
  | 'read-output'
  | 'grep-output'
  | 'log-output'
  | 'show-output'
  | 'status-output'
  | 'summary-output'

export type { JsonSchema }

/** Every published JSON Schema by name. Import this entry when one is needed: it holds all of them. */
export const jsonSchemas: Readonly<Record<JsonSchemaName, JsonSchema>> = {
  'acknowledgement-receipt': acknowledgementReceipt,
  'annotate-receipt': annotateReceipt,
  'correction-receipt': correctionReceipt,
  'context-output': contextOutput,
  'context-receipt': contextReceipt,
  'index-receipt': indexReceipt,
  'redaction-receipt': redactionReceipt,
  'writing-receipt': writingReceipt,
  'discussion-receipt': discussionReceipt,
  'install-receipt': installReceipt,
  'doctor-report': doctorReport,
  'review-report': reviewReport,
  'condense-receipt': condenseReceipt,
  'reconcile-receipt': reconcileReceipt,
  'scrub-receipt': scrubReceipt,
  'sync-receipt': syncReceipt,
  'import-receipt': importReceipt,
  'export-document': exportDocument,
  'transcript-receipt': transcriptReceipt,
  annotation,
  'check-output': checkOutput,
  correction,
  'evaluation-output': evaluationOutput,
  'deps-output': depsOutput,
  'history-output': historyOutput,
  'live-annotation': liveAnnotation,
  'lookup-output': lookupOutput,
  'read-output': readOutput,
  'grep-output': grepOutput,
  'log-output': logOutput,
  'show-output': showOutput,
  'status-output': statusOutput,
  'summary-output': summaryOutput,
}
