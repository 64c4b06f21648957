import { describe, expect, it } from 'vitest'
import type { Annotation, Region } from './annotation.ts'
import { contentId } from './content-id.ts'
import type { CommitId } from './ids.ts'
import { canonicalAnnotation, mergeAll, mergeAnnotations } from './merge-annotations.ts'
import { completeRegion } from './read-note/complete-region.ts'
import { joinTexts } from './text-set.ts'

function region(fields: Partial<Region>): Region {
  return completeRegion({ intent: 'Opens the session.', ...fields })
}

function annotation(fields: Partial<Annotation>): Annotation {
  return {
    commit: 'a'.repeat(40) as CommitId,
    timestamp: '2025-06-10T14:30:00Z',
    summary: 'S',
    context_level: 'enhanced',
    regions: [],
    cross_cutting: [],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    read_from: ['chronicle/v1'],
    ...fields,
  }
}

const here = { file: 'a.ts', ast_anchor: { type: 'function', name: 'open' }, lines: { start: 1, end: 9 } } as const

describe('regions', () => {
  it('about the same place with the same intent become one', () => {
    const mine = region({
      ...here,
      reasoning: 'It is slow.',
      constraints: [{ text: 'Lock first.', source: 'author' }],
      tags: ['tls', 'io'],
      unknown_keys: { x: 1, y: 1 },
    })
    const theirs = region({
      ...here,
      reasoning: 'Because of NAT.',
      risk_notes: 'Leaks.',
      constraints: [
        { text: 'Lock first.', source: 'inferred' },
        { text: 'Lock first.', source: 'author' },
      ],
      tags: ['io'],
      unknown_keys: { x: 2, z: 1 },
    })
    const merged = mergeAnnotations(annotation({ regions: [mine] }), annotation({ regions: [theirs] }))
    expect(merged.regions).toEqual([
      region({
        ...here,
        reasoning: 'Because of NAT.\n\n----\n\nIt is slow.',
        risk_notes: 'Leaks.',
        constraints: [
          { text: 'Lock first.', source: 'author' },
          { text: 'Lock first.', source: 'inferred' },
        ],
        tags: ['io', 'tls'],
        unknown_keys: { x: { merged_values: [1, 2] }, y: 1, z: 1 },
      }),
    ])
  })

  it.each<[string, Partial<Region>]>([
    ['file', { file: 'b.ts' }],
    ['lines', { lines: { start: 1, end: 10 } }],
    ['anchor', { ast_anchor: { type: 'function', name: 'close' } }],
    ['signature', { ast_anchor: { ...here.ast_anchor, signature: 'fn open()' } }],
    ['intent', { intent: 'Opens the session' }],
  ])('that differ in %s both stay', (_name, difference) => {
    const regions = [region(here), region({ ...here, ...difference })] as const
    expect(contentId(regions[0])).not.toBe(contentId(regions[1]))
    const merged = mergeAnnotations(annotation({ regions: [regions[0]] }), annotation({ regions: [regions[1]] }))
    expect(merged.regions).toHaveLength(2)
  })

  it('come in the order of files and lines, what is about more first', () => {
    const places: Partial<Region>[] = [
      { file: 'b.ts' },
      { file: 'a.ts', lines: { start: 10, end: 12 } },
      { file: 'a.ts', lines: { start: 9, end: 20 } },
      {},
      { file: 'a.ts' },
    ]
    const { regions } = canonicalAnnotation(annotation({ regions: places.map(region) }))
    expect(regions.map(({ file, lines }) => [file, lines?.start])).toEqual([
      [undefined, undefined],
      ['a.ts', undefined],
      ['a.ts', 9],
      ['a.ts', 10],
      ['b.ts', undefined],
    ])
  })
})

