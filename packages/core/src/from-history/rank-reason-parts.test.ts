import { omitUndefined, type HistoryReason } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankReasonParts, withoutParts } from './rank-reason-parts.ts'

const SENTENCES = [
  'The lock must be taken first, because the watcher reads the file at once.',
  'However, this fails where the disk is full.',
  'A retry was rejected: callers would wait for ever.',
  'It is also a little shorter.',
  'Tested on a laptop.',
]

const reason: fc.Arbitrary<HistoryReason> = fc
  .record({
    commit: fc.nat({ max: 999 }).map((number) => `${number}`.padStart(40, '0')),
    summary: fc.constantFrom('Lock the file', 'Do not retry, because it never ends', ''),
    about: fc.constantFrom(undefined, 'enclosing_unit' as const, 'file' as const, 'change' as const),
    files: fc.nat({ max: 40 }),
    texts: fc.uniqueArray(fc.constantFrom(...SENTENCES), { maxLength: 4 }),
    goesOn: fc.boolean(),
    replaced: fc.boolean(),
  })
  .map(({ about, commit, files, goesOn, replaced, summary, texts }) => ({
    origin: 'history' as const,
    commit,
    timestamp: '2024-01-01T00:00:00Z',
    ...(summary === '' && texts.length > 0 ? {} : { summary: summary === '' ? 'Lock' : summary }),
    ...omitUndefined({ about }),
    files_changed: files,
    passages: texts.map((text, index) => ({ text, ...(goesOn && index < 2 ? { continues: true as const } : {}) })),
    ...(replaced ? { replaced_by: { commit: 'f'.repeat(40), relation: 'reverts' as const } } : {}),
  }))
/** An answer has one reason per commit. */
const reasons = fc.uniqueArray(reason, { maxLength: 6, selector: ({ commit }) => commit })

function textOf(answer: readonly HistoryReason[]): string {
  return answer.flatMap(({ passages, summary = '' }) => [summary, ...passages.map(({ text }) => text)]).join('\n')
}

function isWithin(part: HistoryReason, all: readonly HistoryReason[]): boolean {
  return all.some(({ passages }) => part.passages.every(({ text }) => passages.some((each) => each.text === text)))
}

