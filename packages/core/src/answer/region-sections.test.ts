import type { LineRange, ReadRegion } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { regionOf } from '../../test/read-fixture.ts'
import { describeAmbiguity } from '../format/describe-output.ts'
import { describePlace } from './describe-place.ts'
import { crossCuttingText, placeText } from './entry-texts.ts'
import { heldByTestsSections } from './held-by-tests-section.ts'
import { leftOutBlock, regionSections, shownRegions } from './region-sections.ts'
import { finishSection } from './shown-places.ts'

const asked = { command: ['read', 'a.ts'] }
const unit = (name: string, more: Partial<ReadRegion> = {}): ReadRegion =>
  regionOf({ ast_anchor: { type: 'function', name }, intent: `Keeps ${name} in order.`, ...more })

describe('the sections of regions', () => {
  it('have a heading, facts, and what the region says, in the tone of each', () => {
    const [section] = regionSections(
      [
        unit('take', {
          constraints: [{ text: 'Once.', source: 'author' }],
          risk_notes: 'Idle.',
          reasoning: 'Because.',
        }),
      ],
      false,
    ).map(finishSection)
    const tones = section?.blocks.map((block) => ['label' in block ? block.label : '', block.tone])
    expect(section?.heading).toContain('take')
    expect(section?.facts?.length).toBeGreaterThan(0)
    expect(tones).toContainEqual(['Constraints', 'accent'])
    expect(tones).toContainEqual(['Risk', 'warning'])
    expect(tones).toContainEqual(['Intent', undefined])
  })

  it('leave out what only quotes a comment that stands in the code', () => {
    const regions = [unit('a', { comment: 'stands' }), unit('b', { comment: 'changed' }), unit('c')]
    expect(shownRegions(regions, false)).toEqual(regions.slice(1))
    expect(shownRegions(regions, true)).toEqual(regions)
    expect(regionSections(regions, false)).toHaveLength(2)
    expect(regionSections(regions, true)).toHaveLength(3)
  })

  it('name another place of which the same is said in a line', () => {
    const same = { intent: 'Keeps the pool in order.' }
    const more: Partial<ReadRegion> = {
      ...same,
      file: 'b.ts',
      tags: ['net'],
      ast_anchor: { type: 'function', name: 'other', signature: 'other(x)' },
      freshness: 'drifted',
      confidence_factors: { anchor_match: 'signature_changed' },
    }
    const regions = [unit('take', same), unit('drop', same), unit('other', more)]
    const sections = regionSections(regions, false).map(finishSection)
    expect(sections).toHaveLength(1)
    const block = sections[0]?.blocks.at(-1)
    expect(block).toMatchObject({ label: 'Same intent' })
    const entries = block !== undefined && 'entries' in block ? block.entries : []
    expect(entries).toHaveLength(2)
    expect(entries[0]).toContain('drop')
    expect(entries[0]).not.toContain('a.ts')
    expect(entries[1]).toContain('b.ts')
    expect(entries[1]).toContain('net')
    expect(entries[1]).toMatch(/ \| recorded signature .*other\(x\)/)
    expect(entries.join()).not.toMatch(/\| *(?:\||$)/)
    expect(regionSections(regions, true)).toHaveLength(3)
    expect(regionSections([unit('take', same), unit('drop', { ...same, commit: 'b'.repeat(40) })], false)).toHaveLength(
      2,
    )
  })

  it('do not repeat the tags and the evidence that were said', () => {
    const fields: Partial<ReadRegion> = {
      intent: 'Keeps the pool in order.',
      tags: ['net'],
      evidence: [{ kind: 'commit_message' }],
    }
    const [section] = regionSections([unit('take', fields), unit('drop', fields)], false).map(finishSection)
    const block = section?.blocks.at(-1)
    const [entry = ''] = block !== undefined && 'entries' in block ? block.entries : []
    expect(entry).toContain('drop')
    expect(entry).not.toContain('net')
    expect(entry).not.toContain('commit message')
  })
})

