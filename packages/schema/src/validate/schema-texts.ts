import * as z from 'zod'

/** Titles and descriptions for the published JSON Schemas; `id` names a definition of its own. */
export const schemaTexts: z.core.$ZodRegistry<SchemaText> = z.registry<SchemaText>()

/** What is said about one part of a document. */
export interface SchemaText {
  readonly description: string
  readonly id?: string
  readonly title?: string
}

/** Describes a part. */
export function described<Schema extends z.ZodType>(schema: Schema, description: string): Schema {
  // A copy: a description of one place must not show at every other place that uses the same schema.
  const copy = schema.clone()
  schemaTexts.add(copy, { description })
  return copy
}

/** Describes a part and makes it a definition that others refer to. */
export function defined<Schema extends z.ZodType>(id: string, schema: Schema, description: string): Schema {
  schemaTexts.add(schema, { id, description })
  return schema
}

/** A text of at least one character. */
export function text(description: string): z.ZodString {
  return described(z.string().min(1), description)
}
