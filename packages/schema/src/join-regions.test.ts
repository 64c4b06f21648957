import { describe, expect, it } from 'vitest'
import type { Region, StoredRecording } from './annotation.ts'
import { compareRegions, firstRecording, joinConcerns, joinRegions, sortedUnique } from './join-regions.ts'
import { mergeUnknownKeys } from './merge-unknown-keys.ts'
import { completeRegion } from './read-note/complete-region.ts'

const bare = completeRegion({ intent: 'i' })

const by = (name: string, at: string): StoredRecording => ({ by: name, at })
const monday = by('Ada', '2025-06-09T00:00:00Z')
const tuesday = by('Bob', '2025-06-10T00:00:00Z')

describe('of several recordings of a region', () => {
  it.each<
    [string, readonly (readonly ['enhanced' | 'inferred', StoredRecording | undefined])[], StoredRecording | undefined]
  >([
    [
      'the first in time counts',
      [
        ['enhanced', tuesday],
        ['enhanced', monday],
      ],
      monday,
    ],
    [
      'whichever comes first',
      [
        ['enhanced', monday],
        ['enhanced', tuesday],
      ],
      monday,
    ],
    [
      'testimony counts before what was inferred earlier',
      [
        ['inferred', monday],
        ['enhanced', tuesday],
      ],
      tuesday,
    ],
    [
      'what was inferred counts where there is nothing else',
      [
        ['inferred', tuesday],
        ['inferred', monday],
      ],
      monday,
    ],
    [
      'one that is not known counts first',
      [
        ['enhanced', monday],
        ['enhanced', undefined],
      ],
      undefined,
    ],
    [
      'and before others',
      [
        ['enhanced', undefined],
        ['enhanced', monday],
      ],
      undefined,
    ],
    [
      'a time that is none counts as the earliest',
      [
        ['enhanced', monday],
        ['enhanced', by('Cid', 'x')],
      ],
      by('Cid', 'x'),
    ],
    [
      'of equal times the lesser text',
      [
        ['enhanced', by('Z', monday.at)],
        ['enhanced', monday],
      ],
      monday,
    ],
    [
      'of equal times the lesser text, whichever comes first',
      [
        ['enhanced', monday],
        ['enhanced', by('Z', monday.at)],
      ],
      monday,
    ],
    [
      'the same instant in another zone is the same',
      [
        ['enhanced', by('Z', '2025-06-09T02:00:00+02:00')],
        ['enhanced', monday],
      ],
      monday,
    ],
  ])('%s', (_name, group, expected) => {
    expect(firstRecording(group.map(([level, recorded]) => ({ level, recorded })))).toEqual(expected)
  })
})

describe('regions joined', () => {
  it('have what each of them has', () => {
    const place = { file: 'a.ts', ast_anchor: { type: 'fn', name: 'f' }, lines: { start: 1, end: 2 } } as const
    const one: Region = {
      ...bare,
      ...place,
      reasoning: 'r',
      risk_notes: 'n',
      constraints: [{ text: 'c', source: 'author' }],
      semantic_dependencies: [{ file: 'd', anchor: '', nature: '' }],
      related_annotations: [{ commit: 'e', anchor: '', relationship: '' }],
      tags: ['t'],
      rejected_alternatives: [{ approach: 'a', reason: '' }],
      evidence: [{ kind: 'diff_hunk' }],
      corrections: [{ a: 1 }],
      held_by_tests: [{ title: 't', file: 'f' }],
      unknown_keys: { k: 1 },
    }
    expect(joinRegions([{ ...bare, ...place }, one])).toStrictEqual(one)
    expect(joinRegions([one, { ...bare, ...place }])).toStrictEqual(one)
  })

  it('have no field that none of them has', () => {
    expect(joinRegions([bare, bare])).toStrictEqual(bare)
    expect(joinRegions([{ ...bare, held_by_tests: [] }])).toStrictEqual(bare)
  })
})