describe('the parts of reasons, in the order in which they go', () => {
  test('are each part once, the same for the same reasons', () => {
    fc.assert(
      fc.property(reasons, (all) => {
        const steps = rankReasonParts(all, { names: ['lock'] })
        const parts = all.flatMap(({ passages, summary }, index) => [
          ...passages.map((_, part) => `${index} ${part}`),
          ...(summary === undefined ? [] : [`${index} summary`]),
        ])
        expect(steps.map((step) => `${step.reason} ${step.part}`).sort()).toEqual(parts.sort())
        expect(rankReasonParts(structuredClone(all), { names: ['lock'] })).toEqual(steps)
      }),
    )
  })

  test.each([
    ['We count the slots, so that nobody falls into this trap, because a leak stops all readers.', true],
    ['We count the slots, so that these nasty failures end, because a leak stops all readers.', true],
    ['We count the slots, as a trap for leaks; this trap stops all readers, because nobody frees slots.', false],
    ['We count the slots, so that nobody leaks one, because a leak stops all readers.', false],
  ])('are of what names an earlier matter not without it: %s', (text, needsPrevious) => {
    const before = 'Slots leak.'
    const passages = [before, text].map((each) => ({ text: each }))
    const given: HistoryReason = {
      ...{ origin: 'history', commit: 'a'.repeat(40), timestamp: '2024-01-01T00:00:00Z', summary: 'Count' },
      passages,
    }
    const order = rankReasonParts([given], { names: ['slots'] }).map(({ part }) => part)
    expect(order.indexOf(1) < order.indexOf(0)).toBe(needsPrevious)
  })

  test('are of a subject with its body in the same paragraph as much as that body says', () => {
    const of = (summary: string): HistoryReason => ({
      origin: 'history',
      commit: 'a'.repeat(40),
      timestamp: '',
      summary,
      passages: [],
    })
    const long = of(
      'Only chunk files of unknown length. Services like S3 disallow chunked uploads, so they would fail.',
    )
    expect(rankReasonParts([of('Fix the type of the length'), long], { names: ['send'] })[0]?.reason).toBe(0)
    const tidy = of('Remove duplicate comment. This is already said above, because it must be.')
    expect(rankReasonParts([tidy, of('Fix the type of the length')], { names: ['send'] })[0]?.reason).toBe(0)
  })

  test('keep the subject that a passage ends, and let nothing go on from what is gone', () => {
    const all = [
      {
        ...{ origin: 'history' as const, commit: 'a1'.repeat(20), timestamp: '2024-01-01T00:00:00Z', summary: 'Lock' },
        passages: [
          { text: 'so that none waits.', continues: true as const },
          { text: 'None fails.', continues: true as const },
        ],
      },
    ]
    expect(withoutParts(all, [{ reason: 0, part: 'summary' }])).toEqual(all)
    const left = withoutParts(all, [
      { reason: 0, part: 0 },
      { reason: 0, part: 'summary' },
    ])
    expect(left.map(({ passages, summary }) => ({ passages, summary }))).toEqual([
      { passages: [{ text: 'None fails.' }] },
    ])
  })

  test('keep the subject of a sentence that leaves out what it is about, and no sentence without the one it points to', () => {
    const [needed, argued] = ['Needed for all readers.', 'A retry was rejected: callers would wait for ever.']
    const pointing = 'However, the lock must be taken first, because the watcher reads the file at once.'
    const all = [needed, argued, pointing].map((text, index) => ({
      ...{ origin: 'history' as const, commit: `${index}`.repeat(40), timestamp: '2024-01-01T00:00:00Z' },
      ...{ summary: 'Lock the file', passages: [{ text }] },
    }))
    const left = withoutParts(
      all,
      all.map((_, reason) => ({ reason, part: 'summary' })),
    )
    expect(left.map(({ summary }) => summary)).toEqual(['Lock the file', undefined, 'Lock the file'])
    const [reason] = all
    const steps =
      reason &&
      rankReasonParts([{ ...reason, passages: [{ text: 'Readers wait for it.' }, { text: pointing }] }], {
        names: ['save'],
      })
    expect(steps?.map(({ part }) => part)).toEqual(['summary', 1, 0])
  })

  test.each(['- parse and _parse_py37', '2. Stop at the first file', 'output the address of the server'])(
    'keep the subject whose detail is: %s',
    (text) => {
      const reason = {
        ...{ origin: 'history' as const, commit: '1'.repeat(40), timestamp: '2024-01-01T00:00:00Z' },
        ...{ summary: 'Merge the functions for old versions', passages: [{ text }] },
      }
      expect(withoutParts([reason], [{ reason: 0, part: 'summary' }])).toEqual([reason])
      const [sentence] = withoutParts(
        [{ ...reason, passages: [{ text: 'Readers wait for the lock.' }] }],
        [{ reason: 0, part: 'summary' }],
      )
      expect(sentence?.summary).toBeUndefined()
    },
  )

  test('keep a subject that is all a commit says longer than one with a body', () => {
    const bare = { origin: 'history' as const, timestamp: '2024-01-01T00:00:00Z', summary: 'Take the lock first' }
    const all = [
      { ...bare, commit: '1'.repeat(40), passages: [] },
      { ...bare, commit: '2'.repeat(40), passages: [{ text: 'Otherwise the watcher reads half a file.' }] },
    ]
    const steps = rankReasonParts(all, { names: ['save'] })
    expect(steps.map(({ part, reason }) => `${reason} ${part}`)).toEqual(['1 summary', '0 summary', '1 0'])
  })

  test('keep a subject longer than what says nothing', () => {
    const reason = {
      ...{ origin: 'history' as const, commit: '1'.repeat(40), timestamp: '2024-01-01T00:00:00Z' },
      ...{ summary: 'Trim the end of a line first', passages: [{ text: 'Sorry for the noise here.' }] },
    }
    expect(rankReasonParts([reason], {}).map(({ part }) => part)).toEqual([0, 'summary'])
  })

  test('a subject that says only that something was wrong goes before a longer one that says what', () => {
    const [empty, telling] = ['fix: description error', 'Take the lock first, even for readers that never write']
    const subjects = [empty, telling, 'Lock once', 'Lock twice', 'Lock']
    const all = subjects.map((summary, index) => ({
      ...{ origin: 'history' as const, commit: `${index}`.repeat(40), timestamp: '2024-01-01T00:00:00Z' },
      ...{ summary, passages: [] },
    }))
    const order = rankReasonParts(all, {}).map(({ reason }) => all[reason]?.summary)
    expect(order.indexOf(empty)).toBeLessThan(order.indexOf(telling))
  })

  test('make an answer never longer, and leave nothing in the end', () => {
    fc.assert(
      fc.property(reasons, (all) => {
        const steps = rankReasonParts(all, {})
        let length = textOf(all).length
        for (let count = 0; count <= steps.length; count++) {
          const left = withoutParts(all, steps.slice(0, count))
          expect(textOf(left).length).toBeLessThanOrEqual(length)
          expect(left.every((each) => isWithin(each, all))).toBe(true)
          expect(left.every(({ passages, summary }) => passages.length > 0 || summary !== undefined)).toBe(true)
          length = textOf(left).length
        }
        expect(withoutParts(all, steps)).toEqual([])
      }),
    )
  })

  test('keep the subject of a passage that points back', () => {
    fc.assert(
      fc.property(reasons, fc.nat(), (all, some) => {
        const steps = rankReasonParts(all, {})
        const left = withoutParts(all, steps.slice(0, some % (steps.length + 1)))
        for (const each of left) {
          const original = all.find(({ commit, summary }) => commit === each.commit && summary !== undefined)
          const [first] = each.passages
          if (original !== undefined && first?.text.startsWith('However') === true) expect(each.summary).toBeDefined()
        }
      }),
    )
  })
})

