import * as z from 'zod'
import { CONTEXT_RECEIPT_SCHEMA, type ContextReceipt, type KeptContext } from '../context-receipt.ts'
import type { CommitId, NotesRef } from '../ids.ts'
import { REDACTION_REPORT_SCHEMA, type RedactionReport } from '../redaction-report.ts'
import { WRITING_RECEIPT_SCHEMA, type WritingReceipt, type WrittenCommit } from '../writing-receipt.ts'
import { lineRangeSchema } from './annotation-parts.ts'
import { exactly } from './exactly.ts'
import { diagnosticSchema } from './read-output-schema.ts'
import { regionReceiptSchema } from './receipt-schemas.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)
const status = z.enum(['annotated', 'unchanged', 'nothing', 'skipped', 'failed'])

const writtenCommit: z.ZodType<WrittenCommit> = defined(
  'WrittenCommit',
  exactly<WrittenCommit>()(
    z.strictObject({
      commit: z.string() as unknown as z.ZodType<CommitId>,
      subject: z.string(),
      status,
      reason: described(optional(z.string()), 'Why there is nothing, why it was skipped, or how it failed.'),
      regions: z.array(regionReceiptSchema),
      cross_cutting: count,
      warnings: z.array(diagnosticSchema),
    }),
  ),
  'One commit, and what became of it.',
)

/** Checks what `commit`, `annotate` and `backfill` print with `--format json`. */
export const writingReceiptSchema: z.ZodType<WritingReceipt> = defined(
  'WritingReceipt',
  exactly<WritingReceipt>()(
    z.strictObject({
      $schema: z.literal(WRITING_RECEIPT_SCHEMA),
      dry_run: described(
        optional(z.literal(true)),
        'Nothing was written: each `status` says what would have happened.',
      ),
      writer: z.string(),
      notes_ref: z.string() as unknown as z.ZodType<NotesRef>,
      commits: described(z.array(writtenCommit), 'In the order they were worked on.'),
      totals: z.record(status, count),
      usage: described(
        optional(
          z.strictObject({
            input_tokens: count,
            output_tokens: count,
            cost_usd: described(optional(z.number().min(0)), 'Absent where the price of the model is not known.'),
          }),
        ),
        'What a model was asked and paid for, all commits together. Absent: none was asked.',
      ),
    }),
  ),
  'What was written about commits.',
)

const keptContext: z.ZodType<KeptContext> = exactly<KeptContext>()(
  z.strictObject({
    task: optional(z.string()),
    reasoning: optional(z.string()),
    dependencies: optional(z.string()),
    tags: z.array(z.string()),
    rejected: z.array(z.strictObject({ approach: z.string(), reason: z.string() })),
    notes: z.array(
      z.strictObject({
        id: described(z.string(), 'Names it, to have it removed.'),
        text: z.string(),
        place: optional(z.string()),
        kind: described(optional(z.enum(['constraint', 'risk', 'dependency'])), 'Absent: a remark.'),
        on: described(optional(z.string()), 'What a dependency is on.'),
      }),
    ),
    squash_sources: z.array(z.string()),
    created: z.string(),
    expires: described(z.string(), 'Not used from then on.'),
  }),
)

/** Checks what `context` and `note` print with `--format json`. */
export const contextReceiptSchema: z.ZodType<ContextReceipt> = defined(
  'ContextReceipt',
  exactly<ContextReceipt>()(
    z.strictObject({
      $schema: z.literal(CONTEXT_RECEIPT_SCHEMA),
      status: z.enum(['kept', 'empty']),
      context: optional(keptContext),
    }),
  ),
  'What is kept for the next commit.',
)

/** Checks what `redact --test --format json` prints. */
export const redactionReportSchema: z.ZodType<RedactionReport> = defined(
  'RedactionReport',
  exactly<RedactionReport>()(
    z.strictObject({
      $schema: z.literal(REDACTION_REPORT_SCHEMA),
      redactor: z.string(),
      files: z.array(
        z.strictObject({
          file: described(z.string(), 'As it was given; `-` for stdin.'),
          secrets: z.array(z.strictObject({ rule: z.string(), lines: lineRangeSchema })),
        }),
      ),
    }),
  ),
  'The secrets in texts, without the secrets.',
)
