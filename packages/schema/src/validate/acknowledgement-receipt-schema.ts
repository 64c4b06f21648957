import * as z from 'zod'
import { ACKNOWLEDGEMENT_RECEIPT_SCHEMA, type AcknowledgementReceipt } from '../acknowledgement-receipt.ts'
import type { NotesRef } from '../ids.ts'
import { acknowledgedFindingSchema } from './check-output-schema.ts'
import { exactly } from './exactly.ts'
import { diagnosticSchema } from './read-output-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional

/** Checks what `check --ack` prints with `--format json`. */
export const acknowledgementReceiptSchema: z.ZodType<AcknowledgementReceipt> = defined(
  'AcknowledgementReceipt',
  exactly<AcknowledgementReceipt>()(
    z.strictObject({
      $schema: z.literal(ACKNOWLEDGEMENT_RECEIPT_SCHEMA),
      status: z.enum(['recorded', 'unchanged']),
      dry_run: described(optional(z.literal(true)), 'Nothing was written: `status` says what would have happened.'),
      notes_ref: described(
        optional(z.string() as unknown as z.ZodType<NotesRef>),
        'The ref that holds it. Absent for edits that are not committed.',
      ),
      findings: z.array(acknowledgedFindingSchema),
      trailers: described(z.array(z.string()), 'The lines for the message of the commit, one for each finding.'),
      warnings: z.array(diagnosticSchema),
    }),
  ),
  'The result of acknowledging findings.',
)
