import type { HistoryStep, ReadOutput, ReadRegion } from '@chronicle/schema'
import { READ_OUTPUT_SCHEMA } from '@chronicle/schema'
import { readOutputArbitrary } from '@chronicle/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMarkdown } from '../format/format-markdown.ts'
import { foldText } from './fold-text.ts'
import { mergeClaims } from './merge-claims.ts'
import { mergeRegions } from './merge-regions.ts'
import { messageText } from './message-text.ts'
import { sayRegionsOnce } from './say-regions-once.ts'
import { sayStepsOnce } from './say-steps-once.ts'

const commit = (n: number): string => n.toString(16).padStart(8, '0').padEnd(40, 'c')

function region(n: number, change: Partial<ReadRegion> = {}): ReadRegion {
  return {
    commit: commit(n),
    timestamp: new Date(Date.UTC(2024, 0, n)).toISOString(),
    context_level: 'enhanced',
    confidence: 0.9,
    confidence_factors: {
      recency: '2 years old',
      context_level: 'enhanced',
      anchor_match: 'exact',
      provenance: 'initial',
    },
    confidence_scores: { recency: 1, context_level: 1, anchor_stability: 1, provenance: 1 },
    file: 'src/a.rs',
    ast_anchor: { type: 'fn', name: 'connect' },
    survival: 1,
    freshness: 'fresh',
    intent: `Intent ${n}.`,
    constraints: [],
    ...change,
  }
}

const author = (text: string): ReadRegion['constraints'][number] => ({ text, source: 'author' })
const inferred = (text: string): ReadRegion['constraints'][number] => ({ text, source: 'inferred' })

function outputOf(regions: readonly ReadRegion[], change: Partial<ReadOutput> = {}): ReadOutput {
  return {
    $schema: READ_OUTPUT_SCHEMA,
    query: { file: 'src/a.rs', depth: 1, at: 'WORKTREE', commit: commit(99), max_regions: 20 },
    regions,
    dependencies_on_this: [],
    cross_cutting: [],
    stats: {
      commits_examined: 9,
      annotations_found: 9,
      regions_returned: regions.length,
      related_hops: 0,
      revisions_examined: 3,
      dependencies: 'index',
    },
    diagnostics: [],
    trimmed: null,
    ...change,
  }
}

describe('mergeRegions', () => {
  it('makes one entry of what a model and an author say of one unit in one commit, the author first', () => {
    const model = region(1, {
      context_level: 'inferred',
      intent: 'Connects to the broker.',
      reasoning: 'Sessions are few.',
      constraints: [inferred('At most  four sessions.'), inferred('Only over TLS.')],
      evidence: [{ kind: 'commit_message', quote: 'Sessions are few.' }],
      tags: ['mqtt'],
    })
    const words = region(1, {
      intent: 'Never resume a session.',
      constraints: [author('at most four sessions.')],
      risk_notes: 'Boards go offline.',
      tags: ['mqtt', 'tls'],
    })
    const other = region(2)
    const [merged, ...rest] = mergeRegions([model, other, words])
    expect(rest).toEqual([other])
    expect(merged).toMatchObject({
      context_level: 'enhanced',
      intent: 'Never resume a session.',
      reasoning: 'Connects to the broker.\n\nSessions are few.',
      constraints: [author('at most four sessions.'), inferred('Only over TLS.')],
      risk_notes: 'Boards go offline.',
      tags: ['mqtt', 'tls'],
    })
  })

  it('adds up the lines of parts, and takes the worst of what became of them', () => {
    const [merged] = mergeRegions([
      region(1, { lines: { start: 4, end: 8 }, intact_lines: { intact: 5, recorded: 5 } }),
      region(1, {
        lines: { start: 11, end: 15 },
        intact_lines: { intact: 1, recorded: 5 },
        survival: 0.2,
        freshness: 'drifted',
        drifted_by: [commit(7)],
      }),
    ])
    expect(merged).toMatchObject({
      lines: { start: 4, end: 15 },
      intact_lines: { intact: 6, recorded: 10 },
      survival: 0.6,
      freshness: 'drifted',
      drifted_by: [commit(7)],
    })
  })

  it('keeps units, commits, and rules for a folder apart', () => {
    const regions = [
      region(1),
      region(2),
      region(1, { ast_anchor: { type: 'fn', name: 'close' } }),
      region(1, { file: 'src/b.rs' }),
    ]
    expect(mergeRegions(regions)).toEqual(regions)
  })
})