describe('the rest', () => {
  it('keeps testimony and reconstruction apart', () => {
    const stated = annotation({ regions: [region({ file: 'a.ts' }), region({ file: 'both.ts' })] })
    const inferred = annotation({
      context_level: 'inferred',
      regions: [region({ file: 'b.ts' }), region({ file: 'both.ts' })],
    })
    const merged = mergeAnnotations(inferred, stated)
    expect(merged.context_level).toBe('enhanced')
    expect(merged.regions.map(({ file, context_level }) => [file, context_level])).toEqual([
      ['a.ts', undefined],
      ['b.ts', 'inferred'],
      ['both.ts', undefined],
    ])
  })

  it('takes the later time, both summaries, and the provenance that is trusted least', () => {
    const a = annotation({
      timestamp: '2025-06-10T16:00:00+02:00',
      summary: 'Fix leak.',
      task: 'T-1',
      provenance: { operation: 'squash', derived_from: ['c', 'b'], original_annotations_preserved: true },
    })
    const b = annotation({
      timestamp: '2025-06-10T14:00:01Z',
      summary: 'Add pool.',
      provenance: {
        operation: 'amend',
        derived_from: ['b'],
        original_annotations_preserved: false,
        synthesis_notes: 'n',
      },
      read_from: ['chronicle/v3'],
    })
    expect(mergeAnnotations(a, b)).toEqual(
      annotation({
        timestamp: '2025-06-10T14:00:01Z',
        summary: 'Add pool.\n\n----\n\nFix leak.',
        task: 'T-1',
        provenance: {
          operation: 'squash',
          derived_from: ['b', 'c'],
          original_annotations_preserved: true,
          synthesis_notes: 'n',
        },
        read_from: ['chronicle/v1', 'chronicle/v3'],
      }),
    )
  })

  it('joins concerns about the same places, in whatever order they are named', () => {
    const concern = { description: 'Together.', tags: [] }
    const merged = mergeAnnotations(
      annotation({ cross_cutting: [{ ...concern, regions: ['a', 'b'], tags: ['x'] }] }),
      annotation({
        cross_cutting: [
          { ...concern, regions: ['b', 'a', 'a'], nature: 'n' },
          { ...concern, regions: ['c'] },
        ],
      }),
    )
    expect(merged.cross_cutting).toEqual([
      { description: 'Together.', regions: ['a', 'b'], nature: 'n', tags: ['x'] },
      { description: 'Together.', regions: ['c'], tags: [] },
    ])
  })

  it('orders concerns by what they say', () => {
    const concern = (description: string) => ({ description, regions: ['a'], tags: [] })
    const merged = mergeAnnotations(
      annotation({ cross_cutting: [concern('c'), concern('a')] }),
      annotation({ cross_cutting: [concern('b')] }),
    )
    expect(merged.cross_cutting.map(({ description }) => description)).toEqual(['a', 'b', 'c'])
  })

  it('takes the greater text of one instant, and any time before none', () => {
    const merged = (a: string, b: string): string =>
      mergeAnnotations(annotation({ timestamp: a }), annotation({ timestamp: b })).timestamp
    const [here, there] = ['2025-06-10T14:30:00Z', '2025-06-10T16:30:00+02:00']
    expect([merged(here, there), merged(there, here)]).toEqual([there, there])
    expect([merged('', here), merged(here, '')]).toEqual([here, here])
  })

  it('keeps a recording that all have in the provenance, and else with each region', () => {
    const ada = { by: 'Ada', at: '2025-06-10T14:30:00Z' }
    const bob = { by: 'Bob', at: '2025-06-11T14:30:00Z' }
    const by = (recorded: typeof ada | undefined, file: string): Annotation =>
      annotation({
        regions: [region({ file })],
        provenance: {
          operation: 'initial',
          derived_from: [],
          original_annotations_preserved: false,
          ...(recorded === undefined ? {} : { recorded }),
        },
      })
    const recordings = (...all: readonly [Annotation, ...Annotation[]]): unknown => {
      const { provenance, regions } = mergeAll(all)
      return [provenance.recorded, regions.map((each) => each.recorded)]
    }
    expect(recordings(by(ada, 'a'), by(ada, 'b'))).toEqual([ada, [undefined, undefined]])
    expect(recordings(by(ada, 'a'), by(bob, 'b'))).toEqual([undefined, [ada, bob]])
    expect(recordings(by(ada, 'a'), by(undefined, 'b'))).toEqual([undefined, [ada, undefined]])
    expect(recordings(by(ada, 'a'), by(ada, 'b'), by(bob, 'c'))).toEqual([undefined, [ada, ada, bob]])
    expect(mergeAll([by(ada, 'a'), by(bob, 'b')]).provenance).not.toHaveProperty('recorded')
    expect(mergeAll([by(undefined, 'a')]).regions[0]).not.toHaveProperty('recorded')
  })

  it('merges many regions, and many annotations, in one pass', () => {
    const many = (offset: number): Annotation =>
      annotation({ regions: Array.from({ length: 10_000 }, (_, index) => region({ file: `f${index + offset}.ts` })) })
    expect(mergeAnnotations(many(0), many(5000)).regions).toHaveLength(15_000)
    const small = Array.from({ length: 5000 }, (_, index) => annotation({ regions: [region({ file: `f${index}` })] }))
    expect(mergeAll([annotation({}), ...small]).regions).toHaveLength(5000)
  })
})

describe('joinTexts', () => {
  it.each<[readonly (string | undefined)[], string | undefined]>([
    [[], undefined],
    [['', undefined, '\n'], undefined],
    [['one'], 'one'],
    [['b', 'a', 'b'], 'a\n\n----\n\nb'],
    [['a\n\n----\n\nc', 'b'], 'a\n\n----\n\nb\n\n----\n\nc'],
    [['x\n\n----', 'y'], 'x\n\n----\n\ny'],
    [['list:\n- a ---- b\n-----'], 'list:\n- a ---- b\n-----'],
  ])('%j', (texts, joined) => {
    expect(joinTexts(texts)).toBe(joined)
  })
})
