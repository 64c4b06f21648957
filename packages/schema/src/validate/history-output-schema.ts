import * as z from 'zod'
import {
  HISTORY_OUTPUT_SCHEMA,
  type HistoryOutput,
  type HistoryQueryEcho,
  type HistoryStats,
  type HistoryStep,
  type StepLink,
  type StepProvenance,
} from '../history-output.ts'
import {
  constraintSchema,
  contextLevelSchema,
  lineRangeSchema,
  rejectedAlternativeSchema,
  shownCorrectionSchema,
} from './annotation-parts.ts'
import { placeEchoKeys, trimmedAnswerSchema } from './answer-schema.ts'
import { exactly } from './exactly.ts'
import { placeHistoryStatsSchema, reasonAboutSchema, replacedBySchema } from './history-reason-schema.ts'
import { diagnosticSchema, resolvedRelatedSchema, resolvedUnitSchema } from './read-output-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)

const query: z.ZodType<HistoryQueryEcho> = exactly<HistoryQueryEcho>()(
  z.strictObject({
    ...placeEchoKeys,
    limit: described(count, 'Most steps; the newest are kept.'),
    follow_related: z.boolean(),
  }),
)

const provenance: z.ZodType<StepProvenance> = exactly<StepProvenance>()(
  z.strictObject({ operation: z.string(), derived_from: optional(z.array(z.string())) }),
)

const link: z.ZodType<StepLink> = defined(
  'StepLink',
  exactly<StepLink>()(
    z.strictObject({
      commit: described(z.string(), 'The commit of the step that links.'),
      anchor: optional(described(z.string(), 'The unit that the step speaks of.')),
      relationship: z.string(),
    }),
  ),
  'A step that refers to another one, and how.',
)

export const historyStepSchema: z.ZodType<HistoryStep> = defined(
  'HistoryStep',
  exactly<HistoryStep>()(
    z.strictObject({
      origin: optional(
        described(z.literal('history'), 'Nothing is recorded: these are the words of the commit itself.'),
      ),
      commit: z.string(),
      timestamp: described(z.string(), 'Committer time of the commit.'),
      author: described(z.string(), '`Name <email>` of the author of the commit.'),
      subject: described(z.string(), "First line of the commit's message."),
      message: described(optional(z.string()), 'What the message says below that; a long one is cut.'),
      context_level: contextLevelSchema,
      file: optional(described(z.string(), 'The path as it was called then. Absent: said of the whole commit.')),
      anchor: optional(described(z.string(), 'The unit as it was called then.')),
      lines: described(optional(lineRangeSchema), 'The lines as recorded at `commit`.'),
      renamed_to: optional(described(z.string(), 'The name it has now, when it was renamed since.')),
      summary: optional(z.string()),
      task: optional(z.string()),
      intent: z.string(),
      reasoning: optional(z.string()),
      constraints: z.array(constraintSchema),
      rejected_alternatives: optional(z.array(rejectedAlternativeSchema)),
      risk_notes: optional(z.string()),
      tags: optional(z.array(z.string())),
      corrections: optional(z.array(shownCorrectionSchema)),
      related: optional(z.array(resolvedRelatedSchema)),
      provenance,
      linked_from: optional(
        described(z.array(link), 'Present on a step that speaks of other code: the steps that link to it.'),
      ),
      about: optional(
        described(reasonAboutSchema, 'What the commit is about, when that is more than the place asked for.'),
      ),
      files_changed: optional(described(count, 'Files that the commit changed.')),
      replaced_by: optional(replacedBySchema),
    }),
  ),
  'What was recorded about the code at one commit; or, where nothing was, what the commit says itself.',
)

const stats: z.ZodType<HistoryStats> = exactly<HistoryStats>()(
  z.strictObject({
    steps_found: described(count, 'Before `limit`.'),
    steps_returned: described(count, 'Before a token budget.'),
    linked_steps: described(count, 'Steps that speak of other code and are linked from those returned.'),
    paths: described(z.array(z.string()), 'Paths that the code was annotated under, the present one first.'),
    names: described(z.array(z.string()), 'Names that the unit was annotated under, the present ones first.'),
    history: optional(placeHistoryStatsSchema),
  }),
)

/** Checks the answer to a `history`. */
export const historyOutputSchema: z.ZodType<HistoryOutput> = defined(
  'HistoryOutput',
  exactly<HistoryOutput>()(
    z.strictObject({
      $schema: z.literal(HISTORY_OUTPUT_SCHEMA),
      query,
      steps: described(z.array(historyStepSchema), 'Oldest first.'),
      ambiguous_anchor: optional(z.literal(true)),
      resolved: optional(z.array(resolvedUnitSchema)),
      stats,
      diagnostics: z.array(diagnosticSchema),
      trimmed: z.nullable(trimmedAnswerSchema),
    }),
  ),
  'The answer to a history.',
)
