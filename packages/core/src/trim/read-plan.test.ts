import type { HistoryReason, ReadOutput, ReadRegion } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { outputOf, regionOf } from '../../test/read-fixture.ts'
import { NEWEST_COMMITS_FIRST } from './newest-commits-first.ts'
import { readPlan } from './read-plan.ts'

const COMMIT = 'c'.repeat(40)
const plan = (output: ReadOutput) => readPlan(output, NEWEST_COMMITS_FIRST, { maxTokens: 100, fullTokens: 900 })
const region = (n: number, more: Partial<ReadRegion> = {}): ReadRegion =>
  regionOf({ commit: `${n}`.repeat(40), timestamp: `2025-01-0${n}T00:00:00Z`, intent: `Region ${n}`, ...more })
const reason = (n: number): HistoryReason => ({
  origin: 'history',
  commit: `${n}`.repeat(40),
  timestamp: `2025-01-0${n}T00:00:00Z`,
  summary: `Change ${n}`,
  passages: [{ text: 'The caller must drain, because a peer counts.' }],
})

/** Returns what each step removes, in words. */
function stepsOf(output: ReadOutput): readonly string[] {
  const made = plan(output)
  return Array.from({ length: made.length }, (_, i) => difference(made.without(i), made.without(i + 1)))
}

function difference(before: ReadOutput, after: ReadOutput): string {
  const changes = [
    ...(
      ['regions', 'dependencies_on_this', 'cross_cutting', 'diagnostics', 'held_by_tests', 'resolved'] as const
    ).flatMap((list) => ((before[list] ?? []).length === (after[list] ?? []).length ? [] : [list])),
    ...(JSON.stringify(before.from_history) === JSON.stringify(after.from_history) ? [] : ['from_history']),
    ...before.regions.flatMap((one) => {
      const other = after.regions.find(({ commit }) => commit === one.commit)
      return other === undefined ? [`region ${one.commit[0]}`] : Object.keys(one).filter((key) => !(key in other))
    }),
    ...(JSON.stringify(before.query) === JSON.stringify(after.query) ? [] : ['query']),
    ...((before.trimmed?.dropped_commits ?? []).length > (after.trimmed?.dropped_commits ?? []).length
      ? ['commits']
      : []),
    ...(before.trimmed?.dropped_fields !== undefined && after.trimmed?.dropped_fields === undefined ? ['fields'] : []),
  ]
  return changes.filter((change) => change !== 'regions').join(' + ') || 'nothing'
}

const test = (title: string, origin?: 'history') => ({
  ...{ title, file: 'a.test.ts', line: 1, commit: COMMIT },
  ...(origin === undefined ? {} : { origin }),
})
const everything = outputOf({
  query: { ...outputOf().query, max_tokens: 100 },
  regions: [region(1, { tags: ['t'], task: 'T-1' }), region(2), region(3)],
  from_history: [reason(4)],
  dependencies_on_this: [{ from_file: 'b.ts', from_anchor: 'b', nature: 'n', commit: COMMIT }],
  cross_cutting: [{ description: 'd', regions: [], commit: COMMIT }],
  held_by_tests: [test('recorded'), test('found', 'history')],
  resolved: [{ file: 'a.ts', lines: { start: 1, end: 2 } }],
  diagnostics: [
    { code: 'shallow', severity: 'warning', message: 'm' },
    { code: 'hint', severity: 'info', message: 'm' },
  ],
})