test('subjects that are kept stay as long as any passage of their commit', () => {
  fc.assert(
    fc.property(reasons, fc.nat(), (all, some) => {
      const steps = rankReasonParts(all, {})
      expect(steps).toEqual(rankReasonParts(all, { keepSubjects: true }))
      expect(steps).toHaveLength(rankReasonParts(all, { names: ['save'] }).length)
      for (const each of withoutParts(all, steps.slice(0, some % (steps.length + 1)))) {
        const original = all.find(({ commit, summary }) => commit === each.commit && summary !== undefined)
        if (original !== undefined) expect(each.summary).toBe(original.summary)
      }
    }),
  )
})

test('a subject that names the queried code stays as long as any passage of its commit', () => {
  const given: readonly HistoryReason[] = [
    {
      origin: 'history',
      commit: 'a'.repeat(40),
      timestamp: '2024-01-01T00:00:00Z',
      summary: 'Move send_file to the library',
      files_changed: 1,
      passages: SENTENCES.slice(0, 3).map((text) => ({ text })),
    },
  ]
  const last = (names: readonly string[]): unknown => rankReasonParts(given, { names }).at(-1)?.part
  expect(last(['send_file'])).toBe('summary')
  expect(last(['other'])).not.toBe('summary')
})

describe('of the same said more than once', () => {
  const plain: HistoryReason = {
    origin: 'history',
    commit: 'a'.repeat(40),
    timestamp: '2024-01-01T00:00:00Z',
    passages: [{ text: 'The lock must be taken first, because the watcher reads at once.' }],
  }
  const undone: HistoryReason = { ...plain, replaced_by: { commit: 'b'.repeat(40), relation: 'reverts' } }
  const wide: HistoryReason = { ...plain, files_changed: 30 }
  const elsewhere: HistoryReason = { ...plain, about: 'change' }

  test.each([
    ['what was undone goes before what holds', undone],
    ['a wide change goes before a narrow one', wide],
    ['what is about the whole change goes before what is about the place', elsewhere],
  ])('%s', (_, less) => {
    const all = Array.from({ length: 10 }, (__, index) => (index === 8 ? less : plain))
    expect(rankReasonParts(all, {})[0]?.reason).toBe(8)
  })

  test('the older goes before the newer', () => {
    const order = rankReasonParts([plain, plain, plain], {}).map(({ reason: index }) => index)
    expect(order).toEqual([2, 1, 0])
  })
})

test.each([
  ['By explicitly comparing the port with None, instead of using its value.', true],
  ['By comparing the port with None, we tell 0 from none.', false],
])('a sentence that says by which means keeps its subject: %s', (text, isKept) => {
  const only: HistoryReason = {
    ...{ origin: 'history', commit: '1'.repeat(40), timestamp: '2024-01-01T00:00:00Z', summary: 'Fix port 0' },
    passages: [{ text }],
  }
  expect(withoutParts([only], [{ reason: 0, part: 'summary' }])[0]?.summary).toBe(isKept ? 'Fix port 0' : undefined)
})

test('a message that says what was wrong keeps the subject that says what was done', () => {
  const wrong = 'The walker crashes on folders without files.'
  const of = (...texts: readonly string[]): HistoryReason => ({
    ...{
      origin: 'history',
      commit: '1'.repeat(40),
      timestamp: '2024-01-01T00:00:00Z',
      summary: 'Skip what is unreachable',
    },
    passages: texts.map((text) => ({ text })),
  })
  const undecided = [of(wrong)]
  expect(withoutParts(undecided, [{ reason: 0, part: 'summary' }])[0]?.summary).toBe('Skip what is unreachable')
  const decided = [of(wrong, 'Each of them is skipped instead.')]
  expect(withoutParts(decided, [{ reason: 0, part: 'summary' }])[0]?.summary).toBeUndefined()
})
