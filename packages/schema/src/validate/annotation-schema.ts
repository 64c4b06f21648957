import * as z from 'zod'
import type { Except, OptionalKeysOf, Simplify } from 'type-fest'
import {
  ANNOTATION_SCHEMA,
  type Annotation,
  type CrossCuttingConcern,
  type Provenance,
  type Region,
  type StoredRecording,
} from '../annotation.ts'
import { parseTimestamp } from '../timestamp.ts'
import {
  astAnchorSchema,
  constraintSchema,
  contextLevelSchema,
  correctionSchema,
  evidenceSchema,
  holdingTestSchema,
  lineRangeSchema,
  rejectedAlternativeSchema,
  relatedAnnotationSchema,
  regionPathSchema,
  semanticDependencySchema,
} from './annotation-parts.ts'
import { exactly } from './exactly.ts'
import { defined, described, text } from './schema-texts.ts'

/** A model type as it is stored: unknown keys stand among the others, and an empty list may be left out. */
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

/** A `chronicle/v1` document, as it is stored. */
export type AnnotationDocument = Simplify<
  {
    readonly $schema: typeof ANNOTATION_SCHEMA
    readonly commit: string
    readonly regions: readonly Stored<Region>[]
  } & Except<Stored<Annotation>, 'commit' | 'regions' | 'read_from'>
>

const optional = z.exactOptional

const TIME = 'an RFC 3339 time, such as 2025-06-10T14:30:00Z'

export const timestampSchema: z.ZodType<string> = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/, { error: TIME, abort: true })
  .refine((time) => parseTimestamp(time) !== undefined, TIME)

const recordingSchema: z.ZodType<Stored<StoredRecording>> = defined(
  'StoredRecording',
  exactly<Stored<StoredRecording>>()(
    z.strictObject({
      by: optional(text('The name of the person or agent.')),
      email: optional(z.string().min(1)),
      at: described(timestampSchema, 'When it was recorded, RFC 3339.'),
      with: optional(text('The tool or model that it was recorded with.')),
    }),
  ),
  'Who recorded it, when, and with what.',
)

const regionSchema: z.ZodType<Stored<Region>> = defined(
  'Region',
  exactly<Stored<Region>>()(
    z.strictObject({
      file: optional(regionPathSchema),
      ast_anchor: optional(astAnchorSchema),
      lines: optional(lineRangeSchema),
      intent: text('What this code is for, and why it is the way it is.'),
      context_level: optional(contextLevelSchema),
      recorded: optional(recordingSchema),
      reasoning: optional(text('Why this and not something else.')),
      constraints: optional(z.array(constraintSchema)),
      semantic_dependencies: optional(z.array(semanticDependencySchema)),
      related_annotations: optional(z.array(relatedAnnotationSchema)),
      tags: optional(z.array(z.string().min(1))),
      risk_notes: optional(text('What may go wrong here.')),
      rejected_alternatives: optional(z.array(rejectedAlternativeSchema)),
      evidence: optional(z.array(evidenceSchema)),
      held_by_tests: optional(
        described(z.array(holdingTestSchema), 'Tests that state what this code must keep doing.'),
      ),
      corrections: optional(z.array(correctionSchema)),
    }),
  ),
  'What is said about one place. Without `lines`: the whole file; without `file`: the whole commit.',
)

const concernSchema: z.ZodType<Stored<CrossCuttingConcern>> = defined(
  'CrossCuttingConcern',
  exactly<Stored<CrossCuttingConcern>>()(
    z.strictObject({
      description: described(z.string(), 'Why these places must change together.'),
      regions: optional(described(z.array(z.string().min(1)), 'The places, as `file:anchor` or a bare file.')),
      nature: optional(text('The kind of coupling.')),
      tags: optional(z.array(z.string().min(1))),
    }),
  ),
  'Places that must change together.',
)

const provenanceSchema: z.ZodType<Stored<Provenance>> = defined(
  'Provenance',
  exactly<Stored<Provenance>>()(
    z.strictObject({
      operation: z.enum(['initial', 'squash', 'amend']),
      derived_from: optional(described(z.array(z.string().min(1)), 'Commits whose annotations went into this one.')),
      original_annotations_preserved: z.boolean(),
      synthesis_notes: optional(text('How the annotations were combined.')),
      recorded: optional(recordingSchema),
    }),
  ),
  'How the annotation came to be attached to its commit.',
)

/** Checks a `chronicle/v1` document, strictly. Unknown keys are issues of the code `unrecognized_keys`. */
export const annotationSchema: z.ZodType<AnnotationDocument> = exactly<AnnotationDocument>()(
  z.strictObject({
    $schema: z.literal(ANNOTATION_SCHEMA),
    commit: described(
      z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'a full commit id'),
      'The full id of the annotated commit.',
    ),
    timestamp: described(timestampSchema, 'When the annotation was made, RFC 3339.'),
    task: optional(text('What the author was asked to do.')),
    summary: text('What the commit does, in a sentence or two.'),
    context_level: contextLevelSchema,
    regions: z.array(regionSchema),
    cross_cutting: optional(z.array(concernSchema)),
    provenance: provenanceSchema,
  }),
)
