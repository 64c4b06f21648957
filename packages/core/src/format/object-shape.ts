/** How one key of a JSON document is written. */
export interface FieldShape {
  /** Written even when it is empty. */
  readonly required?: true
  /** Stands as `[]` instead of `null` where empty fields are shown. */
  readonly list?: true
  /** Decimals that a number, or each number of an object, is rounded to. */
  readonly decimals?: number
  /** The keys of the object, or of each object of the list. */
  readonly keys?: ObjectShape
}

/** The keys of an object in the order in which they are written. */
export type ObjectShape = readonly (readonly [key: string, field: FieldShape])[]
