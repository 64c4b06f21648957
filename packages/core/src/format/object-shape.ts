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

type KnownKeys<T> = Exclude<keyof T, 'unknown_keys'>

/** Naming every key of `T` is checked by the compiler, so a new field cannot be forgotten here. */
export function shape<T extends object>(fields: { readonly [K in KnownKeys<T>]-?: FieldShape }): ObjectShape {
  return Object.entries<FieldShape>(fields)
}

/** Written even when empty. */
export const required: FieldShape = { required: true }
export const optional: FieldShape = {}
export const list: FieldShape = { list: true }
/** A number, or an object of numbers, that is always there, with four decimals. */
export const score: FieldShape = { required: true, decimals: 4 }
