import {
  completeRegion,
  okAsync,
  type Annotation,
  type CommitId,
  type Correction,
  type Diagnostic,
} from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { FetchedNote } from '../notes/read-notes.ts'
import { createReadCorrectedNotes } from './corrected-notes.ts'
import { CORRECTION_FACTORS } from './correction-factors.ts'

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [CommitId, CommitId, CommitId]
const annotation = {
  commit: A,
  summary: 's',
  regions: ['one', 'two'].map((intent) => completeRegion({ file: 'a.ts', intent })),
  cross_cutting: [],
} as unknown as Annotation
const correctionOf = (type: Correction['correction_type'], intent: string): Correction => ({
  ...{ correction_type: type, file: 'a.ts', intent, reason: 'r', author: 'A <a@b>', timestamp: '2025-01-01T00:00:00Z' },
})
const warning = (message: string): Diagnostic => ({ code: 'c', severity: 'warning', message })

async function read(note: FetchedNote, corrections: readonly Correction[] | undefined) {
  const notes = new Map([[A, note]])
  const against = new Map(corrections === undefined ? [] : [[A, { corrections, diagnostics: [warning('against')] }]])
  const asked: unknown[] = []
  const readNotes = createReadCorrectedNotes(
    () => okAsync(notes),
    (commits) => {
      asked.push([...commits])
      return okAsync(against)
    },
    CORRECTION_FACTORS,
  )
  const wanted = [A, B, C].map((commit) => ({ commit, blobs: [] }))
  const found = (await readNotes(wanted))._unsafeUnwrap()
  expect(asked).toEqual([[A, B, C]])
  expect([...found.keys()]).toEqual([A])
  return found.get(A)
}

const NOTE: FetchedNote = { annotation, diagnostics: [warning('note')] }

it('leaves a note as it is where nothing was said against it', async () => {
  expect(await read(NOTE, undefined)).toEqual({
    annotation,
    diagnostics: [warning('note')],
    factors: new Map(),
    retracted: [],
  })
})

it('tells what a doubt leaves of the confidence of its region, and no other', async () => {
  const found = await read(NOTE, [correctionOf('flag', 'two')])
  expect(found?.annotation?.regions.map(({ intent }) => intent)).toEqual(['one', 'two'])
  expect([...(found?.factors ?? [])]).toEqual([[found?.annotation?.regions[1], CORRECTION_FACTORS.flag]])
  expect(found?.retracted).toEqual([])
  expect(found?.diagnostics).toEqual([warning('note'), warning('against')])
})

it('takes out a region that was retracted, and tells which', async () => {
  const found = await read(NOTE, [correctionOf('retract', 'one')])
  expect(found?.annotation?.regions.map(({ intent }) => intent)).toEqual(['two'])
  expect(found?.annotation?.summary).toBe('s')
  expect(found?.retracted.map(({ intent }) => intent)).toEqual(['one'])
})

it('has no annotation where there is none that can be read', async () => {
  const note: FetchedNote = { annotation: undefined, diagnostics: [warning('malformed')] }
  expect(await read(note, [correctionOf('flag', 'one')])).toEqual({
    annotation: undefined,
    diagnostics: [warning('malformed'), warning('against')],
    factors: new Map(),
    retracted: [],
  })
})
