import acknowledgementReceipt from '../../json/acknowledgement-receipt.schema.json' with { type: 'json' }
import annotateReceipt from '../../json/annotate-receipt.schema.json' with { type: 'json' }
import correctionReceipt from '../../json/correction-receipt.schema.json' with { type: 'json' }
import scrubReceipt from '../../json/scrub-receipt.schema.json' with { type: 'json' }
import contextReceipt from '../../json/context-receipt.schema.json' with { type: 'json' }
import redactionReceipt from '../../json/redaction-receipt.schema.json' with { type: 'json' }
import writingReceipt from '../../json/writing-receipt.schema.json' with { type: 'json' }
import installReceipt from '../../json/install-receipt.schema.json' with { type: 'json' }
import doctorReport from '../../json/doctor-report.schema.json' with { type: 'json' }
import reviewReport from '../../json/review-report.schema.json' with { type: 'json' }
import annotation from '../../json/annotation.schema.json' with { type: 'json' }
import checkOutput from '../../json/check-output.schema.json' with { type: 'json' }
import correction from '../../json/correction.schema.json' with { type: 'json' }
import depsOutput from '../../json/deps-output.schema.json' with { type: 'json' }
import historyOutput from '../../json/history-output.schema.json' with { type: 'json' }
import liveAnnotation from '../../json/live-annotation.schema.json' with { type: 'json' }
import lookupOutput from '../../json/lookup-output.schema.json' with { type: 'json' }
import readOutput from '../../json/read-output.schema.json' with { type: 'json' }
import summaryOutput from '../../json/summary-output.schema.json' with { type: 'json' }

/** The published JSON Schemas: what is stored, corrections of it, what `annotate --live` takes, what commands print. */
export type JsonSchemaName =
  | 'acknowledgement-receipt'
  | 'scrub-receipt'
  | 'correction-receipt'
  | 'annotate-receipt'
  | 'context-receipt'
  | 'redaction-receipt'
  | 'writing-receipt'
  | 'install-receipt'
  | 'doctor-report'
  | 'review-report'
  | 'annotation'
  | 'check-output'
  | 'correction'
  | 'deps-output'
  | 'history-output'
  | 'live-annotation'
  | 'lookup-output'
  | 'read-output'
  | 'summary-output'

/** A JSON Schema of draft 2020-12, as data. The same is in the package as `json/<name>.schema.json`. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Every published JSON Schema by name. Import this entry when one is needed: it holds all of them. */
export const jsonSchemas: Readonly<Record<JsonSchemaName, JsonSchema>> = {
  'acknowledgement-receipt': acknowledgementReceipt,
  'annotate-receipt': annotateReceipt,
  'correction-receipt': correctionReceipt,
  'context-receipt': contextReceipt,
  'redaction-receipt': redactionReceipt,
  'writing-receipt': writingReceipt,
  'install-receipt': installReceipt,
  'doctor-report': doctorReport,
  'review-report': reviewReport,
  'scrub-receipt': scrubReceipt,
  annotation,
  'check-output': checkOutput,
  correction,
  'deps-output': depsOutput,
  'history-output': historyOutput,
  'live-annotation': liveAnnotation,
  'lookup-output': lookupOutput,
  'read-output': readOutput,
  'summary-output': summaryOutput,
}