describe('what a read can do without', () => {
  it('goes in the documented order', () => {
    expect(stepsOf(everything)).toEqual([
      'held_by_tests',
      'from_history',
      'from_history',
      'region 3',
      'diagnostics',
      'dependencies_on_this',
      'region 2',
      'nothing',
      'nothing',
      'nothing',
      'commits',
      'nothing',
      'held_by_tests',
      'tags',
      'task',
      'cross_cutting',
      'resolved',
      'diagnostics',
      'fields',
      'query',
      'region 1',
    ])
  })

  it('is all but the skeleton in the end', () => {
    const made = plan(everything)
    const { held_by_tests: _, resolved: __, from_history: ___, ...bare } = everything
    const notice = {
      original_regions: 3,
      returned_regions: 0,
      dropped_commits: ['3'.repeat(12)],
      strategy: 'newest_commits_first',
      estimated_tokens: 100,
      remedy: { option: 'maxTokens', value: 900 },
    }
    const entries = {
      dependencies_on_this: 1,
      cross_cutting: 1,
      held_by_tests: 2,
      diagnostics: 2,
      resolved: 1,
      from_history: 2,
      dropped_commits: 2,
    }
    const { max_tokens: ____, ...query } = everything.query
    const skeleton = {
      ...bare,
      query: { ...query, commit: COMMIT.slice(0, 12) },
      regions: [],
      dependencies_on_this: [],
      cross_cutting: [],
      diagnostics: [],
      stats: { ...bare.stats, regions_returned: 0 },
    }
    expect(made.without(made.length)).toEqual({ ...skeleton, trimmed: { ...notice, dropped_entries: entries } })
    expect(made.overBudget).toEqual([
      { ...skeleton, trimmed: { ...notice, dropped_entries: entries, over_budget: true } },
      { ...skeleton, trimmed: { ...notice, dropped_entries: { dropped_commits: 2 }, over_budget: true } },
      { ...skeleton, trimmed: { ...notice, over_budget: true } },
    ])
  })

  it('loses every field that was taken so far', () => {
    const made = plan(everything)
    const left = Array.from({ length: made.length }, (_, i) => made.without(i)).filter(
      ({ regions }) => regions.length === 1,
    )
    expect(left.at(-1)?.regions).toEqual([region(1)])
  })

  it('takes tests that nobody recorded from the last one on', () => {
    const tests = [test('a', 'history'), test('b'), test('c', 'history')]
    const made = plan(outputOf({ regions: [region(1)], held_by_tests: tests }))
    expect([1, 2].map((count) => made.without(count).held_by_tests?.map(({ title }) => title))).toEqual([
      ['a', 'b'],
      ['b'],
    ])
  })

  it('says of each list how much of it went', () => {
    const made = plan(outputOf({ regions: [region(1)] }))
    expect(made.without(made.length).trimmed).not.toHaveProperty('dropped_entries.held_by_tests')
    expect(made.without(made.length)).not.toHaveProperty('resolved')
    expect(made.without(made.length)).not.toHaveProperty('held_by_tests')
  })

  it('has a shorter notice only where there is more to count', () => {
    const { overBudget } = plan(outputOf({ regions: [region(1)] }))
    expect(overBudget.map(({ trimmed }) => trimmed?.dropped_entries)).toEqual([undefined, undefined, undefined])
  })

  it('is nothing without a step', () => {
    const { trimmed, ...rest } = plan(everything).without(0)
    const { trimmed: _, ...whole } = everything
    expect(rest).toEqual({ ...whole, stats: { ...whole.stats, regions_returned: 3 } })
    expect(trimmed).toEqual({
      original_regions: 3,
      returned_regions: 3,
      dropped_commits: [],
      strategy: 'newest_commits_first',
      estimated_tokens: 100,
      remedy: { option: 'maxTokens', value: 900 },
    })
  })

  it('can be put back where it is a passage of the history', () => {
    const made = plan(everything)
    expect(made.independent).toEqual([1, 2])
    expect(made.without(3).from_history).toBeUndefined()
    expect(made.without(3, new Set([2])).from_history).toHaveLength(1)
    expect(made.without(3, new Set([2])).trimmed?.dropped_entries).toEqual({ held_by_tests: 1, from_history: 1 })
  })

  it('keeps what the history says of the names asked about longer', () => {
    const says = (n: number, text: string): HistoryReason => {
      const { summary: _, ...rest } = reason(n)
      return { ...rest, passages: [{ text }] }
    }
    const asked = (query: Partial<ReadOutput['query']>, resolved: ReadOutput['resolved'] = []): string | undefined => {
      const output = outputOf({
        query: { ...outputOf().query, ...query },
        resolved,
        from_history: [
          says(1, 'The close() must wait.'),
          says(2, 'The drain() must wait.'),
          says(3, 'The flush() must wait.'),
        ],
      })
      return plan(output)
        .without(1)
        .from_history?.map(({ commit }) => commit[0])
        .join('')
    }
    // Of two that are not part of the query, the older one is dropped.
    expect(asked({ anchor: 'drain' })).toBe('12')
    expect(asked({ anchor: 'flush' })).toBe('13')
    expect(asked({}, [{ file: 'a.ts', anchor: 'flush', type: 'function', lines: { start: 1, end: 1 } }])).toBe('13')
    expect(asked({}, [{ file: 'a.ts', anchor: 'drain', type: 'function', lines: { start: 1, end: 1 } }])).toBe('12')
  })
})

