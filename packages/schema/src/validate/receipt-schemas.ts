import * as z from 'zod'
import { ANNOTATE_RECEIPT_SCHEMA, type AnnotateReceipt, type RegionReceipt } from '../annotate-receipt.ts'
import { CORRECTION_RECEIPT_SCHEMA, type CorrectionReceipt, type StoredCorrection } from '../correction-receipt.ts'
import { INSTALL_RECEIPT_SCHEMA, type InstalledFile, type InstallReceipt } from '../install-receipt.ts'
import type { CommitId, NotesRef } from '../ids.ts'
import { SCRUB_RECEIPT_SCHEMA, type RemainingCopy, type ScrubbedRef, type ScrubReceipt } from '../scrub-receipt.ts'
import { astAnchorSchema, lineRangeSchema } from './annotation-parts.ts'
import { exactly } from './exactly.ts'
import { diagnosticSchema } from './read-output-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)
const yes = z.literal(true)
const commitId = z.string() as unknown as z.ZodType<CommitId>
const notesRef = z.string() as unknown as z.ZodType<NotesRef>

/** Checks one region of a receipt. */
export const regionReceiptSchema: z.ZodType<RegionReceipt> = defined(
  'RegionReceipt',
  exactly<RegionReceipt>()(
    z.strictObject({
      file: z.string(),
      ast_anchor: optional(astAnchorSchema),
      lines: optional(lineRangeSchema),
      intent: z.string(),
      constraints: count,
      anchor_match: described(
        optional(z.enum(['exact', 'unqualified', 'fuzzy', 'unchecked'])),
        'How the given name was found. Absent when no name was given.',
      ),
      known: described(optional(yes), 'The note already had this region.'),
    }),
  ),
  'One region with what was derived for it.',
)

/** Checks what `annotate --format json` prints. */
export const annotateReceiptSchema: z.ZodType<AnnotateReceipt> = defined(
  'AnnotateReceipt',
  exactly<AnnotateReceipt>()(
    z.strictObject({
      $schema: z.literal(ANNOTATE_RECEIPT_SCHEMA),
      status: z.enum(['created', 'merged', 'unchanged']),
      dry_run: described(optional(yes), 'Nothing was written: `status` says what would have happened.'),
      commit: commitId,
      subject: z.string(),
      notes_ref: notesRef,
      regions: z.array(regionReceiptSchema),
      cross_cutting: count,
      regions_in_note: described(count.min(0), 'Those of earlier annotations included.'),
      ignored: z.array(z.strictObject({ path: z.string(), suggestion: optional(z.string()) })),
      warnings: z.array(diagnosticSchema),
    }),
  ),
  'What became of an annotation.',
)

const storedCorrection: z.ZodType<StoredCorrection> = defined(
  'StoredCorrection',
  exactly<StoredCorrection>()(
    z.strictObject({
      commit: commitId,
      correction: described(z.record(z.string(), z.unknown()), 'The chronicle-correction/v1 document, as stored.'),
      regions: z.array(
        z.strictObject({
          file: optional(z.string()),
          anchor: optional(z.string()),
          intent: z.string(),
          id: optional(described(z.string(), 'Tells it from the other regions of its annotation.')),
        }),
      ),
      known: described(optional(yes), 'The same had been recorded by the same author.'),
    }),
  ),
  'One correction, and what it is about.',
)

/** Checks what `flag`, `correct`, `supersede` and `retract` print with `--format json`. */
export const correctionReceiptSchema: z.ZodType<CorrectionReceipt> = defined(
  'CorrectionReceipt',
  exactly<CorrectionReceipt>()(
    z.strictObject({
      $schema: z.literal(CORRECTION_RECEIPT_SCHEMA),
      status: z.enum(['recorded', 'unchanged']),
      dry_run: described(optional(yes), 'Nothing was written: `status` says what would have happened.'),
      notes_ref: notesRef,
      corrections: z.array(storedCorrection),
      warnings: z.array(diagnosticSchema),
    }),
  ),
  'What became of a correction.',
)

const scrubbedRef: z.ZodType<ScrubbedRef> = exactly<ScrubbedRef>()(
  z.strictObject({
    notes_ref: notesRef,
    notes: z.array(z.strictObject({ commit: commitId, occurrences: count, removed: optional(yes) })),
    in_history: described(optional(yes), 'No note has it now, but an earlier state of the ref had.'),
  }),
)

const remainingCopy: z.ZodType<RemainingCopy> = exactly<RemainingCopy>()(
  z.strictObject({
    place: z.enum(['objects', 'cache', 'remote_tracking_ref', 'remote', 'clones']),
    message: z.string(),
    command: optional(z.string()),
  }),
)

/** Checks what `scrub --format json` prints. */
export const scrubReceiptSchema: z.ZodType<ScrubReceipt> = defined(
  'ScrubReceipt',
  exactly<ScrubReceipt>()(
    z.strictObject({
      $schema: z.literal(SCRUB_RECEIPT_SCHEMA),
      status: z.enum(['scrubbed', 'nothing_found']),
      dry_run: described(optional(yes), 'Nothing was written: `status` says what would have happened.'),
      refs: z.array(scrubbedRef),
      remaining: described(z.array(remainingCopy), 'Where the content may be all the same.'),
      warnings: z.array(diagnosticSchema),
    }),
  ),
  'What was scrubbed. It never repeats what was scrubbed.',
)

const installedFile: z.ZodType<InstalledFile> = exactly<InstalledFile>()(
  z.strictObject({
    path: described(z.string(), 'Absolute, as the client looks for it.'),
    content: z.enum(['mcp_server', 'skill', 'hooks', 'agents_md']),
    client: described(optional(z.string()), 'The client that reads it. Absent: any.'),
    change: z.enum(['created', 'updated', 'deleted', 'unchanged']),
    note: described(optional(z.string()), 'What is left to do before the client uses it.'),
    diff: described(optional(z.string()), 'With `dry_run`: the change as a unified diff.'),
  }),
)

/** Checks what `mcp install` and `skill install` print with `--format json`. */
export const installReceiptSchema: z.ZodType<InstallReceipt> = defined(
  'InstallReceipt',
  exactly<InstallReceipt>()(
    z.strictObject({
      $schema: z.literal(INSTALL_RECEIPT_SCHEMA),
      status: z.enum(['changed', 'unchanged']),
      dry_run: described(optional(yes), 'Nothing was written: `status` says what would have happened.'),
      files: z.array(installedFile),
      warnings: z.array(diagnosticSchema),
    }),
  ),
  'What became of the files that agents and their clients are configured by.',
)
