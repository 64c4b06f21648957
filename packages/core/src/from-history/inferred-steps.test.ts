import { omitUndefined, type CommitId, type HistoryReason, type RepoPath } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { PlaceRevision } from './history-of-places.ts'
import { inferredStep } from './inferred-steps.ts'

const id = 'a1'.repeat(20) as CommitId
const author = { name: 'Ada', email: 'ada@example.org', time: 0, zone: 0 }
const reason: HistoryReason = {
  origin: 'history',
  commit: id,
  timestamp: '2024-01-01T00:00:00Z',
  summary: 'Lock the file',
  about: 'file',
  files_changed: 3,
  passages: [
    { text: 'The watcher reads at once.' },
    { text: 'So the lock comes first.', continues: true },
    { text: 'A retry was rejected.' },
    { text: 'Never unlock twice.', source: 'comment' },
  ],
  replaced_by: { commit: 'b2'.repeat(20), relation: 'fixes' },
}

function revisionOf(name: string | undefined, units: readonly string[]): PlaceRevision {
  const lines = { lines: { start: 3, end: 9 }, ...omitUndefined({ name }) }
  const file = { scope: { units: units.map((each) => ({ name: each })) } }
  return { commit: id, committedAt: 0, path: 'old.ts' as RepoPath, file, lines } as unknown as PlaceRevision
}

test('a step has the words of the commit, and says where they come from', () => {
  expect(inferredStep(reason, revisionOf('save', ['save']), { author, id })).toEqual({
    origin: 'history',
    commit: id,
    timestamp: '2024-01-01T00:00:00Z',
    author: 'Ada <ada@example.org>',
    subject: 'Lock the file',
    message: 'The watcher reads at once. So the lock comes first.\n\nA retry was rejected.',
    context_level: 'inferred',
    file: 'old.ts',
    anchor: 'save',
    lines: { start: 3, end: 9 },
    intent: 'Lock the file',
    constraints: [{ text: 'Never unlock twice.', source: 'inferred' }],
    provenance: { operation: 'initial' },
    about: 'file',
    files_changed: 3,
    replaced_by: { commit: 'b2'.repeat(20), relation: 'fixes' },
  })
})

test.each([
  ['write', ['save'], 'save'],
  ['save', ['save'], undefined],
  // It is unknown which of several units it became.
  ['write', ['save', 'load'], undefined],
  [undefined, ['save'], undefined],
])('a unit that was called %s, of %j now, became %s', (name, units, now) => {
  expect(inferredStep(reason, revisionOf(name, units), { author, id }).renamed_to).toBe(now)
})
