import type { Provenance, Region, StoredRecording } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { Commit } from '../contracts/git-backend.ts'
import { recordingOfRegion } from './recording-of-region.ts'

const DAY = 86_400
const COMMITTED = Date.parse('2025-01-01T00:00:00Z') / 1000
const commit = {
  author: { name: 'Ada', email: 'ada@example.org', time: COMMITTED, zone: 0 },
  committer: { name: 'Bot', email: 'bot@example.org', time: COMMITTED, zone: 0 },
} as Commit
const after = (seconds: number): string => new Date((COMMITTED + seconds) * 1000).toISOString()

function recording(stored: StoredRecording | undefined, timestamp = after(0), made: Commit | undefined = commit) {
  const provenance = stored === undefined ? {} : { recorded: stored }
  return recordingOfRegion({ provenance: provenance as Provenance, timestamp }, {} as Region, made)
}

it('is told when it was more than a day after the commit', () => {
  expect(recording(undefined, after(DAY))).toBeUndefined()
  expect(recording(undefined, after(DAY + 1))).toEqual({ at: after(DAY + 1) })
  expect(recording({ at: after(2 * DAY), by: 'Ada', with: 'a-tool 1' }, after(0))).toEqual({
    at: after(2 * DAY),
    with: 'a-tool 1',
  })
  expect(recording({ at: after(0), by: 'Ada' }, after(2 * DAY))).toBeUndefined()
})

it.each<[string, StoredRecording, boolean]>([
  ['the author by name', { at: after(0), by: 'Ada' }, false],
  ['the author by address, under another name', { at: after(0), by: 'A. L.', email: 'ada@example.org' }, false],
  ['the author by name, with another address', { at: after(0), by: 'Ada', email: 'ada@home.example.org' }, false],
  ['another person', { at: after(0), by: 'Bob', email: 'bob@example.org' }, true],
  ['another person without an address', { at: after(0), by: 'Bob' }, true],
  ['the committer', { at: after(0), by: 'Bot' }, true],
  ['nobody', { at: after(0) }, false],
])('by %s', (_, stored, isTold) => {
  expect(recording(stored)).toEqual(isTold ? { by: stored.by, at: after(0) } : undefined)
})

it('of a region goes before that of its annotation', () => {
  const region = { recorded: { at: after(0), by: 'Bob' } } as Region
  const provenance = { recorded: { at: after(0), by: 'Eve' } } as Provenance
  expect(recordingOfRegion({ provenance, timestamp: after(0) }, region, commit)).toEqual({ by: 'Bob', at: after(0) })
})

it('of a commit that is not there says nothing', () => {
  expect(
    recordingOfRegion(
      { provenance: { recorded: { at: after(0), by: 'Bob' } } as Provenance, timestamp: after(9 * DAY) },
      {} as Region,
      undefined,
    ),
  ).toBeUndefined()
})