describe('a last region with very long texts', () => {
  const lists = {
    cross_cutting: [{ description: 'd', regions: [], commit: COMMIT }],
    resolved: [{ file: 'a.ts', lines: { start: 1, end: 2 } }],
  }

  it.each([
    [
      2000,
      [
        'region 2',
        'nothing',
        'nothing',
        'nothing',
        'nothing',
        'cross_cutting',
        'resolved',
        'nothing',
        'query',
        'region 1',
      ],
    ],
    [
      2001,
      [
        'region 2',
        'nothing',
        'nothing',
        'nothing',
        'nothing',
        'region 1',
        'cross_cutting',
        'resolved',
        'nothing',
        'query',
      ],
    ],
  ])('of %d characters', (length, steps) => {
    const long = region(1, { intent: 'x'.repeat(length) })
    // Of two such regions the newer one is dropped first, and the older one last.
    const newer = region(2, { intent: 'y'.repeat(length) })
    expect(stepsOf(outputOf({ ...lists, regions: [long, newer] }))).toEqual(steps)
  })
})

describe('regions that are dropped', () => {
  const unit = (name: string): Partial<ReadRegion> => ({ ast_anchor: { type: 'function', name } })
  const depends = (on_anchor: string) => ({
    ...{ from_file: 'b.ts', from_anchor: 'b', nature: on_anchor, commit: COMMIT, on_file: 'a.ts', on_anchor },
  })

  it('take with them what speaks of them alone, as long as others are left', () => {
    const output = outputOf({
      regions: [region(1, unit('one')), region(2, { ...unit('two'), tags: ['t'] })],
      dependencies_on_this: [depends('one'), depends('two')],
      cross_cutting: [{ description: 'two', regions: ['a.ts:two'], commit: COMMIT }],
    })
    const { dependencies_on_this, cross_cutting, trimmed } = plan(output).without(1)
    expect(dependencies_on_this.map(({ nature }) => nature)).toEqual(['one'])
    expect(cross_cutting).toEqual([])
    expect(trimmed?.dropped_entries).toEqual({ dependencies_on_this: 1, cross_cutting: 1 })
  })

  it('leave what stands outside of them alone where none is left', () => {
    const output = outputOf({
      regions: [region(1, { ...unit('one'), intent: 'x'.repeat(3000) })],
      dependencies_on_this: [depends('one')],
    })
    const made = plan(output)
    const none = Array.from({ length: made.length }, (_, i) => made.without(i)).find(
      ({ regions }) => regions.length === 0,
    )
    expect(none?.dependencies_on_this).toEqual(output.dependencies_on_this)
  })

  it('do not name the fields that they lost', () => {
    const long = region(2, { tags: ['x'.repeat(3000)] })
    const made = plan(outputOf({ regions: [region(1), long] }))
    expect(made.without(1).trimmed).toMatchObject({ dropped_fields: ['tags'], dropped_commits: [] })
    expect(made.without(2).trimmed).toMatchObject({ dropped_commits: ['2'.repeat(40)] })
    expect(made.without(2).trimmed).not.toHaveProperty('dropped_fields')
  })
})
