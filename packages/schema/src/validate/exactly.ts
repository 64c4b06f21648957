import type * as z from 'zod'
import type { IsEqual, ReadonlyDeep } from 'type-fest'

/**
 * Ties a validator to a hand-written type: does not compile unless what the validator lets through is exactly `T`,
 * `readonly` aside. The interfaces stay the readable source, and neither can drift from the other.
 */
export function exactly<T>(): <Schema extends z.ZodType>(
  schema: IsEqual<ReadonlyDeep<z.infer<Schema>>, ReadonlyDeep<T>> extends true ? Schema : never,
) => z.ZodType<T> {
  return (schema) => schema as unknown as z.ZodType<T>
}
