import * as z from 'zod'
import {
  DEPS_OUTPUT_SCHEMA,
  type Dependent,
  type DepsOutput,
  type DepsQueryEcho,
  type DepsStats,
} from '../deps-output.ts'
import { contextLevelSchema, lineRangeSchema } from './annotation-parts.ts'
import { placeEchoKeys, trimmedAnswerSchema } from './answer-schema.ts'
import { exactly } from './exactly.ts'
import { crossCuttingEntrySchema, diagnosticSchema, resolvedUnitSchema } from './read-output-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)

const query: z.ZodType<DepsQueryEcho> = exactly<DepsQueryEcho>()(
  z.strictObject({
    ...placeEchoKeys,
    max_results: count,
    scan_limit: described(count, 'Newest annotations looked at.'),
  }),
)

export const dependentSchema: z.ZodType<Dependent> = defined(
  'Dependent',
  exactly<Dependent>()(
    z.strictObject({
      from_file: z.string(),
      from_anchor: z.string(),
      nature: described(z.string(), 'What it assumes.'),
      commit: z.string(),
      on_anchor: optional(described(z.string(), 'The anchor it names, as written.')),
      on_file: optional(z.string()),
      confidence: optional(z.number().min(0).max(1)),
      timestamp: z.string(),
      context_level: contextLevelSchema,
      intent: described(z.string(), 'What the code that depends is for.'),
      current_lines: described(optional(lineRangeSchema), 'Where the code that depends is now.'),
      gone: optional(described(z.enum(['file', 'unit']), 'The code that declared it is gone.')),
    }),
  ),
  'Code that declares an assumption about the code in question.',
)

const stats: z.ZodType<DepsStats> = exactly<DepsStats>()(
  z.strictObject({
    method: z.enum(['index', 'scan']),
    annotations_read: count,
    dependents_found: count,
    dependents_returned: described(count, 'Before a token budget.'),
  }),
)

/** Checks the answer to a `deps`. */
export const depsOutputSchema: z.ZodType<DepsOutput> = defined(
  'DepsOutput',
  exactly<DepsOutput>()(
    z.strictObject({
      $schema: z.literal(DEPS_OUTPUT_SCHEMA),
      query,
      dependents: described(z.array(dependentSchema), 'Those whose code is still there first, then newest first.'),
      cross_cutting: z.array(crossCuttingEntrySchema),
      ambiguous_anchor: optional(z.literal(true)),
      resolved: optional(z.array(resolvedUnitSchema)),
      stats,
      diagnostics: z.array(diagnosticSchema),
      trimmed: z.nullable(trimmedAnswerSchema),
    }),
  ),
  'The answer to a deps.',
)
