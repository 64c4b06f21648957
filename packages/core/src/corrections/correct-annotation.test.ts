import type { Annotation, CommitId, Correction, CorrectionPlace, Region } from '@chronicle/schema'
import { annotationArbitrary, correctionArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correctAnnotation } from './correct-annotation.ts'
import { CORRECTION_FACTORS } from './correction-factors.ts'
import { annotationValues, REGION_FIELDS, regionValues } from './region-values.ts'

const base: Region = {
  file: 'a.ts',
  ast_anchor: { type: 'function', name: 'Pool::acquire' },
  intent: 'Hands out connections',
  reasoning: 'Four are enough.',
  constraints: [
    { text: 'at most four', source: 'author' },
    { text: 'never blocks', source: 'author' },
  ],
  semantic_dependencies: [{ file: 'b.ts', anchor: 'connect', nature: 'is quick' }],
  related_annotations: [{ commit: 'abc1234', anchor: 'x', relationship: 'follows' }],
  tags: ['pool', 'net'],
  risk_notes: 'May starve.',
  rejected_alternatives: [{ approach: 'a queue', reason: 'slow' }],
  evidence: [{ kind: 'commit_message', quote: 'because' }],
  corrections: [],
}
const annotationOf = (...regions: readonly Region[]): Annotation => ({
  commit: 'c'.repeat(40) as CommitId,
  timestamp: '2025-06-01T00:00:00Z',
  summary: 'Share connections',
  context_level: 'enhanced',
  regions,
  cross_cutting: [{ description: 'Timeouts', regions: ['a.ts'], tags: [] }],
  provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  read_from: [],
})
const attribution = { reason: 'wrong', author: 'Ada <a@b>', timestamp: '2025-07-01T00:00:00Z' }
const remove = (field: string, target_value: string, more: Partial<Correction> = {}): Correction => ({
  correction_type: 'remove',
  field,
  target_value,
  ...attribution,
  ...more,
})
const amend = (field: string, from: string, to: string, more: Partial<Correction> = {}): Correction => ({
  ...remove(field, from, more),
  correction_type: 'amend',
  replacement: to,
})
const flag = (reason: string, more: Partial<Correction> = {}): Correction => ({
  correction_type: 'flag',
  ...attribution,
  reason,
  ...more,
})
const correct = (corrections: readonly Correction[], ...regions: readonly Region[]) =>
  correctAnnotation(annotationOf(...(regions.length === 0 ? [base] : regions)), corrections)
const effects = (region: Region | undefined) => region?.corrections.map(({ effect }) => effect)

describe('a flag that is taken back', () => {
  const takeBack = remove('corrections', 'Reverted by a.', { reason: 'Back.', timestamp: '2025-07-02T00:00:00Z' })
  const other = flag('Reverted by b.', { timestamp: '2025-07-03T00:00:00Z' })

  test('leaves the region as it was', () => {
    const { regions } = correct([flag('Reverted by a.'), takeBack])
    expect(regions).toEqual([{ region: base, retracted: false, factor: 1 }])
  })

  test('leaves other flags, and one for the same reason that came later', () => {
    const later = flag('Reverted by a.', { timestamp: '2025-07-04T00:00:00Z' })
    for (const standing of [other, later]) {
      const [now] = correct([flag('Reverted by a.'), takeBack, standing]).regions
      expect(now?.factor).toBe(CORRECTION_FACTORS.flag)
      expect(now?.region.corrections.map(({ timestamp }) => timestamp)).toEqual([standing.timestamp])
    }
  })
})

describe('an intent that says a value again', () => {
  const rule = { ...base, intent: 'at most four' }
  const intentAfter = (correction: Correction, region: Region): string | undefined =>
    correct([correction], region).regions[0]?.region.intent

  test('goes with it, or changes with it', () => {
    expect(intentAfter(remove('constraints', 'at most four'), rule)).toBe('')
    expect(intentAfter(amend('constraints', 'at most four', 'at most eight'), rule)).toBe('at most eight')
    expect(intentAfter(remove('constraints', 'never blocks'), rule)).toBe('at most four')
    expect(intentAfter(remove('constraints', 'at most four'), base)).toBe(base.intent)
    expect(intentAfter(remove('tags', 'pool'), rule)).toBe('at most four')
  })

  test('of whatever kind', () => {
    const risk = { ...base, intent: 'May starve.', risk_notes: 'May starve.\nMay leak.' }
    expect(intentAfter(remove('risk_notes', risk.risk_notes), risk)).toBe('')
    const relied = { ...base, intent: 'is quick' }
    expect(intentAfter(remove('semantic_dependencies', 'b.ts:connect'), relied)).toBe('')
    const rejected = { ...base, intent: 'Not done: a queue' }
    expect(intentAfter(remove('rejected_alternatives', 'slow'), rejected)).toBe('')
    expect(intentAfter(amend('rejected_alternatives', 'a queue', 'two queues'), rejected)).toBe('Not done: two queues')
  })

  test('stays while another value says it', () => {
    const twice = { ...rule, risk_notes: 'at most four' }
    expect(intentAfter(remove('constraints', 'at most four'), twice)).toBe('at most four')
  })
})

