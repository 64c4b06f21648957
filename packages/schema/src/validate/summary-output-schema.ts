import * as z from 'zod'
import {
  SUMMARY_OUTPUT_SCHEMA,
  type SummaryFile,
  type SummaryOutput,
  type SummaryQueryEcho,
  type SummaryStats,
  type SummaryUnit,
} from '../summary-output.ts'
import { constraintSchema, contextLevelSchema, lineRangeSchema } from './annotation-parts.ts'
import { placeEchoKeys, trimmedAnswerSchema } from './answer-schema.ts'
import { exactly } from './exactly.ts'
import { diagnosticSchema } from './read-output-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)

const query: z.ZodType<SummaryQueryEcho> = exactly<SummaryQueryEcho>()(
  z.strictObject({
    ...placeEchoKeys,
    file: described(z.string(), 'A file or a folder; empty for the top of the repository.'),
    kind: z.enum(['file', 'folder']),
  }),
)

const unit: z.ZodType<SummaryUnit> = defined(
  'SummaryUnit',
  exactly<SummaryUnit>()(
    z.strictObject({
      file: z.string(),
      anchor: optional(described(z.string(), 'Absent: said of the file, or of lines that are in no unit.')),
      type: optional(z.string()),
      lines: described(optional(lineRangeSchema), 'Where the unit is now.'),
      commit: z.string(),
      timestamp: z.string(),
      context_level: contextLevelSchema,
      intent: z.string(),
      constraints: z.array(constraintSchema),
      risk_notes: optional(z.string()),
      older: described(count, 'Older annotations of the same unit.'),
      flagged: optional(described(z.literal(true), 'It was flagged as wrong; `read` shows why.')),
    }),
  ),
  'What the most recent annotation of a unit says; one entry for each region in it.',
)

const file: z.ZodType<SummaryFile> = defined(
  'SummaryFile',
  exactly<SummaryFile>()(
    z.strictObject({
      file: z.string(),
      annotated_units: count,
      unannotated_units: optional(described(count, 'Absent where the language is not known.')),
    }),
  ),
  'One file with annotations.',
)

const stats: z.ZodType<SummaryStats> = exactly<SummaryStats>()(
  z.strictObject({
    files: described(count, 'Files there are, annotated or not.'),
    annotated_files: count,
    annotated_units: described(count, 'Named units with an annotation.'),
    unannotated_units: described(count, 'Named units without one, of the annotated files whose language is known.'),
    gone_units: described(count, 'Annotated units whose code is gone; they are left out.'),
    units_returned: described(count, 'Entries in `units`, before a token budget.'),
  }),
)

/** Checks the answer to a `summary`. */
export const summaryOutputSchema: z.ZodType<SummaryOutput> = defined(
  'SummaryOutput',
  exactly<SummaryOutput>()(
    z.strictObject({
      $schema: z.literal(SUMMARY_OUTPUT_SCHEMA),
      query,
      units: described(z.array(unit), 'By file, then in the order of the code.'),
      files: optional(described(z.array(file), 'Of a folder: annotated files by path.')),
      stats,
      diagnostics: z.array(diagnosticSchema),
      trimmed: z.nullable(trimmedAnswerSchema),
    }),
  ),
  'The answer to a summary.',
)
