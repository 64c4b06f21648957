import * as z from 'zod'
import { expectTypeOf } from 'vitest'
import type { LineRange, Region } from '../annotation.ts'
import type { AnnotationDocument, Stored } from './annotation-schema.ts'
import { exactly } from './exactly.ts'
import type { LiveAnnotationInput, LiveRegion } from './parse-live-annotation.ts'

/* `exactly` is what keeps validators, JSON Schemas and interfaces together, so it has to notice every difference. */

exactly<LineRange>()(z.strictObject({ start: z.int(), end: z.int() }))

// @ts-expect-error a key is missing
exactly<LineRange>()(z.strictObject({ start: z.int() }))

// @ts-expect-error there is one key too many
exactly<LineRange>()(z.strictObject({ start: z.int(), end: z.int(), side: z.string() }))

// @ts-expect-error a key has another type
exactly<LineRange>()(z.strictObject({ start: z.int(), end: z.string() }))

// @ts-expect-error a key is optional on one side only
exactly<LineRange>()(z.strictObject({ start: z.int(), end: z.exactOptional(z.int()) }))

// @ts-expect-error undefined is not absence
exactly<{ end?: number }>()(z.strictObject({ end: z.optional(z.int()) }))

// @ts-expect-error a union is narrower on one side
exactly<{ source: 'author' | 'inferred' }>()(z.strictObject({ source: z.literal('author') }))

expectTypeOf<AnnotationDocument['$schema']>().toEqualTypeOf<'chronicle/v1'>()
expectTypeOf<Stored<Region>>().not.toHaveProperty('unknown_keys')
expectTypeOf<Pick<Stored<Region>, 'intent' | 'tags'>>().toEqualTypeOf<{
  readonly intent: string
  readonly tags?: readonly string[]
}>()
expectTypeOf<LiveRegion>().toExtend<Region>()
expectTypeOf<LiveAnnotationInput['regions'][number]>().toEqualTypeOf<LiveRegion>()