describe('a new place', () => {
  const head = 'a'.repeat(40) as CommitId
  const reattach = (place: CorrectionPlace, more: Partial<Correction> = {}): Correction => ({
    correction_type: 'reattach',
    file: 'a.ts',
    anchor: 'acquire',
    place,
    at_commit: head,
    ...attribution,
    ...more,
  })
  const anchor = { type: 'function', name: 'take' }

  test('is that of the region, with the commit it is stated at, and costs no confidence', () => {
    const { regions } = correct([reattach({ file: 'b.ts', ast_anchor: anchor, lines: { start: 3, end: 5 } })])
    expect(regions).toMatchObject([
      {
        region: { file: 'b.ts', ast_anchor: anchor, lines: { start: 3, end: 5 }, constraints: base.constraints },
        place: { commit: head, file: 'b.ts', anchor, lines: { start: 3, end: 5 } },
        factor: 1,
      },
    ])
    expect(effects(regions[0]?.region)).toEqual(['applied'])
  })

  test('leaves nothing of the old one, and the last one holds', () => {
    const later = reattach({ file: 'c.ts' }, { timestamp: '2025-08-01T00:00:00Z' })
    const { regions } = correct([later, reattach({ file: 'b.ts', ast_anchor: anchor })])
    expect(regions[0]?.place).toEqual({ commit: head, file: 'c.ts' })
    expect(regions[0]?.region).not.toHaveProperty('ast_anchor')
    expect(effects(regions[0]?.region)).toEqual(['noted', 'applied'])
  })

  test('is of the region alone that it names, which other corrections name as recorded', () => {
    const other = { ...base, ast_anchor: { type: 'function', name: 'Pool::release' } }
    const { regions } = correct(
      [reattach({ file: 'b.ts' }), flag('x', { file: 'a.ts', anchor: 'acquire' })],
      base,
      other,
    )
    expect(regions.map(({ place, factor }) => [place?.file, factor])).toEqual([
      ['b.ts', CORRECTION_FACTORS.flag],
      [undefined, 1],
    ])
  })

  test('is what a reattachment says, and no other correction', () => {
    const { regions } = correct([flag('x', { place: { file: 'b.ts' }, at_commit: head })])
    expect(regions[0]).not.toHaveProperty('place')
    const [withoutPlace] = correct([flag('x', { correction_type: 'reattach', at_commit: head })]).regions
    expect(withoutPlace).not.toHaveProperty('place')
    expect(effects(withoutPlace?.region)).toEqual(['noted'])
  })

  test('without a commit in whose files it is, is none', () => {
    const { regions } = correct([reattach({ file: 'b.ts' }, { at_commit: 'HEAD' })])
    expect(regions[0]).toMatchObject({ region: { file: 'a.ts' } })
    expect(regions[0]).not.toHaveProperty('place')
  })
})

