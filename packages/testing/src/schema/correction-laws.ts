import { readCorrections, writeCorrections, type CommitId, type Correction } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { declareLaws, type Law } from '../law.ts'
import { correctionArbitrary } from './correction-arbitrary.ts'
import { semilatticeProperties } from './semilattice-properties.ts'

/** A function that merges two notes of corrections on one commit, like `mergeCorrections`. */
export type CorrectionsMerge = (a: Uint8Array, b: Uint8Array) => Uint8Array

/** Declares the laws of merging corrections as tests of the surrounding suite, with `runs` runs each. */
export function correctionMergeLaws(merge: CorrectionsMerge, runs = 200): void {
  declareLaws('merging corrections obeys the laws', correctionMergeProperties(merge), runs)
}

/** Returns the laws as properties, for other test runners. */
export function correctionMergeProperties(merge: CorrectionsMerge): readonly Law[] {
  const one = noteBytes()
  const corrections = fc.array(correctionArbitrary(), { maxLength: 4 })
  return [
    ...semilatticeProperties(merge, noteBytes),
    {
      name: 'every line of either side stays, and no other comes in',
      property: fc.property(one, one, (a, b) => {
        expect(linesOf(merge(a, b))).toEqual([...new Set([...linesOf(a), ...linesOf(b)])].sort())
      }),
    },
    {
      name: 'merged notes are the note of all corrections together',
      property: fc.property(corrections, corrections, (a, b) => {
        expect(merge(writeCorrections(a), writeCorrections(b))).toEqual(writeCorrections([...a, ...b]))
        expect(read(merge(writeCorrections(a), writeCorrections(b)))).toEqual(read(writeCorrections([...b, ...a])))
      }),
    },
  ]
}

/** Generates notes of corrections, including lines that cannot be read. */
function noteBytes(): fc.Arbitrary<Uint8Array> {
  const line = fc.oneof(
    { weight: 3, arbitrary: correctionArbitrary().map((each) => writeCorrections([each])) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }).map((bytes) => Uint8Array.from([...bytes, 10])) },
    { weight: 1, arbitrary: fc.constantFrom('{\n', '\n', ' \n', 'no newline').map((text) => Buffer.from(text)) },
  )
  return fc.array(line, { maxLength: 4 }).map((lines) => Uint8Array.from(Buffer.concat(lines)))
}

/** Uses one character per byte, so that texts have the same order as bytes. */
function linesOf(bytes: Uint8Array): readonly string[] {
  return Buffer.from(bytes)
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
}

function read(bytes: Uint8Array): readonly Correction[] {
  return readCorrections(bytes, { commit: 'a'.repeat(40) as CommitId }).corrections
}
