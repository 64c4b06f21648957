import { expectTypeOf } from 'vitest'
import type { Region } from '../annotation.ts'
import type { StatedAnnotation } from '../stated-annotation.ts'
import type { LiveAnnotationInput, LiveRegion } from './parse-live-annotation.ts'
import type { AnnotationDocument, Stored } from './stored-documents.ts'

expectTypeOf<AnnotationDocument['$schema']>().toEqualTypeOf<'chronicle/v1'>()
expectTypeOf<AnnotationDocument>().not.toHaveProperty('read_from')
expectTypeOf<Stored<Region>>().not.toHaveProperty('unknown_keys')
expectTypeOf<Pick<Stored<Region>, 'intent' | 'tags'>>().toEqualTypeOf<{
  readonly intent: string
  readonly tags?: readonly string[]
}>()
expectTypeOf<LiveRegion>().toExtend<Region>()
expectTypeOf<LiveAnnotationInput['regions'][number]>().toEqualTypeOf<LiveRegion>()

// Short forms and full forms are both accepted.
expectTypeOf<{
  summary: string
  regions: { file: string; intent: string; lines: string; anchor: string }[]
}>().toExtend<StatedAnnotation>()
expectTypeOf<{
  summary: string
  regions: { file: string; intent: string; lines: { start: number; end: number } }[]
}>().toExtend<StatedAnnotation>()
expectTypeOf<{ regions: [] }>().not.toExtend<StatedAnnotation>()
