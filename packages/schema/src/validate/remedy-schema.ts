import * as z from 'zod'
import type { Remedy } from '../remedy.ts'
import { exactly } from './exactly.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional

/** What to ask instead. */
export const remedySchema: z.ZodType<Remedy> = defined(
  'Remedy',
  exactly<Remedy>()(
    z.strictObject({
      query: optional(
        described(
          z.enum(['read', 'lookup', 'history', 'deps', 'summary']),
          'Another question about the same place. Absent: the one that was asked.',
        ),
      ),
      option: optional(described(z.string(), 'An option by its name in the library: `maxTokens`.')),
      value: optional(z.union([z.number(), z.string(), z.boolean()])),
    }),
  ),
  'The question that gives what the answer left out.',
)
