import { describe, expect, it } from 'vitest'
import { outputOf, regionOf } from '../../test/read-fixture.ts'
import { trimmedNotice, type NoticeFacts } from './trimmed-notice.ts'

const commit = (n: number): string => n.toString(16).padStart(40, '0')
const NONE = { dependencies_on_this: 0, cross_cutting: 0, held_by_tests: 0, diagnostics: 0, resolved: 0 }
const facts = (more: Partial<NoticeFacts> = {}): NoticeFacts => ({
  strategy: 's',
  maxTokens: 100,
  fullTokens: 900,
  returnedRegions: 1,
  droppedCommits: [],
  fieldCuts: [],
  droppedEntries: NONE,
  droppedPassages: 0,
  cuts: [],
  ...more,
})
const output = outputOf({ regions: [regionOf(), regionOf(), regionOf()] })
const PLAIN = {
  original_regions: 3,
  returned_regions: 1,
  dropped_commits: [],
  strategy: 's',
  estimated_tokens: 100,
  remedy: { option: 'maxTokens', value: 900 },
}

describe('the notice of a trimmed read', () => {
  it('says how much there was, how much is left, and what brings it back', () => {
    expect(trimmedNotice(output, facts())).toEqual(PLAIN)
  })

  it('counts what went outside of regions, by list', () => {
    const droppedEntries = { ...NONE, cross_cutting: 2, diagnostics: 1 }
    expect(trimmedNotice(output, facts({ droppedEntries, droppedPassages: 3 })).dropped_entries).toEqual({
      cross_cutting: 2,
      diagnostics: 1,
      from_history: 3,
    })
  })

  it('names twenty commits, each once, and counts the others', () => {
    const droppedCommits = [1, 1, ...Array.from({ length: 20 }, (_, i) => i + 1)].map(commit)
    const twenty = trimmedNotice(output, facts({ droppedCommits }))
    expect(twenty.dropped_commits).toEqual(Array.from({ length: 20 }, (_, i) => commit(i + 1)))
    expect(twenty.dropped_entries).toBeUndefined()
    const more = trimmedNotice(output, facts({ droppedCommits: [...droppedCommits, commit(99)] }))
    expect(more.dropped_commits).toHaveLength(20)
    expect(more.dropped_entries).toEqual({ dropped_commits: 1 })
  })

  it('names the fewest that it is cut to, by shorter ids where they are ids', () => {
    const droppedCommits = [commit(1), 'a name', `${'b'.repeat(64)}`, 'c'.repeat(39), `x${commit(5)}`, `${commit(6)}x`]
    const cut = (...all: readonly number[]) =>
      trimmedNotice(output, facts({ droppedCommits, cuts: all.map((commits) => ({ commits })) }))
    expect(cut(5, 10).dropped_commits).toEqual([
      commit(1).slice(0, 12),
      'a name',
      'b'.repeat(12),
      'c'.repeat(39),
      `x${commit(5)}`,
    ])
    expect(cut(10).dropped_commits.at(-1)).toBe(`${commit(6)}x`)
    expect(cut(5, 1).dropped_entries).toEqual({ dropped_commits: 5 })
    expect(cut().dropped_commits).toEqual(droppedCommits)
  })

  it('names the fields that went, one that was shortened first as removed', () => {
    const fieldCuts = [
      { field: 'reasoning', to: 'first_sentence' },
      { field: 'risk_notes', to: 'first_sentence' },
      { field: 'reasoning', to: 'nothing' },
      { field: 'tags', to: 'nothing' },
    ] as const
    const names = ['risk_notes (after its first sentence)', 'reasoning', 'tags']
    expect(trimmedNotice(output, facts({ fieldCuts }))).toEqual({ ...PLAIN, dropped_fields: names })
    expect(trimmedNotice(output, facts({ fieldCuts, cuts: ['fields'] }))).toEqual({
      ...PLAIN,
      dropped_entries: { dropped_fields: 3 },
    })
    expect(trimmedNotice(output, facts({ fieldCuts, cuts: ['query'] })).dropped_fields).toEqual(names)
  })

  it('adds to that of an output which was trimmed before', () => {
    const before = {
      ...PLAIN,
      original_regions: 9,
      dropped_commits: [commit(7)],
      dropped_fields: ['tags'],
      dropped_entries: { diagnostics: 4, dropped_commits: 2 },
      remedy: { option: 'maxTokens', value: 5000 },
    }
    const notice = trimmedNotice(
      { ...output, trimmed: before },
      facts({
        droppedCommits: [commit(7), commit(8)],
        fieldCuts: [{ field: 'task', to: 'nothing' }],
        droppedEntries: { ...NONE, diagnostics: 1, resolved: 1 },
      }),
    )
    expect(notice).toEqual({
      ...before,
      dropped_commits: [commit(7), commit(8)],
      dropped_fields: ['tags', 'task'],
      dropped_entries: { diagnostics: 5, dropped_commits: 2, resolved: 1 },
    })
  })
})