describe('what a text answer leaves out', () => {
  const options = { remedies: 'argument' } as const
  const leftOut = (stats: object, regions: readonly ReadRegion[] = [], more: object = {}): unknown =>
    leftOutBlock(regions, stats, asked, { ...options, ...more })

  it('is told with the question that shows it', () => {
    expect(leftOut({})).toEqual({ label: 'Left out', entries: [] })
    expect(leftOut({ gone_regions: 1, quoted_regions: 1 })).toEqual({
      label: 'Left out',
      entries: [
        '1 region about code that is gone: `chronicle_history about the same place`',
        '1 region that only quotes a comment standing in the code: `verbose: true`',
      ],
    })
    expect(leftOut({ gone_regions: 2, gone_units: ['A::x', 'B::x'] })).toMatchObject({
      entries: [
        '2 regions about code that is gone: `chronicle_history about the same file with anchor: "A::x"`',
        'more of it: `chronicle_history about the same file with anchor: "B::x"`',
      ],
    })
    expect(leftOut({ gone_regions: 2, quoted_regions: 3 })).toEqual({
      label: 'Left out',
      entries: [
        '2 regions about code that is gone: `chronicle_history about the same place`',
        '3 regions that only quote comments standing in the code: `verbose: true`',
      ],
    })
  })

  it('is what is hidden here, and nothing where everything is shown', () => {
    const hidden = [unit('a', { comment: 'stands' }), unit('b', { comment: 'stands' }), unit('c')]
    expect(leftOut({}, hidden)).toMatchObject({ entries: [expect.stringMatching(/^2 regions that only quote/)] })
    expect(leftOut({ quoted_regions: 5 }, hidden)).toMatchObject({ entries: [expect.stringMatching(/^5 regions/)] })
    expect(leftOut({ quoted_regions: 5 }, hidden, { verbose: true })).toMatchObject({ entries: [] })
  })
})

describe('tests that hold the code', () => {
  const test = (title: string, anchor?: string) => ({
    ...{ title, file: 'a.test.ts', line: 3, commit: 'c' },
    ...(anchor === undefined ? {} : { anchor }),
  })
  const lines = (...tests: readonly ReturnType<typeof test>[]): unknown =>
    heldByTestsSections(tests).flatMap(({ blocks }) =>
      blocks.flatMap((block) => ('items' in block ? block.items.map(({ text }) => text) : [])),
    )

  it('are a line each, with the unit where there are several', () => {
    expect(heldByTestsSections([])).toEqual([])
    expect(heldByTestsSections([test('drains')])[0]?.heading).toBe('Held by tests')
    expect(lines(test('drains', 'take'), test('resumes', 'take'))).toEqual([
      'drains (a.test.ts:3)',
      'resumes (a.test.ts:3)',
    ])
    expect(lines(test('drains', 'take'), test('resumes', 'drop'), test('ends'))).toEqual([
      'take: drains (a.test.ts:3)',
      'drop: resumes (a.test.ts:3)',
      'ends (a.test.ts:3)',
    ])
  })
})

describe('places', () => {
  const range: LineRange = { start: 4, end: 9 }
  const query = { file: 'src/a.rs', at: 'v1.2', commit: 'a1b2c3d'.padEnd(40, '0') }

  it('are named in one line', () => {
    expect(placeText('src/a.rs', 'connect', range)).toBe('src/a.rs — connect (lines 4-9)')
    expect(placeText('src/a.rs', undefined)).toBe('src/a.rs')
    expect(placeText('', 'connect')).toBe('connect')
    expect(placeText('', undefined)).toBe('the whole commit')
    expect(describePlace({ ...query, anchor: 'connect' })).toBe('src/a.rs — connect at v1.2 (a1b2c3d)')
    const group = { description: 'Pool and limit', regions: ['a.rs:Pool', 'b.toml'], commit: 'a'.repeat(40) }
    expect(crossCuttingText(group)).toBe('Pool and limit: a.rs:Pool, b.toml (aaaaaaa)')
    expect(crossCuttingText({ ...group, nature: 'must match' })).toBe(
      'Pool and limit [must match]: a.rs:Pool, b.toml (aaaaaaa)',
    )
  })

  it('of which a name has several are said to be, five at most', () => {
    const resolved = Array.from({ length: 6 }, (_, i) => ({
      file: 'a.rs',
      anchor: `A${i}::connect`,
      type: 'function',
      lines: range,
    }))
    const ambiguous = (more: object): string => describeAmbiguity({ query: { ...query, anchor: 'connect' }, ...more })
    expect(ambiguous({ resolved })).toBe('')
    expect(ambiguous({ ambiguous_anchor: true })).toBe('connect names several units, all count')
    const text = ambiguous({ ambiguous_anchor: true, resolved })
    expect(text).toMatch(/^connect names several units, all count: .*A0::connect.*; .*A4::connect/)
    expect(text).not.toContain('A5')
    expect(text).toMatch(/; 1 more$/)
    const overloads = [3, 6, 9].map((start) => ({ ...resolved[0]!, lines: { start, end: start + 1 } }))
    expect(ambiguous({ ambiguous_anchor: true, resolved: overloads })).toBe(
      'connect names several units, all count: a.rs — A0::connect (lines 3-4, 6-7, 9-10)',
    )
    expect(describeAmbiguity({ query, ambiguous_anchor: true })).toBe('the anchor names several units, all count')
  })
})
