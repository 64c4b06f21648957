import type { Except, OptionalKeysOf, Simplify } from 'type-fest'
import type { Annotation, ANNOTATION_SCHEMA, Region } from '../annotation.ts'
import type { Correction, CORRECTION_SCHEMA, CorrectionPlace } from '../correction.ts'

/** A model type in its stored form: unknown keys are among the others, and empty lists may be absent. */
export type Stored<T> = T extends readonly (infer Entry)[]
  ? readonly Stored<Entry>[]
  : T extends string | number | boolean
    ? T
    : T extends object
      ? string extends keyof T
        ? T
        : Simplify<
            { readonly [Key in keyof T as Key extends MayBeAbsent<T> ? never : Key]: Stored<T[Key]> } & {
              readonly [Key in keyof T as Key extends MayBeAbsent<T> ? Exclude<Key, 'unknown_keys'> : never]?: Stored<
                Exclude<T[Key], undefined>
              >
            }
          >
      : never

type MayBeAbsent<T extends object> =
  OptionalKeysOf<T> | { [Key in keyof T]-?: T[Key] extends readonly unknown[] ? Key : never }[keyof T]

/** A stored `chronicle/v1` document. */
export type AnnotationDocument = Simplify<
  {
    readonly $schema: typeof ANNOTATION_SCHEMA
    readonly commit: string
    readonly regions: readonly Stored<Region>[]
  } & Except<Stored<Annotation>, 'commit' | 'regions' | 'read_from'>
>

/** A `chronicle-correction/v1` document, stored as one line of a note. */
export type CorrectionDocument = Simplify<
  { readonly $schema: typeof CORRECTION_SCHEMA } & Omit<Correction, 'unknown_keys' | 'place'> & {
      readonly place?: Stored<CorrectionPlace>
    }
>
