import type { CommitId, NotesRef } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { readRecordedNote } from '../rewrites/recorded-notes.ts'
import { dropRegions } from '../scrub/drop-regions.ts'
import { losslessAnnotation, readWholeNotes } from './read-whole-notes.ts'

const commit = 'c'.repeat(40) as CommitId
const region = (intent: string) => ({ file: 'a.ts', lines: { start: 1, end: 1 }, intent })
const note = (fields: object): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({
      ...{ $schema: 'chronicle/v1', commit, timestamp: '2026-01-01T00:00:00Z', summary: 's' },
      regions: [region('One.'), region('Two.')],
      ...fields,
    }),
  )
const damaged = note({ summary: 7 })

test('a value that cannot be read is reported, so that writing the note back loses nothing silently', () => {
  const { annotation, dropped } = readWholeNotes([damaged], commit)._unsafeUnwrap()
  expect(annotation?.regions).toHaveLength(2)
  expect(dropped.map(({ code }) => code)).toEqual(['ignored_field'])
  expect(readWholeNotes([note({})], commit)._unsafeUnwrap().dropped).toEqual([])
})

test('such a note has no annotation that could be written back without loss', () => {
  expect(losslessAnnotation([damaged], commit)).toBeUndefined()
  expect(losslessAnnotation([note({})], commit)?.summary).toBe('s')
})

test('a rewrite carries its bytes', () => {
  expect(readRecordedNote(commit, [damaged])).toEqual({ bytes: damaged, annotation: undefined })
  expect(readRecordedNote(commit, [note({})]).annotation).toBeDefined()
})

test('a scrub of regions warns of it', () => {
  const { annotation } = readWholeNotes([damaged], commit)._unsafeUnwrap()
  const ref = 'refs/notes/chronicle' as NotesRef
  if (annotation === undefined) throw new Error('no annotation')
  const scrub = dropRegions(new Map([[commit, { annotation, regions: annotation.regions.slice(0, 1) }]]), [ref])
  const scrubbed = scrub({ commit, ref, contents: [damaged] })._unsafeUnwrap()
  expect(scrubbed?.warnings?.map(({ code }) => code)).toEqual(['ignored_field'])
})
