import * as z from 'zod'
import { isJsonObject, type JsonObject } from '../canonical-json.ts'
import type { JsonSchemaName } from '../json/index.ts'
import { annotationSchema } from './annotation-schema.ts'
import { storedCorrectionSchema } from './correction-schema.ts'
import { CHECK_OUTPUT_SCHEMA } from '../check-output.ts'
import { DEPS_OUTPUT_SCHEMA } from '../deps-output.ts'
import { HISTORY_OUTPUT_SCHEMA } from '../history-output.ts'
import { LOOKUP_OUTPUT_SCHEMA } from '../lookup-output.ts'
import { SUMMARY_OUTPUT_SCHEMA } from '../summary-output.ts'
import { errorAnswerSchema } from './answer-schema.ts'
import { checkOutputSchema } from './check-output-schema.ts'
import { depsOutputSchema } from './deps-output-schema.ts'
import { historyOutputSchema } from './history-output-schema.ts'
import { liveAnnotationSchema } from './live-annotation-schema.ts'
import { lookupOutputSchema } from './lookup-output-schema.ts'
import { ACKNOWLEDGEMENT_RECEIPT_SCHEMA } from '../acknowledgement-receipt.ts'
import { ANNOTATE_RECEIPT_SCHEMA } from '../annotate-receipt.ts'
import { CORRECTION_RECEIPT_SCHEMA } from '../correction-receipt.ts'
import { INSTALL_RECEIPT_SCHEMA } from '../install-receipt.ts'
import { CONTEXT_RECEIPT_SCHEMA } from '../context-receipt.ts'
import { REDACTION_REPORT_SCHEMA } from '../redaction-report.ts'
import { WRITING_RECEIPT_SCHEMA } from '../writing-receipt.ts'
import { DOCTOR_REPORT_SCHEMA, REVIEW_REPORT_SCHEMA } from '../quality-report.ts'
import { SCRUB_RECEIPT_SCHEMA } from '../scrub-receipt.ts'
import { acknowledgementReceiptSchema } from './acknowledgement-receipt-schema.ts'
import {
  annotateReceiptSchema,
  correctionReceiptSchema,
  installReceiptSchema,
  scrubReceiptSchema,
} from './receipt-schemas.ts'
import { commitReviewSchema, qualityReportSchema } from './quality-report-schema.ts'
import { readErrorOutputSchema, readOutputSchema } from './read-output-schema.ts'
import { contextReceiptSchema, redactionReportSchema, writingReceiptSchema } from './writing-receipt-schemas.ts'
import { schemaTexts } from './schema-texts.ts'
import { summaryOutputSchema } from './summary-output-schema.ts'

