import * as z from 'zod'
import type { CommitId, NotesRef } from '../ids.ts'
import {
  DOCTOR_REPORT_SCHEMA,
  QUALITY_FINDING_KINDS,
  REVIEW_REPORT_SCHEMA,
  type CommitReview,
  type Coverage,
  type QualityFinding,
  type QualityReport,
  type ReviewedEvidence,
  type ReviewedRegion,
} from '../quality-report.ts'
import { lineRangeSchema } from './annotation-parts.ts'
import { exactly } from './exactly.ts'
import { diagnosticSchema } from './read-output-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)
const commitId = z.string() as unknown as z.ZodType<CommitId>
const notesRef = z.string() as unknown as z.ZodType<NotesRef>
const level = z.enum(['enhanced', 'inferred'])

const findingSchema: z.ZodType<QualityFinding> = defined(
  'QualityFinding',
  exactly<QualityFinding>()(
    z.strictObject({
      kind: z.enum(QUALITY_FINDING_KINDS),
      severity: z.enum(['error', 'warning', 'info']),
      commit: optional(commitId),
      path: described(optional(z.string()), 'The file as it is called now, or as the note names it when it is gone.'),
      anchor: optional(z.string()),
      message: z.string(),
      fix: described(optional(z.string()), 'The command line that mends it; texts in capitals are to be filled in.'),
    }),
  ),
  'One thing that is wrong, and what mends it.',
)

const coverageSchema: z.ZodType<Coverage> = defined(
  'Coverage',
  exactly<Coverage>()(
    z.strictObject({
      commits: described(count.min(0), 'Those that were looked at, the newest first.'),
      enhanced: count,
      inferred: count,
      nothing_to_record: described(count.min(0), 'They changed nothing of interest, or the annotation says so.'),
      unannotated: count,
      nothing_found: described(
        count.min(0),
        'Of the unannotated those that a writer has looked at, and found nothing to say of.',
      ),
      newest_unannotated: z.array(z.strictObject({ commit: commitId, subject: z.string() })),
      unannotated_files: described(
        z.array(z.strictObject({ path: z.string(), commits: count })),
        'Files that these commits changed most, and nothing is recorded about.',
      ),
    }),
  ),
  'How much of the history has something recorded.',
)

/** Checks what `doctor --format json` prints. */
export const qualityReportSchema: z.ZodType<QualityReport> = defined(
  'QualityReport',
  exactly<QualityReport>()(
    z.strictObject({
      $schema: z.literal(DOCTOR_REPORT_SCHEMA),
      commit: commitId,
      notes_refs: z.array(notesRef),
      scope: z.strictObject({ revisions: optional(z.string()), paths: optional(z.array(z.string())) }),
      coverage: coverageSchema,
      notes: z.strictObject({ found: count, reviewed: count }),
      findings: described(z.array(findingSchema), 'The first of each kind; `counts` has the number of all.'),
      counts: z.partialRecord(z.enum(QUALITY_FINDING_KINDS), count),
      environment: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),
  'The state of what is recorded in a repository.',
)

const reviewedEvidence: z.ZodType<ReviewedEvidence> = exactly<ReviewedEvidence>()(
  z.strictObject({
    kind: z.enum(['commit_message', 'file_lines', 'diff_hunk', 'author_context']),
    quote: optional(z.string()),
    file: optional(z.string()),
    lines: optional(lineRangeSchema),
    verdict: z.enum(['found', 'not_found', 'unverified']),
    reason: optional(z.string()),
  }),
)

const reviewedRegion: z.ZodType<ReviewedRegion> = exactly<ReviewedRegion>()(
  z.strictObject({
    file: optional(z.string()),
    anchor: optional(z.string()),
    lines: optional(lineRangeSchema),
    intent: z.string(),
    context_level: level,
    freshness: optional(z.enum(['fresh', 'moved', 'drifted', 'orphaned'])),
    constraints: z.array(z.strictObject({ text: z.string(), source: z.enum(['author', 'inferred']) })),
    evidence: z.array(reviewedEvidence),
    retracted: optional(z.literal(true)),
  }),
)

/** Checks what `annotate --review --format json` prints. */
export const commitReviewSchema: z.ZodType<CommitReview> = defined(
  'CommitReview',
  exactly<CommitReview>()(
    z.strictObject({
      $schema: z.literal(REVIEW_REPORT_SCHEMA),
      commit: commitId,
      subject: z.string(),
      notes_refs: z.array(notesRef),
      annotation: optional(
        z.strictObject({ summary: z.string(), context_level: level, timestamp: z.string(), cross_cutting: count }),
      ),
      regions: z.array(reviewedRegion),
      findings: z.array(findingSchema),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),
  'What is recorded on one commit, and what is wrong with it.',
)