describe('values', () => {
  test.each(REGION_FIELDS.flatMap((field) => regionValues(base, field).map((value) => [field, value] as const)))(
    'of %s: %j can be removed and amended',
    (field, value) => {
      const removed = correct([remove(field, value)]).regions[0]
      expect(removed?.region[field]).not.toEqual(base[field])
      expect(regionValues(removed?.region ?? base, field)).not.toContain(value)
      expect(effects(removed?.region)).toEqual(['applied'])
      const amended = correct([amend(field, value, 'q')]).regions[0]
      expect(regionValues(amended?.region ?? base, field)).toContain('q')
      expect(regionValues(amended?.region ?? base, field)).not.toContain(value)
      expect(amended?.factor).toBe(CORRECTION_FACTORS.edit)
    },
  )

  test('nothing else of the entry or the region changes', () => {
    const { regions } = correct([
      amend('rejected_alternatives', 'a queue', 'a heap'),
      remove('constraints', 'at most four'),
    ])
    expect(regions[0]?.region).toEqual({
      ...base,
      rejected_alternatives: [{ approach: 'a heap', reason: 'slow' }],
      constraints: [{ text: 'never blocks', source: 'author' }],
      corrections: expect.any(Array) as never,
    })
  })

  test('one passage of a joined text', () => {
    const region = { ...base, reasoning: 'one\n\n----\n\ntwo' }
    expect(regionValues(region, 'reasoning')).toEqual(['one', 'two'])
    expect(correct([remove('reasoning', 'one')], region).regions[0]?.region.reasoning).toBe('two')
    expect(correct([remove('reasoning', 'one\n\n----\n\ntwo')], region).regions[0]?.region.reasoning).toBeUndefined()
  })

  test('of a text alone: empty passages and other entries stay as they are', () => {
    const { reasoning: _, ...silent } = base
    expect(correct([remove('reasoning', '')], silent).regions[0]?.region.reasoning).toBeUndefined()
    expect(correct([remove('risk_notes', 'May starve.')]).regions[0]?.region).not.toHaveProperty('risk_notes')
    expect(correct([amend('intent', 'Hands', 'x')]).regions[0]?.region.intent).toBe(base.intent)
    expect(correct([remove('intent', base.intent)]).regions[0]?.region.intent).toBe('')
    const joined = { ...base, reasoning: 'one\n\n----\n\n\n\n----\n\ntwo' }
    expect(regionValues(joined, 'reasoning')).toEqual(['one', 'two'])
    expect(regionValues({ ...base, reasoning: '' }, 'reasoning')).toEqual([])
  })

  test('that are not there are said to be, and change no confidence', () => {
    const [region] = correct([remove('tags', 'gone'), amend('odd', 'x', 'y'), remove('constructor', 'name')]).regions
    expect(effects(region?.region)).toEqual(['value_not_found', 'value_not_found', 'value_not_found'])
    expect(region?.factor).toBe(1)
  })

  test('are corrected in the order of time, whatever the clocks say', () => {
    const first = amend('tags', 'pool', 'pools', { timestamp: '2025-07-03T00:00:00Z' })
    const second = amend('tags', 'pools', 'pooling', { timestamp: '2025-07-02T00:00:00Z' })
    expect(correct([second, first]).regions[0]?.region.tags).toEqual(['pooling', 'net'])
  })

  test('of the annotation itself', () => {
    const { annotation, regions } = correct([
      amend('summary', 'Share connections', 'Share'),
      remove('cross_cutting', 'Timeouts'),
    ])
    expect(annotation).toMatchObject({ summary: 'Share', cross_cutting: [] })
    expect(effects(regions[0]?.region)).toEqual(['applied'])
  })
})

describe('an annotation', () => {
  const groups = (...all: readonly (readonly [string, readonly string[]])[]) =>
    all.map(([description, regions]) => ({ description, regions, tags: [] }))
  const annotation: Annotation = {
    ...annotationOf(base),
    summary: 'one\n\n----\n\ntwo',
    task: 'T-1',
    cross_cutting: groups(['Timeouts', ['a.ts', 'b.ts']], ['Limits', ['c.ts']]),
  }
  const changed = (...corrections: readonly Correction[]): Annotation =>
    correctAnnotation(annotation, corrections).annotation

  test.each<[Correction, Partial<Annotation>]>([
    [remove('task', 'T-1'), { task: undefined as never }],
    [amend('task', 'T-1', 'T-2'), { task: 'T-2' }],
    [remove('summary', 'one'), { summary: 'two' }],
    [remove('summary', 'one\n\n----\n\ntwo'), { summary: '' }],
    [amend('summary', 'two', 'three'), { summary: 'one\n\n----\n\nthree' }],
    [remove('cross_cutting', 'Timeouts'), { cross_cutting: groups(['Limits', ['c.ts']]) }],
    [
      amend('cross_cutting', 'Limits', 'Bounds'),
      { cross_cutting: groups(['Timeouts', ['a.ts', 'b.ts']], ['Bounds', ['c.ts']]) },
    ],
    [remove('cross_cutting', 'a.ts'), { cross_cutting: groups(['Timeouts', ['b.ts']], ['Limits', ['c.ts']]) }],
    [
      amend('cross_cutting', 'c.ts', 'd.ts'),
      { cross_cutting: groups(['Timeouts', ['a.ts', 'b.ts']], ['Limits', ['d.ts']]) },
    ],
    [remove('cross_cutting', 'gone.ts'), {}],
    [remove('task', 'T'), {}],
    [remove('summary', 'on'), {}],
  ])('is changed by %j', (correction, expected) => {
    const { regions: _, ...now } = changed(correction)
    const { regions: __, ...before } = annotation
    expect(now).toEqual({ ...before, ...expected })
    expect(effects(correctAnnotation(annotation, [correction]).regions[0]?.region)).toEqual(
      correction.field === 'cross_cutting' ? [] : [Object.keys(expected).length === 0 ? 'value_not_found' : 'applied'],
    )
  })

  test('has its groups until it is retracted as a whole', () => {
    const retract = (more: Partial<Correction> = {}) => flag('x', { correction_type: 'retract', ...more })
    expect(changed(retract()).cross_cutting).toEqual([])
    expect(changed(retract({ file: 'a.ts' })).cross_cutting).toHaveLength(2)
    expect(changed(retract({ anchor: 'acquire' })).cross_cutting).toHaveLength(2)
    expect(changed(retract({ intent: base.intent })).cross_cutting).toHaveLength(2)
    expect(changed(flag('x')).cross_cutting).toHaveLength(2)
  })

  test('names its values as a correction has to', () => {
    expect(annotationValues(annotation, 'summary')).toEqual(['one', 'two'])
    expect(annotationValues(annotation, 'task')).toEqual(['T-1'])
    expect(annotationValues({ ...annotation, summary: '' }, 'summary')).toEqual([])
    expect(annotationValues(annotation, 'cross_cutting')).toEqual(['Timeouts', 'a.ts', 'b.ts', 'Limits', 'c.ts'])
    expect(annotationValues(annotation, 'tags')).toEqual([])
    const { reasoning: _, ...silent } = base
    expect(regionValues(silent, 'reasoning')).toEqual([])
    expect(regionValues(base, 'odd')).toEqual([])
    expect(regionValues({ ...base, evidence: [{ kind: 'commit_message' }] }, 'evidence')).toEqual([])
  })

  test('a field of it is corrected where a region is named only in that region', () => {
    const { annotation: now, regions } = correctAnnotation(annotation, [remove('task', 'T-1', { file: 'a.ts' })])
    expect(now.task).toBe('T-1')
    expect(effects(regions[0]?.region)).toEqual(['value_not_found'])
  })
})

