import type { JsonSchema } from '@chronicle/schema/json'
import * as z from 'zod'

/**
 * Returns the JSON Schema of arguments, without parts that cost tokens in every conversation and tell a model nothing.
 */
export function inputSchema(input: z.ZodObject): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.type === 'integer') delete jsonSchema.minimum
      delete jsonSchema.minLength
      delete jsonSchema.minItems
      delete jsonSchema.pattern
    },
  })
  return schema
}