it('concerns joined have the tags, kinds and keys of each, and each place once', () => {
  const concern = { description: 'd', regions: ['b', 'a', 'b'], tags: ['z'] }
  const other = { description: 'd', regions: ['a', 'b'], tags: ['y', 'z'], nature: 'n', unknown_keys: { k: 1 } }
  expect(joinConcerns([concern, other])).toStrictEqual({
    description: 'd',
    regions: ['a', 'b'],
    nature: 'n',
    tags: ['y', 'z'],
    unknown_keys: { k: 1 },
  })
  expect(joinConcerns([concern])).toStrictEqual({ description: 'd', regions: ['a', 'b'], tags: ['z'] })
})

it('regions are ordered by file, then by their first line, then by their last', () => {
  const at = (file?: string, start?: number, end?: number): Region => ({
    ...bare,
    ...(file === undefined ? {} : { file }),
    ...(start === undefined || end === undefined ? {} : { lines: { start, end } }),
  })
  const ordered = [at(), at(undefined, 1, 1), at('a'), at('a', 1, 2), at('a', 1, 3), at('a', 2, 2), at('b')]
  expect([...ordered].reverse().sort(compareRegions)).toEqual(ordered)
  expect(compareRegions(at('a', 1, 2), at('a', 1, 2))).toBe(0)
})

it.each<[readonly unknown[], readonly unknown[]]>([
  [[], []],
  [['b'], ['b']],
  [
    ['b', 'a', 'b'],
    ['a', 'b'],
  ],
  [
    [
      { b: 1, a: 2 },
      { a: 2, b: 1 },
    ],
    [{ a: 2, b: 1 }],
  ],
  [
    [{ a: 2 }, { a: 1 }],
    [{ a: 1 }, { a: 2 }],
  ],
])('the union of %j is %j', (entries, expected) => {
  expect(sortedUnique(entries)).toEqual(expected)
})

describe('unknown keys merged', () => {
  it.each<[string, readonly (Readonly<Record<string, unknown>> | undefined)[], unknown]>([
    ['of nothing are none', [], undefined],
    ['of none are none', [undefined, {}], undefined],
    ['that are undefined are none', [{ a: undefined }], undefined],
    ['are all of them', [{ b: 1 }, undefined, { a: 2 }], { a: 2, b: 1 }],
    ['are once what they are alike', [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }], { a: { y: 2, x: 1 } }],
    ['keep different values, in order', [{ a: 'z' }, { a: 'y' }], { a: { merged_values: ['y', 'z'] } }],
    [
      'keep more of them',
      [{ a: { merged_values: ['x', 'z'] } }, { a: 'y' }],
      { a: { merged_values: ['x', 'y', 'z'] } },
    ],
    ['keep them once', [{ a: { merged_values: ['x', 'z'] } }, { a: 'z' }], { a: { merged_values: ['x', 'z'] } }],
    ['take one value out of its list', [{ a: { merged_values: ['x'] } }], { a: 'x' }],
    [
      'take lists out of lists',
      [{ a: { merged_values: [{ merged_values: ['y'] }, 'x'] } }],
      { a: { merged_values: ['x', 'y'] } },
    ],
    ['leave an empty list as it is', [{ a: { merged_values: [] } }], { a: { merged_values: [] } }],
    [
      'leave what has more keys as it is',
      [{ a: { merged_values: ['x'], b: 1 } }],
      { a: { merged_values: ['x'], b: 1 } },
    ],
    [
      'keep an empty list beside others',
      [{ a: { merged_values: [] } }, { a: 'x' }],
      { a: { merged_values: ['x', { merged_values: [] }] } },
    ],
    ['leave what only looks like one', [{ a: { merged_values: 'x' } }], { a: { merged_values: 'x' } }],
  ])('%s', (_name, keys, expected) => {
    expect(mergeUnknownKeys(keys)).toEqual(expected)
  })

  it('come in code unit order, and never have a prototype', () => {
    const keys = JSON.parse('{"z":1,"__proto__":{"p":1},"B":1,"a":1}') as Readonly<Record<string, unknown>>
    const merged = mergeUnknownKeys([keys])
    expect(Object.keys(merged ?? {})).toEqual(['B', 'a', 'z'])
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
  })
})