describe('chains of corrections', () => {
  const chain = (length: number): readonly Correction[] =>
    Array.from({ length }, (_, i) =>
      // The latest comes first in the chain, so that each pass applies only one of them.
      amend('tags', i === 0 ? 'pool' : `tag-${i}`, `tag-${i + 1}`, {
        timestamp: `2025-07-${String(28 - i).padStart(2, '0')}T00:00:00Z`,
      }),
    )

  test('are followed ten passes', () => {
    expect(correct(chain(10)).regions[0]?.region.tags).toEqual(['tag-10', 'net'])
    expect(correct(chain(12)).regions[0]?.region.tags).toEqual(['tag-10', 'net'])
  })

  test('that lead back end', () => {
    const back = [amend('tags', 'pool', 'net2'), amend('tags', 'net2', 'pool', { timestamp: '2025-07-02T00:00:00Z' })]
    expect(correct(back).regions[0]?.region.tags).toEqual(['pool', 'net'])
  })
})

describe('what is meant', () => {
  const other: Region = { ...base, ast_anchor: { type: 'function', name: 'Pool::release' }, tags: ['net'] }
  const elsewhere: Region = { ...base, file: 'b.ts' }
  const { ast_anchor: _, ...wholeFile } = base
  const touched = (more: Partial<Correction>) =>
    correct([flag('r', more)], base, other, elsewhere, { ...wholeFile, intent: 'The file' }).regions.map(
      ({ factor }) => factor !== 1,
    )

  test.each<[Partial<Correction>, readonly boolean[]]>([
    [{}, [true, true, true, true]],
    [{ file: 'a.ts' }, [true, true, false, true]],
    [{ file: 'a.ts', anchor: 'acquire' }, [true, false, false, false]],
    [{ anchor: 'Pool.acquire' }, [true, false, true, false]],
    [{ anchor: 'acquir' }, [false, false, false, false]],
    [{ anchor: 'ol::acquire' }, [false, false, false, false]],
    [{ file: 'A.ts' }, [false, false, false, false]],
    [{ file: 'a.ts', intent: 'The file' }, [false, false, false, true]],
  ])('by %j', (more, expected) => {
    expect(touched(more)).toEqual(expected)
  })

  test('by one of the whole annotation: what was recorded by then, and what was inferred at any time', () => {
    const at = (time: string): Region => ({ ...base, recorded: { at: time } })
    const inferred: Region = { ...at('2025-07-01T00:00:01Z'), context_level: 'inferred' }
    const meant = (timestamp: string): readonly boolean[] =>
      correct(
        [flag('r', { correction_type: 'retract', timestamp })],
        ...[base, at('2025-06-30T23:59:59Z'), at('2025-07-01T00:00:00Z'), at('2025-07-01T00:00:01Z'), inferred],
      ).regions.map(({ retracted }) => retracted)
    expect(meant('2025-07-01T00:00:00Z')).toEqual([true, true, true, false, true])
    expect(meant('')).toEqual([true, true, true, true, true])
  })

  test('a value that one of the regions has is not missed in the others', () => {
    const { regions } = correct([remove('tags', 'pool')], base, other)
    expect(regions.map(({ region, factor }) => [effects(region), factor])).toEqual([
      [['applied'], 0.9],
      [[], 1],
    ])
  })
})