/** The published JSON Schemas, made from the validators. The files in `json/` are these; a test holds them to it. */
export function generateJsonSchemas(): Readonly<Record<JsonSchemaName, JsonObject>> {
  return {
    annotation: generate(annotationSchema, {
      id: 'annotation',
      title: 'Chronicle annotation (chronicle/v1)',
      description: 'What is known about one commit, as it is stored in a git note. Unknown keys are allowed, and kept.',
      adapt: openObjects,
    }),
    correction: generate(storedCorrectionSchema, {
      id: 'correction',
      title: 'Chronicle correction (chronicle-correction/v1)',
      description: 'What somebody found wrong with an annotation: one line of a note in the corrections ref.',
      adapt: openObjects,
    }),
    'live-annotation': generate(liveAnnotationSchema, {
      id: 'live-annotation',
      title: 'Input of git chronicle annotate --live',
      description: 'What the author of a commit states about it. What is absent is derived; unknown keys are reported.',
      adapt: openObjects,
    }),
    'read-output': generate(z.union([readOutputSchema, readErrorOutputSchema]), {
      id: 'read-output',
      title: 'Output of git chronicle read (chronicle-read/v1)',
      description: 'The answer to a read, or the error. With --verbose, keys that would be absent are null or empty.',
      adapt: nullableOptionals,
    }),
    'check-output': answerSchema('check', CHECK_OUTPUT_SCHEMA, checkOutputSchema),
    'acknowledgement-receipt': receiptSchema(
      'acknowledgement',
      ACKNOWLEDGEMENT_RECEIPT_SCHEMA,
      acknowledgementReceiptSchema,
    ),
    'annotate-receipt': receiptSchema('annotate', ANNOTATE_RECEIPT_SCHEMA, annotateReceiptSchema),
    'correction-receipt': receiptSchema('correction', CORRECTION_RECEIPT_SCHEMA, correctionReceiptSchema),
    'install-receipt': receiptSchema('install', INSTALL_RECEIPT_SCHEMA, installReceiptSchema),
    'writing-receipt': receiptSchema('writing', WRITING_RECEIPT_SCHEMA, writingReceiptSchema),
    'context-receipt': receiptSchema('context', CONTEXT_RECEIPT_SCHEMA, contextReceiptSchema),
    'redaction-receipt': receiptSchema('redaction', REDACTION_REPORT_SCHEMA, redactionReportSchema),
    'scrub-receipt': receiptSchema('scrub', SCRUB_RECEIPT_SCHEMA, scrubReceiptSchema),
    'doctor-report': reportSchema('doctor', 'doctor', DOCTOR_REPORT_SCHEMA, qualityReportSchema),
    'review-report': reportSchema('review', 'annotate --review', REVIEW_REPORT_SCHEMA, commitReviewSchema),
    'deps-output': answerSchema('deps', DEPS_OUTPUT_SCHEMA, depsOutputSchema),
    'history-output': answerSchema('history', HISTORY_OUTPUT_SCHEMA, historyOutputSchema),
    'lookup-output': answerSchema('lookup', LOOKUP_OUTPUT_SCHEMA, lookupOutputSchema),
    'summary-output': answerSchema('summary', SUMMARY_OUTPUT_SCHEMA, summaryOutputSchema),
  }
}

/** What a command that writes says it did. */
function receiptSchema(name: string, id: string, receipt: z.ZodType): JsonObject {
  return generate(receipt, {
    id: `${name}-receipt`,
    title: `Receipt of ${name} (${id})`,
    description: 'What was written, and what to know about it. A failure is the error document of a read.',
    adapt: () => undefined,
  })
}

/** What was found wrong with what is recorded. */
function reportSchema(name: string, command: string, id: string, report: z.ZodType): JsonObject {
  return generate(report, {
    id: `${name}-report`,
    title: `Report of git chronicle ${command} (${id})`,
    description: 'What is recorded, and what is wrong with it. A failure is the error document of a read.',
    adapt: () => undefined,
  })
}

/** The answer to a query, or the document of its failure. */
function answerSchema(name: string, id: string, answer: z.ZodType): JsonObject {
  return generate(z.union([answer, errorAnswerSchema(id)]), {
    id: `${name}-output`,
    title: `Output of git chronicle ${name} (${id})`,
    description: `The answer to a ${name}, or the error. With --verbose, keys that would be absent are null or empty.`,
    adapt: nullableOptionals,
  })
}

function generate(
  schema: z.ZodType,
  about: {
    readonly id: string
    readonly title: string
    readonly description: string
    readonly adapt: (node: Record<string, unknown>) => void
  },
): JsonObject {
  const { $schema, ...body } = z.toJSONSchema(schema, {
    io: 'input',
    metadata: schemaTexts,
    override: ({ jsonSchema }) => about.adapt(jsonSchema as Record<string, unknown>),
  })
  const { title, description } = about
  return { $schema, $id: `urn:chronicle:schema:${about.id}:v1`, title, description, ...body }
}

/** Stored documents are open: other tools add keys, and they stay. */
function openObjects(node: Record<string, unknown>): void {
  if (node['additionalProperties'] === false) delete node['additionalProperties']
}

/** `--verbose` prints null for what is absent. */
function nullableOptionals(node: Record<string, unknown>): void {
  const { properties, required } = node
  if (!isJsonObject(properties)) return
  // A reference with a description of its own: its definition says what the keys are.
  if ('$ref' in node) {
    delete node['properties']
    return
  }
  const always = new Set(Array.isArray(required) ? (required as readonly unknown[]) : [])
  node['properties'] = Object.fromEntries(
    Object.entries(properties).map(([key, property]) =>
      always.has(key) || !isJsonObject(property) ? [key, property] : [key, { anyOf: [property, { type: 'null' }] }],
    ),
  )
}
