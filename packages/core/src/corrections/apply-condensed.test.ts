import { completeRegion, type Annotation, type CommitId, type Correction, type Region } from '@chronicle/schema'
import { annotationArbitrary, correctionArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { condensableTexts, type CondensableTexts } from '../condense/condensable-texts.ts'
import { condensingCorrections } from '../condense/condensing-corrections.ts'
import { correctAnnotation } from './correct-annotation.ts'

const commit = 'c'.repeat(40) as CommitId
const signed = { author: 'test/model for Ada <ada@example.com>', timestamp: '2025-07-01T00:00:00Z' }
const person = { author: 'Ada <ada@example.com>', reason: 'wrong' }
const BOTH = 'What both say.'

const region = (intent: string, reasoning?: string, more: Partial<Region> = {}): Region =>
  completeRegion({
    file: 'a.ts',
    ast_anchor: { type: 'function', name: 'f' },
    intent,
    reasoning,
    constraints: [{ text: `Rule of ${intent}`, source: 'author' }],
    ...more,
  })
const squash = (...regions: readonly Region[]): Annotation => ({
  commit,
  timestamp: '2025-06-01T00:00:00Z',
  summary: 'Share connections',
  context_level: 'enhanced',
  regions,
  cross_cutting: [{ description: 'Timeouts', regions: ['a.ts'], tags: [] }],
  provenance: { operation: 'squash', derived_from: ['a', 'b', 'c'], original_annotations_preserved: true },
  read_from: [],
})
const groupsOf = (annotation: Annotation, corrections: readonly Correction[] = []): readonly CondensableTexts[] =>
  condensableTexts({ commit, annotation, corrected: correctAnnotation(annotation, corrections), corrections })
const condense = (
  annotation: Annotation,
  text = BOTH,
  { timestamp = signed.timestamp, given = [] }: { timestamp?: string; given?: readonly Correction[] } = {},
): readonly Correction[] =>
  groupsOf(annotation, given).flatMap((from) =>
    condensingCorrections({ from, text }, 'test/model').map(({ correction }) => {
      return { ...correction, ...signed, timestamp }
    }),
  )
const reasonings = (annotation: Annotation, corrections: readonly Correction[]): readonly (string | undefined)[] =>
  correctAnnotation(annotation, corrections).regions.map((each) => each.region.reasoning)

const two = squash(region('one', 'First.'), region('two', 'Second.'))

describe('which texts may become one', () => {
  const texts = (...regions: readonly Region[]): readonly (readonly string[])[] =>
    groupsOf(squash(...regions)).map((group) => group.texts)

  test('the passages of one region, and the regions about one place', () => {
    expect(texts(region('one', 'A.\n\n----\n\nB.'))).toEqual([['A.', 'B.']])
    expect(texts(region('one', 'A.'), region('two', 'B.'), region('none'))).toEqual([['A.', 'B.']])
    expect(texts(region('one', 'A.\n\n----\n\nB.'), region('two', 'B.'))).toEqual([['A.', 'B.']])
  })

  test('never those of two places, people or kinds of knowledge, nor what was retracted', () => {
    const other = (more: Partial<Region>) => texts(region('one', 'A.'), region('two', 'B.', more))
    expect(other({ file: 'b.ts' })).toEqual([])
    expect(other({ lines: { start: 1, end: 2 } })).toEqual([])
    expect(other({ ast_anchor: { type: 'function', name: 'g' } })).toEqual([])
    expect(other({ context_level: 'inferred' })).toEqual([])
    expect(other({ recorded: { by: 'Grace', at: '2025-06-01T00:00:00Z' } })).toEqual([])
    expect(texts(region('one', 'A.'), region('two', 'A.'))).toEqual([])
    const retract: Correction = { correction_type: 'retract', file: 'a.ts', intent: 'two', ...person, timestamp: '' }
    expect(groupsOf(two, [retract])).toEqual([])
  })

  test('only where commits were squashed', () => {
    const { provenance, ...rest } = two
    expect(groupsOf({ ...rest, provenance: { ...provenance, operation: 'amend' } })).toEqual([])
  })
})

describe('a condensed text', () => {
  test('takes the place of all texts it was made of, costs no confidence, and says who wrote it', () => {
    const { annotation, regions } = correctAnnotation(two, condense(two))
    expect(regions.map((each) => [each.region.reasoning, each.recordedReasoning, each.factor])).toEqual([
      [BOTH, 'First.', 1],
      [undefined, 'Second.', 1],
    ])
    const shown = {
      file: 'a.ts',
      anchor: 'f',
      correction_type: 'amend',
      field: 'reasoning',
      condensed: { with: 'test/model', texts: 2, commits: 3, set: expect.any(String) as string, parts: 2 },
      reason: 'Condensed by a language model from 2 recorded texts, which stay in the note.',
      ...signed,
      effect: 'applied',
    }
    expect(regions.map((each) => each.region.corrections)).toEqual([[shown], [shown]])
    expect(annotation.cross_cutting).toEqual(two.cross_cutting)
    expect(annotation.regions.map((each) => each.constraints)).toEqual(two.regions.map((each) => each.constraints))
  })

  test.each<[string, (all: readonly Correction[]) => readonly Correction[], Annotation]>([
    ['a part of the set is missing', (all) => all.slice(1), two],
    ['the other part is missing', (all) => all.slice(0, 1), two],
    ['a text has changed', (all) => all, squash(region('one', 'First.'), region('two', 'Second, really.'))],
    ['a text has company', (all) => all, squash(region('one', 'First.'), region('two', 'And.\n\n----\n\nSecond.'))],
    ['a region is gone', (all) => all, squash(region('one', 'First.'))],
    ['it speaks of something else', (all) => all.map((each) => ({ ...each, field: 'risk_notes' })), two],
    [
      'two texts claim to be it',
      (all) => all.map((each) => ({ ...each, correction_type: 'amend', replacement: 'x' })),
      two,
    ],
    ['it only takes away', (all) => all.map((each) => ({ ...each, correction_type: 'remove' })), two],
    [
      'a region was retracted',
      (all) => [
        ...all,
        { correction_type: 'retract', file: 'a.ts', intent: 'two', ...person, timestamp: '2026-01-01T00:00:00Z' },
      ],
      two,
    ],
  ])('is not shown when %s: the recorded words are, without a remark', (_name, change, annotation) => {
    const all = change(condense(two))
    const { regions } = correctAnnotation(annotation, all)
    expect(regions.map((each) => each.region.reasoning)).toEqual(annotation.regions.map((each) => each.reasoning))
    const remarks = regions.flatMap((each) => each.region.corrections).filter((each) => each['condensed'] !== undefined)
    expect([remarks, regions.map((each) => each.recordedReasoning)]).toEqual([[], regions.map(() => undefined)])
  })

  test('of an earlier time wins, and of two clones each stays a whole', () => {
    const early = condense(two, 'Early.')
    const late = condense(two, 'Late.', { timestamp: '2025-08-01T00:00:00Z' })
    expect(reasonings(two, [...late, ...early])).toEqual(['Early.', undefined])
    const same = condense(two, 'Early.', { timestamp: '2025-08-01T00:00:00Z' })
    expect(reasonings(two, [...same, ...early])).toEqual(['Early.', undefined])
  })

  test('can be condensed again with what came after it', () => {
    const more = squash(...two.regions, region('three', 'Third.'))
    const first = condense(two)
    expect(reasonings(more, first)).toEqual([BOTH, undefined, 'Third.'])
    const second = condense(more, 'All three.', { timestamp: '2025-08-01T00:00:00Z', given: first })
    const { regions } = correctAnnotation(more, [...second, ...first])
    expect(regions.map((each) => each.region.reasoning)).toEqual(['All three.', undefined, undefined])
    expect(regions.map((each) => each.recordedReasoning)).toEqual(['First.', 'Second.', 'Third.'])
    expect(groupsOf(more, [...first, ...second])).toEqual([])
  })

  test('can be corrected by a person, as can the text that it was made of', () => {
    const all = condense(two)
    const edit = (from: string, to: string): Correction => {
      return {
        ...{
          correction_type: 'amend',
          field: 'reasoning',
          file: 'a.ts',
          anchor: 'f',
          target_value: from,
          replacement: to,
        },
        ...person,
        timestamp: '2026-01-01T00:00:00Z',
      }
    }
    expect(reasonings(two, [...all, edit(BOTH, 'Better.')])).toEqual(['Better.', undefined])
    expect(reasonings(two, [...all, edit('Second.', 'Corrected.')])).toEqual(['First.', 'Corrected.'])
  })

  test('of another tool, inside the note, is an ordinary correction', () => {
    const inNote = { ...condense(two)[0] }
    const foreign = squash(region('one', 'First.', { corrections: [inNote] }))
    expect(reasonings(foreign, [])).toEqual([BOTH])
  })
})

test('nothing but reasoning is ever touched, and the order of corrections does not matter', () => {
  const field = fc.constantFrom('reasoning', 'constraints', 'risk_notes', 'intent', 'summary', 'cross_cutting', 'tags')
  const condensation = fc.record({
    with: fc.constant('test/model'),
    texts: fc.constant(2),
    set: fc.constantFrom('a', 'b'),
    parts: fc.integer({ min: 1, max: 2 }),
  })
  const hostile = fc
    .tuple(
      correctionArbitrary().filter(({ correction_type: type }) => type === 'amend' || type === 'remove'),
      field,
      condensation,
    )
    .map(([each, name, condensed]): Correction => ({ ...each, field: name, condensed }))
  fc.assert(
    fc.property(
      annotationArbitrary(),
      fc.array(correctionArbitrary(), { maxLength: 3 }),
      fc.array(hostile, { maxLength: 3 }),
      fc.func(fc.integer({ min: 0, max: 4 })),
      (arbitrary, ordinary, odd, drops) => {
        const annotation = { ...arbitrary, provenance: { ...arbitrary.provenance, operation: 'squash' as const } }
        const sets = condense(annotation, BOTH, { given: ordinary }).filter((each) => drops(each.intent) !== 0)
        const plain = correctAnnotation(annotation, ordinary)
        const withSets = correctAnnotation(annotation, [...sets, ...ordinary, ...odd])
        const claims = ({ corrections: _, reasoning: __, ...rest }: Region): unknown => rest
        expect(withSets.regions.map((each) => claims(each.region))).toEqual(
          plain.regions.map((each) => claims(each.region)),
        )
        expect(withSets.annotation.cross_cutting).toEqual(plain.annotation.cross_cutting)
        expect(withSets.regions.map((each) => [each.retracted, each.factor])).toEqual(
          plain.regions.map((each) => [each.retracted, each.factor]),
        )
        const reversed = correctAnnotation(annotation, [...odd, ...ordinary, ...sets].reverse())
        expect(reversed.regions).toEqual(withSets.regions)
      },
    ),
    { numRuns: 500 },
  )
})
