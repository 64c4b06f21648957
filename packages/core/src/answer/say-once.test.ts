import type { ReadOutput, ReadRegion } from '@chronicle/schema'
import { readOutputArbitrary } from '@chronicle/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outputOf, regionOf } from '../../test/read-fixture.ts'
import { formatMarkdown } from '../format/format-markdown.ts'
import { foldText } from './fold-text.ts'
import { mergeClaims } from './merge-claims.ts'
import { mergeRegions } from './merge-regions.ts'
import { withoutRepeatedRegionTexts } from './without-repeated-region-texts.ts'

const commit = (n: number): string => n.toString(16).padStart(8, '0').padEnd(40, 'c')

function region(n: number, change: Partial<ReadRegion> = {}): ReadRegion {
  return regionOf({
    commit: commit(n),
    timestamp: new Date(Date.UTC(2024, 0, n)).toISOString(),
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
    intent: `Intent ${n}.`,
    ...change,
  })
}

const author = (text: string): ReadRegion['constraints'][number] => ({ text, source: 'author' })
const inferred = (text: string): ReadRegion['constraints'][number] => ({ text, source: 'inferred' })

function readOf(regions: readonly ReadRegion[], change: Partial<ReadOutput> = {}): ReadOutput {
  const query = { file: 'src/a.rs', depth: 1, at: 'WORKTREE', commit: commit(99), max_regions: 20 }
  return outputOf({ query, regions, ...change })
}

describe('mergeClaims', () => {
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

describe('withoutRepeatedRegionTexts', () => {
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
    const once = withoutRepeatedRegionTexts(regions, false)
    expect(once.map(({ reasoning }) => reasoning)).toEqual([
      message,
      ...Array.from({ length: 9 }, (_, i) => (i === 3 ? 'Only here.' : undefined)),
    ])
    expect(once.every(({ summary }) => summary === undefined)).toBe(true)
    expect(once[0]?.evidence).toEqual([{ kind: 'commit_message' }, regions[0]?.evidence?.[3]])
    const text = formatMarkdown(readOf(once))
    for (const passage of ['The broker forgets sessions.', 'So each connection', 'Only here.']) {
      expect(text.split(passage)).toHaveLength(2)
    }
    // The intent is shorter than a reference to it, so it stands at both entries that remain.
    expect(text.split('mqtt: never resume')).toHaveLength(3)
    expect(text).toContain('**Evidence:** commit message, src/a.rs:3-4\n')
    expect(text.length).toBeLessThan(formatMarkdown(readOf(regions)).length * 0.7)
  })

  it('changes nothing the second time, and nothing of a verbose answer', () => {
    expect(withoutRepeatedRegionTexts(regions, true)).toBe(regions)
    fc.assert(
      fc.property(readOutputArbitrary({ maxRegions: 5 }), (output) => {
        const once = withoutRepeatedRegionTexts(output.regions, false)
        expect(withoutRepeatedRegionTexts(once, false)).toEqual(once)
        expect(once.map(({ intent, constraints }) => [intent, constraints])).toEqual(
          output.regions.map(({ intent, constraints }) => [intent, constraints]),
        )
      }),
      { numRuns: 100 },
    )
  })
})

describe('a region in markdown', () => {
  const facts = (change: Partial<ReadRegion>): string =>
    formatMarkdown(readOf([region(1, change)]))
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
    [{ outlived: true }, '| no line written by the commit is left; only what still binds is shown'],
    [
      { outlived: true, context_level: 'inferred' },
      '| little or nothing that the commit wrote is left; only what still binds is shown',
    ],
    [{ comment: 'changed', drifted_by: [commit(2)] }, '| its comment was changed or deleted, see 0000000'],
    [{ also_on: [commit(5)] }, '| also recorded on 0000000'],
  ])('tells of %j', (change, words) => {
    expect(facts(change)).toContain(words)
  })

  it('tells whose rule it is', () => {
    const constraints = [author('Hold the lock.'), inferred('Free it.')]
    expect(formatMarkdown(readOf([region(1, { constraints })]))).toContain(
      '- [author] Hold the lock.\n- [inferred] Free it.',
    )
    const recorded = { by: 'Bob', at: '2026-02-03T04:05:06Z' }
    expect(formatMarkdown(readOf([region(1, { constraints, recorded })]))).toContain(
      '- [Bob] Hold the lock.\n- [inferred]',
    )
  })

  it('calls a unit what it is called now, and a rule by its folder', () => {
    expect(formatMarkdown(readOf([region(1, { current_anchor: 'open' })]))).toContain('## src/a.rs — open\n')
    const { ast_anchor: _, ...place } = region(1, { file: 'src/mqtt/', about: 'folder' })
    expect(formatMarkdown(readOf([place]))).toContain('## src/mqtt/\n')
    expect(formatMarkdown(readOf([place]))).toContain('| rule for src/mqtt/')
    expect(formatMarkdown(readOf([{ ...place, file: './', about: 'repository' }]))).toContain(
      '## the whole repository\n',
    )
  })

  it('says a rule once that is the intent, too', () => {
    const text = formatMarkdown(readOf([region(1, { intent: 'Close it.', constraints: [inferred('Close it.')] })]))
    expect(text.split('Close it.')).toHaveLength(2)
  })

  it('counts what only quotes a comment and what is gone, with the question that shows it', () => {
    const output = readOf([region(1, { comment: 'stands', intent: 'Quoted.' }), region(2)], {
      stats: { ...readOf([]).stats, regions_returned: 2, gone_regions: 3, quoted_regions: 1 },
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
    const text = formatMarkdown(readOf([region(1, { comment: 'stands' })]))
    expect(text).toContain('src/a.rs: nothing but quotations of comments that stand in the code.')
    expect(text).toContain('- 1 region that only quotes a comment standing in the code\n')
  })
})
