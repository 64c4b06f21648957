import {
  parsePlace,
  readNote,
  readNoteFacts,
  tagKey,
  writeNote,
  type CommitId,
  type NoteFacts,
} from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { annotationArbitrary } from './annotation-arbitrary.ts'
import { hostileNoteArbitrary } from './hostile-note-arbitrary.ts'
import { storedNoteArbitrary } from './stored-note-arbitrary.ts'

const COMMIT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00' as CommitId

/** Computes the facts the long way: reads the note with `readNote` and collects them. */
function factsOf(bytes: Uint8Array): NoteFacts {
  const { annotation } = readNote(bytes, { commit: COMMIT })
  const regions = annotation?.regions ?? []
  const targets = regions.flatMap((region) =>
    region.semantic_dependencies.map(({ file, anchor }) => [file, anchor] as const),
  )
  const places = (annotation?.cross_cutting ?? []).flatMap((concern) => concern.regions)
  return {
    paths: [
      ...new Set(
        regions.flatMap(({ file, held_by_tests: tests = [] }) => [
          ...(file === undefined ? [] : [file]),
          ...tests.map((test) => test.file),
        ]),
      ),
    ],
    commitWide: annotation === undefined || regions.some(({ file }) => file === undefined),
    targets: [...new Map(targets.map((target) => [JSON.stringify(target), target])).values()],
    groupFiles: [...new Set(places.map((place) => parsePlace(place).file))],
    tags: [...new Set(regions.flatMap((region) => region.tags.map(tagKey)))],
  }
}

test.each([
  ['Chronicle wrote', annotationArbitrary().map((annotation) => writeNote(annotation))],
  ['any format has', storedNoteArbitrary().map(({ bytes }) => bytes)],
  ['nobody should have written', hostileNoteArbitrary()],
])('the facts of notes that %s are what a careful reading finds', (_, notes) => {
  fc.assert(
    fc.property(notes, (bytes) => {
      expect(readNoteFacts(COMMIT, [bytes])).toEqual(factsOf(bytes))
    }),
    { numRuns: 1000 },
  )
})

test('a note that is nearly plain is read with care', () => {
  const region = { file: 'a.ts', intent: 'i', tags: ['X', 'x'], semantic_dependencies: [{ file: 'b.ts', anchor: 'f' }] }
  const plain = {
    $schema: 'chronicle/v1',
    regions: [region],
    cross_cutting: [{ description: 'd', regions: ['c.ts:g'] }],
  }
  const changes: readonly object[] = [
    {},
    { regions: undefined },
    { regions: [{ ...region, file: './a.ts' }] },
    { regions: [{ ...region, file: '../a.ts' }] },
    { regions: [{ ...region, file: null }] },
    { regions: [{ ...region, intent: '' }] },
    { regions: [{ ...region, tags: 'one' }] },
    { regions: [{ ...region, tags: ['one', 2] }] },
    { regions: [{ ...region, semantic_dependencies: ['b.ts:f'] }] },
    { regions: [{ ...region, semantic_dependencies: [{ file: 'b\\c.ts' }] }] },
    { regions: region },
    { regions: [null] },
    { cross_cutting: [{ description: '', regions: ['c.ts'] }] },
    { cross_cutting: [{ description: 'd', regions: [{ file: 'c.ts' }] }] },
    { cross_cutting: [{ description: 'd' }] },
    { cross_cutting: [{ description: 'd', regions: ['./c.ts::g', ':x', 'a:::b', 'C:\\x'] }] },
    { $schema: 'chronicle/v2', markers: [{ file: 'm.ts', kind: { type: 'contract', description: 'x' } }] },
    { $schema: 'ultragit/v1' },
  ]
  for (const change of changes) {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...plain, ...change }))
    expect(readNoteFacts(COMMIT, [bytes]), JSON.stringify(change)).toEqual(factsOf(bytes))
    const twice = new TextEncoder().encode(`${JSON.stringify(plain)}\n${JSON.stringify({ ...plain, ...change })}`)
    expect(readNoteFacts(COMMIT, [twice]), JSON.stringify(change)).toEqual(factsOf(twice))
  }
})
