import type { Annotation, CommitId, Diagnostic } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { declareLaws, type Law } from '../law.ts'
import { annotationArbitrary } from './annotation-arbitrary.ts'
import { hostileNoteArbitrary } from './hostile-note-arbitrary.ts'
import { storedNoteArbitrary } from './stored-note-arbitrary.ts'

/** A function that reads notes, like `readNote`. */
export type NoteReader = (
  bytes: Uint8Array,
  context: { readonly commit: CommitId },
) => { readonly annotation: Annotation | undefined; readonly diagnostics: readonly Diagnostic[] }

/** A function that writes notes, like `writeNote`. */
export type NoteWriter = (annotation: Annotation) => Uint8Array

/** Declares the laws of storing annotations as tests of the surrounding suite, with `runs` runs each. */
export function noteRoundTripLaws(read: NoteReader, write: NoteWriter, runs = 200): void {
  declareLaws('reading and writing notes obeys the laws', noteRoundTripProperties(read, write), runs)
}

const COMMIT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00' as CommitId

/** Returns the laws as properties, for other test runners. */
export function noteRoundTripProperties(read: NoteReader, write: NoteWriter): readonly Law[] {
  const rewritten = (bytes: Uint8Array): void => {
    const first = read(bytes, { commit: COMMIT })
    if (first.annotation === undefined) {
      expect(first.diagnostics.length).toBeGreaterThan(0)
      return
    }
    const second = read(write(first.annotation), { commit: COMMIT })
    expect(second.annotation).toEqual({ ...first.annotation, read_from: ['chronicle/v1'] })
    expect(second.diagnostics).toEqual([])
  }
  return [
    {
      name: 'what is written is read back as it was, without a warning',
      property: fc.property(annotationArbitrary(), (annotation) => {
        const reading = read(write(annotation), { commit: annotation.commit })
        expect(reading.annotation).toEqual(annotation)
        expect(reading.diagnostics).toEqual([])
      }),
    },
    {
      name: 'equal annotations are written as equal bytes',
      property: fc.property(annotationArbitrary(), (annotation) => {
        expect(decode(write(reversedKeys(annotation) as Annotation))).toBe(decode(write(annotation)))
      }),
    },
    {
      name: 'a written note is one line of UTF-8 and a newline',
      property: fc.property(annotationArbitrary(), (annotation) => {
        const text = decode(write(annotation))
        expect(text.indexOf('\n')).toBe(text.length - 1)
      }),
    },
    {
      name: 'what a note of any known format says comes out',
      property: fc.property(storedNoteArbitrary(), ({ bytes, texts }) => {
        const found = JSON.stringify(read(bytes, { commit: COMMIT }))
        for (const text of texts) expect(found).toContain(JSON.stringify(text).slice(1, -1))
      }),
    },
    {
      name: 'a note of any known format loses nothing more by being written again',
      property: fc.property(storedNoteArbitrary(), ({ bytes }) => rewritten(bytes)),
    },
    {
      name: 'any bytes are read without throwing, and what is read can be written',
      property: fc.property(hostileNoteArbitrary(), rewritten),
    },
  ]
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Returns the same value with the keys of every object in reverse order. */
function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversedKeys(each)]),
  )
}
