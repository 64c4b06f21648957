import { mergeAnnotations, omitUndefined, readNote, writeNote, type Annotation } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Law } from '../law.ts'
import { mergeLaws, mergeProperties, type AnnotationMerge } from './merge-laws.ts'
import { noteRoundTripLaws, noteRoundTripProperties } from './note-round-trip-laws.ts'

mergeLaws(mergeAnnotations)
noteRoundTripLaws(readNote, writeNote, 300)

const brokenMerges: Readonly<Record<string, AnnotationMerge>> = {
  'the first wins': (a) => a,
  'regions of both in a row': (a, b) => ({ ...mergeAnnotations(a, b), regions: [...a.regions, ...b.regions] }),
  'lists of the first only': (a, b) => ({ ...mergeAnnotations(a, b), cross_cutting: a.cross_cutting }),
  'all recorded by the first': (a, b) => {
    const merged = mergeAnnotations(a, b)
    const { recorded: _, ...provenance } = merged.provenance
    const { recorded } = a.provenance
    return {
      ...merged,
      regions: merged.regions.map(({ recorded: __, ...region }) => region),
      provenance: { ...provenance, ...omitUndefined({ recorded }) },
    }
  },
  'unknown keys dropped': (a, b) => {
    const { unknown_keys: _, ...rest } = mergeAnnotations(a, b)
    return rest
  },
  'the longer summary': (a, b) => ({
    ...mergeAnnotations(a, b),
    summary: a.summary.length >= b.summary.length ? a.summary : b.summary,
  }),
}

function isBroken(property: Law['property']): boolean {
  return fc.check<unknown>(property, { numRuns: 100, endOnFailure: true }).failed
}

describe('the merge laws catch', () => {
  it.each(Object.entries(brokenMerges))('%s', (_name, merge) => {
    const failed = mergeProperties(merge).filter(({ property }) => isBroken(property))
    expect(failed).not.toEqual([])
  })
})

describe('the round-trip laws catch', () => {
  const failing = (write: (annotation: Annotation) => Uint8Array): readonly string[] =>
    noteRoundTripProperties(readNote, write)
      .filter(({ property }) => isBroken(property))
      .map(({ name }) => name)

  it('a writer that leaves something out', () => {
    expect(failing(({ task: _, ...rest }) => writeNote(rest))).toContain(
      'what is written is read back as it was, without a warning',
    )
  })
  it('a writer that follows the order of keys', () => {
    const write = (annotation: Annotation): Uint8Array =>
      new TextEncoder().encode(`${JSON.stringify({ ...annotation, $schema: 'chronicle/v1' })}\n`)
    expect(failing(write)).toContain('equal annotations are written as equal bytes')
  })
  it('a writer of pretty JSON', () => {
    const write = (annotation: Annotation): Uint8Array =>
      new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(writeNote(annotation))), null, 2))
    expect(failing(write)).toContain('a written note is one line of UTF-8 and a newline')
  })
})