describe('mergeClaims', () => {
  it('shows a claim of several commits once, on the newest, with the others', () => {
    const old = region(1, { intent: 'Keeps sessions few.', constraints: [author('At most four sessions.')] })
    const again = region(3, {
      intent: 'Reconnects.',
      constraints: [author('at most FOUR sessions.'), author('No TLS 1.1.')],
    })
    const [first, second, ...more] = mergeClaims([old, again])
    expect(more).toEqual([])
    expect(first).toEqual({ ...old, constraints: [] })
    expect(second).toEqual({ ...again, also_on: [commit(1)] })
  })

  it('drops a region that says nothing else, and never hides what was stated behind what was inferred', () => {
    const rule = 'Close before open.'
    const stated = region(1, { intent: rule, constraints: [author(rule)] })
    const guessed = region(2, { context_level: 'inferred', intent: rule, constraints: [inferred(rule)] })
    expect(mergeClaims([guessed, stated])).toEqual([{ ...stated, also_on: [commit(2)] }])
  })

  it('keeps a rule of another unit', () => {
    const regions = [
      region(1, { constraints: [author('Hold the lock.')] }),
      region(2, { constraints: [author('Hold the lock.')], ast_anchor: { type: 'fn', name: 'close' } }),
    ]
    expect(mergeClaims(regions)).toEqual(regions)
  })

  it('loses no claim of any unit, and changes nothing the second time', () => {
    const property = fc.property(readOutputArbitrary({ maxRegions: 6 }), ({ regions }) => {
      const merged = mergeClaims(mergeRegions(regions))
      for (const { constraints, rejected_alternatives: rejected = [] } of regions) {
        for (const { text } of constraints) {
          const holders = merged
            .flatMap((each) => each.constraints)
            .filter((each) => foldText(each.text) === foldText(text))
          expect(holders.length).toBeGreaterThan(0)
        }
        const kept = merged
          .flatMap((each) => each.rejected_alternatives ?? [])
          .map(({ approach }) => foldText(approach))
        for (const { approach } of rejected) expect(kept).toContain(foldText(approach))
      }
      expect(mergeClaims(mergeRegions(merged))).toEqual(merged)
    })
    fc.assert(property, { numRuns: 100 })
  })
})