describe('confidence', () => {
  test('falls by the documented factors', () => {
    const factor = (...corrections: readonly Correction[]) => correct(corrections).regions[0]?.factor
    expect(factor()).toBe(1)
    expect(factor(flag('one'))).toBe(0.5)
    expect(factor(flag('one'), flag('one', { author: 'Bob <b@c>' }))).toBe(0.5)
    expect(factor(...['one', 'two', 'three', 'four'].map((reason) => flag(reason)))).toBe(0.125)
    expect(factor(remove('tags', 'pool'), remove('tags', 'net'))).toBe(0.9)
    expect(factor(flag('x', { correction_type: 'supersede' }))).toBe(0.3)
    expect(factor(flag('one'), remove('tags', 'pool'))).toBe(0.45)
    expect(factor(flag('x', { correction_type: 'retract' }))).toBe(0)
  })

  test('falls by the factors that are given', () => {
    const factors = { ...CORRECTION_FACTORS, flag: 0.8, flagsCounted: 1 }
    expect(correctAnnotation(annotationOf(base), [flag('a'), flag('b')], factors).regions[0]?.factor).toBe(0.8)
  })
})

describe('corrections in the note itself', () => {
  const foreign = {
    field: 'constraints',
    correction_type: 'remove',
    target_value: 'never blocks',
    reason: 'it does',
    extra: 1,
  }
  test('count, and are shown as they stand', () => {
    const { regions, annotation } = correct([], { ...base, corrections: [foreign, { odd: true }] })
    expect(regions[0]?.region.constraints).toHaveLength(1)
    expect(regions[0]?.region.corrections).toContainEqual({ ...foreign, effect: 'applied' })
    expect(regions[0]?.region.corrections).toContainEqual({ odd: true })
    expect(annotation.regions[0]).toBe(regions[0]?.region)
  })
})

describe('laws', () => {
  const subject = annotationArbitrary()
  const some = fc.array(correctionArbitrary(), { maxLength: 6 })

  test('the order of corrections, and how often each is there, does not matter', () => {
    fc.assert(
      fc.property(subject, some, fc.nat(), (annotation, corrections, seed) => {
        const shuffled = corrections
          .map((each, index) => [((index + 1) * (seed + 7)) % 11, each] as const)
          .sort(([a], [b]) => a - b)
          .map(([, each]) => each)
        const expected = correctAnnotation(annotation, corrections)
        expect(correctAnnotation(annotation, shuffled)).toEqual(expected)
        expect(correctAnnotation(annotation, [...shuffled, ...corrections])).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('one more never raises a confidence, nor brings back what was retracted', () => {
    fc.assert(
      fc.property(subject, some, correctionArbitrary(), (annotation, corrections, more) => {
        const before = correctAnnotation(annotation, corrections).regions
        const after = correctAnnotation(annotation, [...corrections, more]).regions
        for (const [index, region] of before.entries()) {
          expect(after[index]?.factor).toBeLessThanOrEqual(region.factor)
          if (region.retracted) expect(after[index]?.retracted).toBe(true)
          expect(region.factor).toBeGreaterThanOrEqual(0)
          expect(region.factor).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('without corrections nothing changes; with them, places and order stay', () => {
    fc.assert(
      fc.property(subject, some, (annotation, corrections) => {
        const plain = annotation.regions.every((region) => region.corrections.length === 0)
        if (plain) expect(correctAnnotation(annotation, []).annotation).toBe(annotation)
        const { regions } = correctAnnotation(annotation, corrections)
        for (const [index, { region, place }] of regions.entries()) {
          const { file, ast_anchor, lines } = annotation.regions[index] ?? {}
          const expected = place === undefined ? [file, ast_anchor, lines] : [place.file, place.anchor, place.lines]
          expect([region.file, region.ast_anchor, region.lines]).toEqual(expected)
        }
      }),
    )
  })
})
