import * as z from 'zod'
import type { ErrorAnswer, TrimmedAnswer } from '../answer.ts'
import { exactly } from './exactly.ts'
import { remedySchema } from './remedy-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)
const line = z.int().min(1)

/** The keys of a `PlaceEcho`, to be spread into the query of an answer. */
export const placeEchoKeys: {
  file: z.ZodString
  anchor: z.ZodExactOptional<z.ZodString>
  lines: z.ZodExactOptional<z.ZodTuple<[z.ZodInt, z.ZodInt], null>>
  at: z.ZodString
  commit: z.ZodString
  max_tokens: z.ZodExactOptional<z.ZodInt>
} = {
  file: z.string(),
  anchor: optional(z.string()),
  lines: optional(described(z.tuple([line, line]), 'From 1, both ends included.')),
  at: described(z.string(), 'WORKTREE, INDEX, HEAD or the revision as given.'),
  commit: described(z.string(), 'The commit that `at` stands on.'),
  max_tokens: optional(count),
}

/** What an answer withheld. */
export const trimmedAnswerSchema: z.ZodType<TrimmedAnswer> = defined(
  'TrimmedAnswer',
  exactly<TrimmedAnswer>()(
    z.strictObject({
      strategy: z.literal('least_valuable_first'),
      estimated_tokens: described(count, 'Tokens of the output as rendered.'),
      withheld: described(z.record(z.string(), count), 'Entries withheld, by list name.'),
      withheld_fields: optional(
        described(z.array(z.string()), 'Fields taken out of every entry of a list: `steps.reasoning`.'),
      ),
      remedy: described(remedySchema, 'The option that brings it back.'),
      over_budget: optional(z.literal(true)),
    }),
  ),
  'What was withheld to fit `max_tokens`.',
)

/** The document that a failed query prints, by the schema of its answer. */
export function errorAnswerSchema(schema: string): z.ZodType<ErrorAnswer> {
  return described(
    z.strictObject({
      $schema: z.literal(schema),
      error: z.strictObject({
        code: z.string(),
        message: z.string(),
        data: optional(z.record(z.string(), z.unknown())),
      }),
    }),
    'A failed query.',
  )
}
