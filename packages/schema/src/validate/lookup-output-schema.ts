import * as z from 'zod'
import { LOOKUP_OUTPUT_SCHEMA, type LookupOutput, type LookupStats, type OpenCorrection } from '../lookup-output.ts'
import { placeEchoKeys, trimmedAnswerSchema } from './answer-schema.ts'
import { dependentSchema } from './deps-output-schema.ts'
import { exactly } from './exactly.ts'
import { historyReasonSchema, placeHistoryStatsSchema } from './history-reason-schema.ts'
import { historyStepSchema } from './history-output-schema.ts'
import {
  crossCuttingEntrySchema,
  diagnosticSchema,
  heldByTestSchema,
  readRegionSchema,
  resolvedUnitSchema,
} from './read-output-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)

const openCorrection: z.ZodType<OpenCorrection> = defined(
  'OpenCorrection',
  exactly<OpenCorrection>()(
    z.strictObject({
      commit: described(z.string(), 'The annotated commit.'),
      file: optional(described(z.string(), 'Absent with `anchor`: it speaks of the whole annotation.')),
      anchor: optional(z.string()),
      correction_type: described(z.string(), 'As recorded; `unknown` when it does not say.'),
      field: optional(z.string()),
      target_value: optional(described(z.string(), 'The value that is wrong.')),
      superseded_by: optional(described(z.string(), 'The commit whose annotation takes its place.')),
      reason: described(z.string(), 'Empty when it does not say.'),
      author: optional(z.string()),
      timestamp: optional(z.string()),
    }),
  ),
  'A correction of what is shown that nobody has settled yet.',
)

const stats: z.ZodType<LookupStats> = described(
  exactly<LookupStats>()(
    z.strictObject({
      regions: count,
      dependents: count,
      history_steps: count,
      open_corrections: count,
      gone_regions: optional(described(count, 'Regions about the place whose code is gone; `history` shows them.')),
      quoted_regions: optional(
        described(count, 'Regions that only quote a comment that still stands in the code; left out of text answers.'),
      ),
      history: optional(placeHistoryStatsSchema),
    }),
  ),
  'What was found, before a token budget.',
)

/** Checks the answer to a `lookup`. */
export const lookupOutputSchema: z.ZodType<LookupOutput> = defined(
  'LookupOutput',
  exactly<LookupOutput>()(
    z.strictObject({
      $schema: z.literal(LOOKUP_OUTPUT_SCHEMA),
      query: z.strictObject(placeEchoKeys),
      open_corrections: z.array(openCorrection),
      regions: described(z.array(readRegionSchema), 'As in a read.'),
      from_history: optional(described(z.array(historyReasonSchema), 'As in a read.')),
      dependents: described(z.array(dependentSchema), 'As in deps.'),
      cross_cutting: z.array(crossCuttingEntrySchema),
      held_by_tests: optional(described(z.array(heldByTestSchema), 'As in a read.')),
      history: described(z.array(historyStepSchema), 'The last steps that `regions` does not tell, oldest first.'),
      ambiguous_anchor: optional(z.literal(true)),
      resolved: optional(z.array(resolvedUnitSchema)),
      stats,
      diagnostics: z.array(diagnosticSchema),
      trimmed: z.nullable(trimmedAnswerSchema),
    }),
  ),
  'The answer to a lookup.',
)
