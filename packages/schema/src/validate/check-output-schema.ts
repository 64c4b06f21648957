import * as z from 'zod'
import {
  CHECK_OUTPUT_SCHEMA,
  type AcknowledgedFinding,
  type Acknowledgement,
  type CheckedFile,
  type CheckOutput,
  type CheckQueryEcho,
  type CheckStats,
  type Finding,
} from '../check-output.ts'
import { contextLevelSchema, lineRangeSchema } from './annotation-parts.ts'
import { trimmedAnswerSchema } from './answer-schema.ts'
import { exactly } from './exactly.ts'
import { diagnosticSchema } from './read-output-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)
const share = z.number().min(0).max(1)

const query: z.ZodType<CheckQueryEcho> = exactly<CheckQueryEcho>()(
  z.strictObject({
    change: described(z.string(), 'worktree, staged, or the range as given.'),
    base: optional(described(z.string(), 'The commit that the change starts from. Absent for a first commit.')),
    head: optional(described(z.string(), 'The commit that it ends in; absent for edits that are not committed.')),
    min_confidence: optional(share),
    max_findings: count,
    max_tokens: optional(count),
  }),
)

const findingFields = {
  id: described(z.string().regex(/^[0-9a-f]{10,13}$/), 'Stands for what is recorded, whatever becomes of the code.'),
  kind: z.enum([
    'constraint',
    'dependent',
    'cross_cutting',
    'rejected_alternative',
    'risk',
    'comment',
    'held_by_test',
    'test_gone',
  ]),
  risk: z.enum(['high', 'medium', 'low']),
  score: described(z.number().min(0).max(1), 'What findings are ordered by, rounded to two decimals.'),
  file: described(z.string(), 'The changed file, as it is called at the end of the change.'),
  anchor: optional(z.string()),
  lines: described(
    optional(lineRangeSchema),
    'The changed lines, at the end of the change. Absent when they were deleted.',
  ),
  gone: optional(described(z.literal(true), 'The code it is about is not there any more under its name.')),
  text: described(
    z.string(),
    'The constraint, assumption, coupling, rejected approach, risk, comment, or title of a test.',
  ),
  reason: optional(described(z.string(), 'Why it was rejected; what the code that states the rest is for.')),
  echoed: optional(described(z.array(z.string()), 'Words of the rejected approach that the added lines have too.')),
  source: optional(z.enum(['author', 'inferred'])),
  context_level: optional(contextLevelSchema),
  confidence: described(z.number().min(0).max(1), 'Of the annotation, rounded to two decimals.'),
  commit: described(z.string(), 'The annotated commit.'),
  places: optional(
    described(
      z.array(z.string()),
      'Who depends, the partners that the change does not touch, or what the test held: `file:anchor`; or `file:line` of the test.',
    ),
  ),
}

const finding: z.ZodType<Finding> = defined(
  'Finding',
  exactly<Finding>()(z.strictObject(findingFields)),
  'One recorded thing that the change touches.',
)

const acknowledgement: z.ZodType<Acknowledgement> = exactly<Acknowledgement>()(
  z.strictObject({
    reason: z.string(),
    author: described(z.string(), 'Name <email>; of a trailer, the author of its commit.'),
    where: described(
      z.enum(['trailer', 'note', 'local']),
      'In the message of a commit of the change, on it in the ref of acknowledgements, or in this repository alone.',
    ),
    commit: optional(described(z.string(), 'The commit that it stands on.')),
  }),
)

/** Checks a finding with the answer that was given to it. */
export const acknowledgedFindingSchema: z.ZodType<AcknowledgedFinding> = defined(
  'AcknowledgedFinding',
  exactly<AcknowledgedFinding>()(z.strictObject({ ...findingFields, acknowledged: acknowledgement })),
  'A finding that somebody has answered: it fails no build.',
)

const checkedFile: z.ZodType<CheckedFile> = defined(
  'CheckedFile',
  exactly<CheckedFile>()(
    z.strictObject({
      file: z.string(),
      change: z.enum(['added', 'modified', 'deleted', 'renamed']),
      old_file: optional(z.string()),
      units: optional(described(z.array(z.string()), 'Units whose code the change touches, by their names before it.')),
    }),
  ),
  'A file of the change.',
)

const stats: z.ZodType<CheckStats> = exactly<CheckStats>()(
  z.strictObject({
    files: described(count, 'Files of the change.'),
    findings_found: count,
    findings_returned: described(count, 'Before a token budget.'),
    findings_acknowledged: described(count, 'Those that were answered; they do not count among the others.'),
    highest_risk: optional(
      described(z.enum(['high', 'medium', 'low']), 'Of the findings found, whether they are returned or not.'),
    ),
  }),
)

/** Checks the answer to a `check`. */
export const checkOutputSchema: z.ZodType<CheckOutput> = defined(
  'CheckOutput',
  exactly<CheckOutput>()(
    z.strictObject({
      $schema: z.literal(CHECK_OUTPUT_SCHEMA),
      query,
      findings: described(z.array(finding), 'Most at risk first, without those that are acknowledged.'),
      acknowledged: described(z.array(acknowledgedFindingSchema), 'Most at risk first.'),
      files: z.array(checkedFile),
      stats,
      diagnostics: z.array(diagnosticSchema),
      trimmed: z.nullable(trimmedAnswerSchema),
    }),
  ),
  'The answer to a check.',
)
