import { readNote, writeNote, type CommitId } from '@chronicle/schema'
import { parseAnnotation, parseLiveAnnotation, validateAnnotation } from '@chronicle/schema/validate'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { annotationArbitrary } from './annotation-arbitrary.ts'
import { liveAnnotationArbitrary } from './live-annotation-arbitrary.ts'
import { storedNoteArbitrary } from './stored-note-arbitrary.ts'

const commit = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00' as CommitId

it('every complete annotation is valid, and its document is read back by the strict parser', () => {
  fc.assert(
    fc.property(annotationArbitrary(), (annotation) => {
      const complete = { ...annotation, timestamp: annotation.timestamp || '2026-01-01T00:00:00Z' }
      expect(validateAnnotation(complete).isOk()).toBe(true)
      const document: unknown = JSON.parse(new TextDecoder().decode(writeNote(complete)))
      expect(parseAnnotation(document, { unknownKeys: 'keep' })._unsafeUnwrap()).toEqual(complete)
    }),
    { numRuns: 200 },
  )
})

it('what was read from any known format may be written again', () => {
  fc.assert(
    fc.property(storedNoteArbitrary(), ({ bytes }) => {
      const { annotation } = readNote(bytes, { commit })
      if (annotation === undefined) return
      const timestamp = annotation.timestamp || '2026-01-01T00:00:00Z'
      const checked = validateAnnotation({ ...annotation, timestamp })
      expect(checked.isErr() ? checked.error.message : 'valid').toBe('valid')
    }),
    { numRuns: 300 },
  )
})

it('every short form that is valid is understood completely', () => {
  fc.assert(
    fc.property(liveAnnotationArbitrary(), (json) => {
      const { input, unknownKeys } = parseLiveAnnotation(json)._unsafeUnwrap()
      expect(unknownKeys).toEqual([])
      expect(input.summary).toBe(json['summary'])
      expect(input.regions).toHaveLength(Array.isArray(json['regions']) ? json['regions'].length : 0)
    }),
    { numRuns: 200 },
  )
})

it('no JSON makes the parsers throw', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (json) => {
      parseLiveAnnotation(json).match(
        () => undefined,
        ({ code }) => expect(code).toBe('invalid_annotation'),
      )
      expect(parseAnnotation(json).isErr()).toBe(true)
    }),
    { numRuns: 300 },
  )
})
