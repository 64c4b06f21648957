/** Output rules for one key of a JSON document. */
export interface FieldShape {
  /** Whether to write the key even if it is empty. */
  readonly required?: true
  /** Whether an empty field is shown as `[]` instead of `null`. */
  readonly list?: true
  /** Number of decimals for a number, or for each number of an object. */
  readonly decimals?: number
  /** The keys of the object, or of each object of the list. */
  readonly keys?: ObjectShape
}

/** The keys of an object in writing order. */
export type ObjectShape = readonly (readonly [key: string, field: FieldShape])[]