describe('sayRegionsOnce', () => {
  const message = 'The broker forgets sessions.\n\nSo each connection is a new one.'
  const regions = Array.from({ length: 10 }, (_, i) =>
    region(1, {
      ast_anchor: { type: 'fn', name: `unit_${i}` },
      context_level: 'inferred',
      intent: 'mqtt: never resume',
      summary: 'mqtt: never resume',
      reasoning: i === 4 ? `${message}\n\nOnly here.` : message,
      evidence: [
        { kind: 'commit_message', quote: 'The broker forgets sessions.' },
        { kind: 'commit_message', quote: 'So each connection is a new one.' },
        { kind: 'commit_message', quote: 'mqtt: never resume' },
        { kind: 'file_lines', file: 'src/a.rs', lines: { start: 3, end: 4 }, quote: 'MAX = 4' },
      ],
    }),
  )

  it('says a paragraph of ten regions of one commit once, and cites it', () => {
    const once = sayRegionsOnce(regions, false)
    expect(once.map(({ reasoning }) => reasoning)).toEqual([
      message,
      ...Array.from({ length: 9 }, (_, i) => (i === 3 ? 'Only here.' : undefined)),
    ])
    expect(once.every(({ summary }) => summary === undefined)).toBe(true)
    expect(once[0]?.evidence).toEqual([{ kind: 'commit_message' }, regions[0]?.evidence?.[3]])
    const text = formatMarkdown(outputOf(once))
    for (const passage of ['The broker forgets sessions.', 'So each connection', 'Only here.', 'mqtt: never resume']) {
      expect(text.split(passage)).toHaveLength(2)
    }
    expect(text).toContain('**Evidence:** commit message, src/a.rs:3-4\n')
    expect(text.length).toBeLessThan(formatMarkdown(outputOf(regions)).length * 0.7)
  })

  it('changes nothing the second time, and nothing of a verbose answer', () => {
    expect(sayRegionsOnce(regions, true)).toBe(regions)
    fc.assert(
      fc.property(readOutputArbitrary({ maxRegions: 5 }), (output) => {
        const once = sayRegionsOnce(output.regions, false)
        expect(sayRegionsOnce(once, false)).toEqual(once)
        expect(once.map(({ intent, constraints }) => [intent, constraints])).toEqual(
          output.regions.map(({ intent, constraints }) => [intent, constraints]),
        )
      }),
      { numRuns: 100 },
    )
  })
})

describe('sayStepsOnce', () => {
  const step: HistoryStep = {
    commit: commit(1),
    timestamp: '2024-01-01T00:00:00Z',
    author: 'Ada <ada@example.org>',
    subject: 'mqtt: never resume',
    message: 'The broker forgets.\n\nMeasured on ten boards.\n\nSigned-off-by: Ada <ada@example.org>',
    context_level: 'inferred',
    intent: 'mqtt: never resume',
    reasoning: 'The broker forgets.',
    constraints: [],
    provenance: { operation: 'initial' },
  }

  it('gives the message of a commit at its first step, without trailers and what is said already', () => {
    const [first, second] = sayStepsOnce([step, { ...step, anchor: 'close' }], false)
    expect(first?.message).toBe('Measured on ten boards.')
    expect(first?.reasoning).toBe('The broker forgets.')
    expect(second).not.toHaveProperty('message')
    expect(second).not.toHaveProperty('reasoning')
  })
})

it.each([
  ['Why.\n\nSigned-off-by: A <a@b>\nChange-Id: I12', 'Why.'],
  ['Why: because.\n\nMore.', 'Why: because.\n\nMore.'],
  [
    '<!-- Describe your change -->\n## Description\nIt leaks.\n\n## Checklist\n- [x] tests\n- [ ] docs',
    '## Description\nIt leaks.',
  ],
  ['Fixes: 1234\n(cherry picked from commit abc123)', ''],
  ['', ''],
])('takes trailers and template text out of %j', (body, text) => {
  expect(messageText(body)).toBe(text)
  expect(messageText(text)).toBe(text)
})

