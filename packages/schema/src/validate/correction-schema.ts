import * as z from 'zod'
import type { Simplify } from 'type-fest'
import { CORRECTION_SCHEMA, CORRECTION_TYPES, type Correction, type CorrectionPlace } from '../correction.ts'
import { astAnchorSchema, lineRangeSchema, regionPathSchema } from './annotation-parts.ts'
import { timestampSchema, type Stored } from './annotation-schema.ts'
import { exactly } from './exactly.ts'
import { described, text } from './schema-texts.ts'

/** A `chronicle-correction/v1` document, as it is stored on one line of a note. */
export type CorrectionDocument = Simplify<
  { readonly $schema: typeof CORRECTION_SCHEMA } & Omit<Correction, 'unknown_keys' | 'place'> & {
      readonly place?: Stored<CorrectionPlace>
    }
>

const optional = z.exactOptional

/** The keys that a correction of each type cannot do without. */
const NEEDED: Readonly<Record<Correction['correction_type'], readonly (keyof Correction)[]>> = {
  flag: [],
  remove: ['field', 'target_value'],
  amend: ['field', 'target_value', 'replacement'],
  supersede: ['superseded_by'],
  retract: [],
  reattach: ['place', 'at_commit'],
}

const MISSING = 'text, which a correction of this type needs'

/** Whether a correction has a key, or can do without it. */
function has(key: keyof CorrectionDocument & keyof Correction): (correction: CorrectionDocument) => boolean {
  return (correction) => correction[key] !== undefined || !NEEDED[correction.correction_type].includes(key)
}

/** Checks a `chronicle-correction/v1` document, strictly. Unknown keys are issues of the code `unrecognized_keys`. */
export const storedCorrectionSchema: z.ZodType<CorrectionDocument> = exactly<CorrectionDocument>()(
  z
    .strictObject({
      $schema: z.literal(CORRECTION_SCHEMA),
      file: optional(described(regionPathSchema, 'Only regions that were recorded for this file are meant.')),
      anchor: optional(text('Only regions of the unit of this name, in full or in its last segments, are meant.')),
      intent: optional(text('Only regions that were recorded with exactly this intent are meant.')),
      correction_type: described(
        z.enum(CORRECTION_TYPES),
        'flag casts doubt; remove takes a value out; amend puts another in its place; supersede points to newer ' +
          'reasoning; retract withdraws; reattach says where the code is that the region speaks of.',
      ),
      field: optional(text('The field of the region that is wrong, such as constraints. For remove and amend.')),
      target_value: optional(text('The value of the field that is wrong. For remove and amend.')),
      replacement: optional(text('What takes its place. For amend.')),
      superseded_by: optional(
        described(
          z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'a full commit id'),
          'The commit whose annotation takes the place of this one. For supersede.',
        ),
      ),
      place: optional(
        described(
          exactly<Stored<CorrectionPlace>>()(
            z.strictObject({
              file: regionPathSchema,
              ast_anchor: optional(astAnchorSchema),
              lines: optional(lineRangeSchema),
            }),
          ),
          'Where the code of the region is, in the files of at_commit. For reattach.',
        ),
      ),
      at_commit: optional(
        described(
          z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'a full commit id'),
          'The commit in whose files `place` is stated. For reattach.',
        ),
      ),
      reason: text('Why.'),
      author: text('Who says so: Name <email>.'),
      timestamp: described(timestampSchema, 'When, RFC 3339.'),
    })
    .refine(has('field'), { path: ['field'], error: MISSING })
    .refine(has('target_value'), { path: ['target_value'], error: MISSING })
    .refine(has('replacement'), { path: ['replacement'], error: MISSING })
    .refine(has('superseded_by'), { path: ['superseded_by'], error: MISSING })
    .refine(has('place'), { path: ['place'], error: 'a place, which a correction of this type needs' })
    .refine(has('at_commit'), { path: ['at_commit'], error: MISSING }),
)