describe('a region in markdown', () => {
  const facts = (change: Partial<ReadRegion>): string =>
    formatMarkdown(outputOf([region(1, change)]))
      .split('\n')
      .find((line) => line.startsWith('0000000')) ?? ''

  it.each<[Partial<ReadRegion>, string]>([
    [{}, '0000000 (2 years old) | confidence 0.90 (enhanced)'],
    [
      { recorded: { by: 'Bob', at: '2026-02-03T04:05:06Z', with: 'git-chronicle 1.2.0' } },
      '0000000 (2 years old, recorded 2026-02-03 by Bob) |',
    ],
    [{ recorded: { at: '2026-02-03T04:05:06Z' } }, '(2 years old, recorded 2026-02-03) |'],
    [
      {
        context_level: 'inferred',
        recorded: { by: 'Bob', at: '2026-02-03T04:05:06Z', with: 'heuristic (git-chronicle 1.2.0)' },
      },
      '0000000 (2 years old, inferred 2026-02-03 by heuristic) |',
    ],
    [
      {
        freshness: 'drifted',
        survival: 0.8,
        intact_lines: { intact: 12, recorded: 15 },
        drifted_by: [2, 3, 4, 5, 6].map((n) => commit(n)),
      },
      '| 12 of 15 lines intact, changed by 0000000, 0000000, 0000000 (+2 more)',
    ],
    [
      { freshness: 'drifted', survival: 0.8, drifted_by: ['uncommitted'] },
      '| 80% intact, changed by uncommitted edits',
    ],
    [
      { freshness: 'moved', lines: { start: 3, end: 9 }, recorded_file: 'src/old.rs' },
      '| moved from src/old.rs lines 3-9',
    ],
    [{ current_anchor: 'open' }, '| recorded as connect'],
    [{ about: 'enclosing_unit' }, '| about the enclosing unit connect'],
    [{ outlived: true }, '| nothing that the commit wrote is left; what outlives it is given'],
    [{ comment: 'changed', drifted_by: [commit(2)] }, '| its comment was changed or deleted, see 0000000'],
    [{ also_on: [commit(5)] }, '| also recorded on 0000000'],
  ])('tells of %j', (change, words) => {
    expect(facts(change)).toContain(words)
  })

  it('tells whose rule it is', () => {
    const constraints = [author('Hold the lock.'), inferred('Free it.')]
    expect(formatMarkdown(outputOf([region(1, { constraints })]))).toContain(
      '- [author] Hold the lock.\n- [inferred] Free it.',
    )
    const recorded = { by: 'Bob', at: '2026-02-03T04:05:06Z' }
    expect(formatMarkdown(outputOf([region(1, { constraints, recorded })]))).toContain(
      '- [Bob] Hold the lock.\n- [inferred]',
    )
  })

  it('calls a unit what it is called now, and a rule by its folder', () => {
    expect(formatMarkdown(outputOf([region(1, { current_anchor: 'open' })]))).toContain('## src/a.rs — open\n')
    const { ast_anchor: _, ...place } = region(1, { file: 'src/mqtt/', about: 'folder' })
    expect(formatMarkdown(outputOf([place]))).toContain('## src/mqtt/\n')
    expect(formatMarkdown(outputOf([place]))).toContain('| rule for src/mqtt/')
    expect(formatMarkdown(outputOf([{ ...place, file: './', about: 'repository' }]))).toContain(
      '## the whole repository\n',
    )
  })

  it('says a rule once that is the intent, too', () => {
    const text = formatMarkdown(outputOf([region(1, { intent: 'Close it.', constraints: [inferred('Close it.')] })]))
    expect(text.split('Close it.')).toHaveLength(2)
  })

  it('counts what only quotes a comment and what is gone, with the question that shows it', () => {
    const output = outputOf([region(1, { comment: 'stands', intent: 'Quoted.' }), region(2)], {
      stats: { ...outputOf([]).stats, regions_returned: 2, gone_regions: 3, quoted_regions: 1 },
    })
    const text = formatMarkdown(output, { remedies: 'command' })
    expect(text).not.toContain('Quoted.')
    expect(text).toContain('- 3 regions about code that is gone: `git chronicle history src/a.rs`\n')
    expect(text).toContain(
      '- 1 region that only quotes a comment standing in the code: `git chronicle read src/a.rs --verbose`\n',
    )
    expect(formatMarkdown(output, { remedies: 'argument' })).toContain('standing in the code: `verbose: true`\n')
    expect(formatMarkdown(output)).toContain('- 3 regions about code that is gone\n')
    const verbose = formatMarkdown(output, { verbose: true })
    expect(verbose).toContain('Quoted.')
    expect(verbose).toContain('| quotes a comment that stands in the code')
  })

  it('tells that all it has quotes the code', () => {
    const text = formatMarkdown(outputOf([region(1, { comment: 'stands' })]))
    expect(text).toContain('src/a.rs: nothing but quotations of comments that stand in the code.')
    expect(text).toContain('- 1 region that only quotes a comment standing in the code\n')
  })
})
