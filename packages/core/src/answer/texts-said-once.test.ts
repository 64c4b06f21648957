import type { HistoryStep, ReadRegion } from '@chronicle/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { regionOf } from '../../test/read-fixture.ts'
import { regionBlocks } from '../format/region-blocks.ts'
import { distinctBy, firstPassages, foldText, joinPassages, passagesOf } from './fold-text.ts'
import { mergeClaims } from './merge-claims.ts'
import { mergeRegions, unitKey, uniteConstraints } from './merge-regions.ts'
import { messageText } from './message-text.ts'
import { withoutRepeatedRegionTexts } from './without-repeated-region-texts.ts'
import { withoutRepeatedStepTexts } from './without-repeated-step-texts.ts'
import { finishSection, addSharedPlace, findSharedSection, type DraftSection } from './shown-places.ts'
import { addShown, withoutShown } from './shown-sentences.ts'
import { createShownTexts } from './shown-texts.ts'
import { splitSentences } from './split-sentences.ts'

/** A sentence of 40 letters is long enough to be deduplicated; one of 39 is not. */
const LONG = 'The pool keeps four sessions and no more.'
const OTHER = 'The broker drops a fifth one without word.'
const [A, B] = ['a'.repeat(40), 'b'.repeat(40)]

describe('texts', () => {
  it('are the same whatever their white space and case', () => {
    expect(foldText('  Keep \n FOUR\tSessions ')).toBe('keep four sessions')
  })

  it.each<[string | undefined, readonly string[]]>([
    [undefined, []],
    ['', []],
    ['one', ['one']],
    ['one\ntwo', ['one\ntwo']],
    ['one\n\ntwo', ['one', 'two']],
    ['one\n \t\ntwo', ['one', 'two']],
    ['one\n\n----\n\ntwo', ['one', 'two']],
    ['one\n\n-\n\n---\n\n-----', ['one', '-', '---', '-----']],
    ['one\n\n---- two', ['one', '---- two']],
    ['one\n\n  \n\ntwo', ['one', 'two']],
  ])('%j has the paragraphs %j', (text, passages) => {
    expect(passagesOf(text)).toEqual(passages)
  })

  it('are paragraphs with a blank line between them', () => {
    expect(joinPassages([])).toBeUndefined()
    expect(joinPassages(['one', 'two'])).toBe('one\n\ntwo')
    expect(distinctBy(['a', 'B', 'A', 'b'], (text) => text.toLowerCase())).toEqual(['a', 'B'])
  })

  it.each([
    [undefined, 9, ''],
    ['one\n\ntwo', 6, 'one\n\ntwo'],
    ['one\n\ntwo', 5, 'one […]'],
    ['one\n\ntwo\n\nfour', 6, 'one\n\ntwo […]'],
    ['one\n\ntwo\n\nfour', 10, 'one\n\ntwo\n\nfour'],
    ['a long one\n\ntwo', 3, 'a long one […]'],
    ['a long one', 3, 'a long one'],
  ])('%j begin, in %d characters, with %j', (text, most, beginning) => {
    expect(firstPassages(text, most)).toBe(beginning)
  })

  it.each<[string, readonly string[]]>([
    ['', []],
    ['One. Two.', ['One.', ' Two.']],
    ['One.  Two', ['One.', '  Two']],
    ['One.', ['One.']],
    ['One. ', ['One.', ' ']],
    ['Why? "So!" Yes.', ['Why?', ' "So!"', ' Yes.']],
    ['(It is.) So', ['(It is.)', ' So']],
    [
      'Use e.g. a queue, i.e. a list, etc. or no. 4 of A. Name. End',
      ['Use e.g. a queue, i.e. a list, etc. or no. 4 of A. Name.', ' End'],
    ],
    ['See (cf. it) vs. that approx. so. End', ['See (cf. it) vs. that approx. so.', ' End']],
    ['Ends at 4. Next', ['Ends at 4.', ' Next']],
    ['Ends in ab. Next', ['Ends in ab.', ' Next']],
    ['v1.2 of a.rs now. More', ['v1.2 of a.rs now.', ' More']],
    ['one\n\ntwo', ['one\n', '\ntwo']],
    ['one\n \ntwo', ['one\n ', '\ntwo']],
    ['\n\n\none', ['\n\n\none']],
    ['第一。第二！', ['第一。', '第二！']],
    ['... So. It', ['...', ' So.', ' It']],
  ])('%j has the sentences %j', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences)
    expect(splitSentences(text).join('')).toBe(text)
  })
})

describe('the body of a message', () => {
  it.each([
    ['Why.\n\nSigned-off-by: Ada <a@b>', 'Why.'],
    ['Why.\n\nSigned-off-by: Ada <a@b>\n  and more\nFixes #12', 'Why.'],
    ['Why.\n\nReviewed-by: B\n\nAcked-by: C\nChange-Id: I12', 'Why.'],
    ['Fixes: 1234\n(cherry picked from commit abc123)', ''],
    ['<!-- Why? -->\n## Description\nIt leaks.\n\n## Checklist\n- [x] tests\n- [ ] docs', '## Description\nIt leaks.'],
    ['Why.\n\n(cherry picked from commit 0123abc)', 'Why.'],
    ['Why.\n\n(cherry picked from commit 0123abc) by hand', 'Why.\n\n(cherry picked from commit 0123abc) by hand'],
    ['Why.\n\nNote: this stays\nas it says more.', 'Why.\n\nNote: this stays\nas it says more.'],
    ['Signed-off-by: Ada <a@b>', ''],
    ['Fixes: #1\n\nWhy.', 'Fixes: #1\n\nWhy.'],
    ['<!-- a\nb -->Why.', 'Why.'],
    ['<!-- a --> <!-- b', '<!-- b'],
    ['# Please enter the commit message for it\nWhy.', 'Why.'],
    ['- [ ] I ran it\n* [x] and this\nWhy.', 'Why.'],
    ['-- [ ] I ran it', '-- [ ] I ran it'],
    ['Why.\n---\n____\nBecause.', 'Why.\nBecause.'],
    ['Why --- so', 'Why --- so'],
    ['# Heading\n\n# Next\nText', '# Next\nText'],
    ['Why.\n# Heading', 'Why.'],
    ['# Heading\n  \nText', '# Heading\n\nText'],
    ['####### Seven\n# Next\nText', '####### Seven\n# Next\nText'],
    ['Why.\r\n\r\nBecause.', 'Why.\n\nBecause.'],
    ['Why.\n\nBecause.', 'Why.\n\nBecause.'],
    ['', ''],
  ])('%j says %j', (body, text) => {
    expect(messageText(body)).toBe(text)
    expect(messageText(text)).toBe(text)
  })

  it('has any number of comments that do not end', () => {
    const text = '<!--'.repeat(300_000)
    expect(messageText(`<!-- a -->${text}`)).toBe(text)
  })
})

describe('sentences of a commit', () => {
  it('are said once, where they are long enough to be the same', () => {
    const shownSentences = new Set<string>()
    addShown(`${LONG} Short.`, A, shownSentences)
    expect(withoutShown(`${LONG} Short. ${OTHER}`, A, shownSentences)).toBe(`Short. ${OTHER}`)
    expect(withoutShown(OTHER, A, shownSentences)).toBe('')
    expect(withoutShown(OTHER, B, shownSentences)).toBe(OTHER)
    expect(withoutShown(`- ${LONG}`, A, shownSentences)).toBe('')
    const edge = new Set<string>()
    const sentence = (length: number): string => `${'x'.repeat(length - 1)}.`
    addShown(`${sentence(39)} ${sentence(40)}`, A, edge)
    expect(withoutShown(`${sentence(40)} ${sentence(39)}`, A, edge)).toBe(sentence(39))
  })

  it('are said again before one that refers to them', () => {
    const shownSentences = new Set<string>()
    addShown(LONG, A, shownSentences)
    expect(withoutShown(`${LONG} This is not done in the tests.`, A, shownSentences)).toBe(
      `${LONG} This is not done in the tests.`,
    )
    const known = new Set<string>()
    addShown(`${LONG} This must be done before anything else is.`, A, known)
    expect(withoutShown(`${LONG} This must be done before anything else is. Short.`, A, known)).toBe('Short.')
    const chain = `${LONG} This must be done before anything else is. It takes time.`
    expect(withoutShown(chain, A, known)).toBe(chain)
  })

  it('are known as a whole, by paragraph and by sentence, and what an earlier text said', () => {
    const earlier = createShownTexts()
    earlier.add('Before.')
    const shownTexts = createShownTexts(earlier)
    shownTexts.add('One. Two.\n\nThree. Four.')
    expect(['one. TWO.', 'Two.', 'Four. One.', 'Three.  Four.', 'Before. One.'].map(shownTexts.has)).toEqual(
      Array(5).fill(true),
    )
    expect(['Five.', 'One. Five.', 'Before. Five.'].map(shownTexts.has)).toEqual(Array(3).fill(false))
    expect(earlier.has('One.')).toBe(false)
  })
})

describe('regions', () => {
  it('say a summary, a paragraph and a citation once', () => {
    const evidence: ReadRegion['evidence'] = [
      { kind: 'commit_message', quote: LONG },
      { kind: 'commit_message', quote: 'Elsewhere.' },
      { kind: 'commit_message', quote: LONG },
      { kind: 'file_lines', file: 'a.ts', quote: LONG },
    ]
    const first = regionOf({ summary: 'Share connections', reasoning: `${LONG}\n\nOnly here.`, evidence })
    const second = regionOf({ summary: 'share  connections', reasoning: `Only here.\n\n${LONG} ${OTHER}` })
    const [one, two] = withoutRepeatedRegionTexts([first, second], false)
    expect(one?.evidence).toEqual([
      { kind: 'commit_message' },
      { kind: 'commit_message', quote: 'Elsewhere.' },
      { kind: 'file_lines', file: 'a.ts' },
    ])
    expect(one?.summary).toBe('Share connections')
    expect(two).toEqual(regionOf({ reasoning: OTHER }))
    expect(withoutRepeatedRegionTexts([first, second], true)).toEqual([first, second])
  })

  it.each<[string, Partial<ReadRegion>]>([
    ['intent', { intent: LONG }],
    ['risk', { risk_notes: LONG }],
    ['task', { task: LONG }],
    ['constraint', { constraints: [{ text: LONG, source: 'author' }] }],
    ['summary', { summary: LONG }],
    ['link', { related: [{ commit: A, anchor: 'x', relationship: 'r', hop: 1, intent: LONG }] }],
  ])('do not repeat their %s in the reasoning of the next', (_, more) => {
    const [first] = withoutRepeatedRegionTexts([regionOf({ ...more })], false)
    expect(first).toEqual(regionOf({ ...more }))
    expect(
      withoutRepeatedRegionTexts([regionOf({ ...more }), regionOf({ reasoning: LONG })], false)[1]?.reasoning,
    ).toBeUndefined()
  })

  it('may say what a link to another commit says', () => {
    const related = [{ commit: B, anchor: 'x', relationship: 'r', hop: 1, intent: LONG }]
    expect(
      withoutRepeatedRegionTexts([regionOf({ related }), regionOf({ reasoning: LONG })], false)[1]?.reasoning,
    ).toBe(LONG)
  })
})

describe('steps of a history', () => {
  const step = (more: Partial<HistoryStep> = {}): HistoryStep =>
    ({ commit: A, subject: 'Share connections', intent: 'Why.', constraints: [], ...more }) as unknown as HistoryStep
  const messages = (...steps: readonly HistoryStep[]): readonly (string | undefined)[] =>
    withoutRepeatedStepTexts(steps, false).map(({ message }) => message)

  it('have the message of their commit once, at the first of them', () => {
    expect(messages(step({ message: 'Body.' }), step({ message: 'Body.' }))).toEqual(['Body.', undefined])
    expect(messages(step({ message: 'Body.' }), step({ commit: B, message: 'Other.' }))).toEqual(['Body.', 'Other.'])
    expect(messages(step(), step({ message: 'Body.' }))).toEqual([undefined, undefined])
    expect(messages(step({ message: 'Fixes: #1' }))).toEqual([undefined])
    const steps = [step({ message: 'Body.\n\nFixes: #1' })]
    expect(withoutRepeatedStepTexts(steps, true)).toBe(steps)
  })

  it('do not repeat paragraphs and items of it that a text says', () => {
    const message = 'The pool keeps four.\n\nWe saw:\n- it hangs on five\n- it leaks\n1) and a number\n\nThe end.'
    expect(messages(step({ message, intent: 'the POOL keeps four' }))).toEqual([
      message.replace('The pool keeps four.\n\n', ''),
    ])
    expect(messages(step({ message, reasoning: 'It hangs on five. It leaks.' }))).toEqual([
      'The pool keeps four.\n\nWe saw:\n1) and a number\n\nThe end.',
    ])
    expect(messages(step({ message, reasoning: 'and a number' }))).toEqual([
      message.replace('1) and a number', '1) and a number'),
    ])
    expect(messages(step({ message: 'One.', intent: 'One.', reasoning: 'x' }))).toEqual([undefined])
  })

  it('do not repeat a paragraph that a line of five words quotes', () => {
    const message = 'First the pool keeps four sessions and then it waits.\n\nThe end.'
    expect(messages(step({ message, reasoning: 'Pool keeps four sessions and' }))).toEqual(['The end.'])
    expect(messages(step({ message, reasoning: 'Pool keeps four sessions' }))).toEqual([message])
    expect(messages(step({ message, reasoning: 'a line\nPool keeps four sessions and\nanother' }))).toEqual([
      'The end.',
    ])
    expect(messages(step({ message, reasoning: 'Pool keeps four sessions or' }))).toEqual([message])
    expect(messages(step({ message: 'One two three four five sixth.', intent: 'two three four five six' }))).toEqual([
      'One two three four five sixth.',
    ])
  })

  it.each<[string, Partial<HistoryStep>]>([
    ['subject', { subject: LONG }],
    ['risk', { risk_notes: LONG }],
    ['task', { task: LONG }],
    ['constraint', { constraints: [{ text: LONG, source: 'author' }] }],
    ['summary', { summary: LONG }],
    ['link', { related: [{ commit: A, anchor: 'x', relationship: 'r', hop: 1, intent: LONG }] }],
  ])('do not repeat their %s in the message', (_, more) => {
    expect(messages(step({ ...more, message: `${LONG} ${OTHER}` }))).toEqual([OTHER])
  })

  it('have a summary once, and reasoning without what was said', () => {
    const [first, second] = withoutRepeatedStepTexts(
      [step({ summary: 'Sum.', reasoning: LONG }), step({ summary: 'sum.', reasoning: LONG })],
      false,
    )
    expect(first).toEqual(step({ summary: 'Sum.', reasoning: LONG }))
    expect(second).toEqual(step())
    expect(withoutRepeatedStepTexts([step({ subject: 'Sum.', summary: 'Sum.' })], false)[0]?.summary).toBeUndefined()
  })
})

describe('regions of one commit about one unit', () => {
  const unit = { ast_anchor: { type: 'function', name: 'Pool::take' } }
  const merged = (...regions: readonly ReadRegion[]): readonly ReadRegion[] => mergeRegions(regions)

  it('are one entry, the words of the author first', () => {
    const inferred = regionOf({ ...unit, context_level: 'inferred', intent: 'C' })
    const late = regionOf({ ...unit, intent: 'B' })
    const author = regionOf({ ...unit, recorded: { at: '' }, intent: 'A' })
    expect(merged(inferred, author, late)).toMatchObject([{ intent: 'A', reasoning: 'B\n\nC' }])
  })

  it('say a claim once, that was recorded without another intent', () => {
    const claims = fc.constantFrom<Partial<ReadRegion>>(
      { intent: 'May hang', risk_notes: 'May hang' },
      { intent: 'May overflow', risk_notes: 'May overflow\nMay stop' },
      { intent: 'Take.', constraints: [{ text: 'Take. Then give.', source: 'author' }] },
      { intent: 'Four', semantic_dependencies: [{ file: 'b.ts', anchor: 'MAX', nature: 'Four' }] },
    )
    const property = fc.property(fc.array(claims, { minLength: 1 }), (all) => {
      const [entry, ...others] = merged(...all.map((each) => regionOf({ ...unit, ...each })))
      expect(others).toEqual([])
      const text = JSON.stringify(regionBlocks(entry ?? regionOf(), false, createShownTexts()))
      for (const { intent = '' } of all) expect(text.split(intent)).toHaveLength(2)
    })
    fc.assert(property)
  })

  it('stay apart where another person stated them, whom an entry has to name', () => {
    const by = (name: string, intent: string): ReadRegion =>
      regionOf({ ...unit, recorded: { by: name, at: '' }, intent, constraints: [{ text: intent, source: 'author' }] })
    const all = [regionOf({ ...unit, intent: 'A' }), by('Bob', 'B'), by('Cia', 'C')]
    expect(merged(...all)).toEqual(all)
    expect(merged(...all, by('Bob', 'D'))).toMatchObject([
      {},
      { intent: 'B', constraints: [{ text: 'B' }, { text: 'D' }] },
      {},
    ])
    const inferred = regionOf({ ...unit, context_level: 'inferred', recorded: { by: 'Bob', at: '' }, intent: 'E' })
    expect(merged(all[0] ?? inferred, inferred)).toMatchObject([{ intent: 'A', reasoning: 'E' }])
  })

  it('stay apart where one is doubted and the other is not, as their confidence is', () => {
    const flag = { correction_type: 'flag', reason: 'Not since v2.' }
    const doubted = regionOf({ ...unit, intent: 'A', confidence: 0.45, corrections: [flag] })
    const other = regionOf({ ...unit, intent: 'B' })
    expect(merged(other, doubted)).toEqual([other, doubted])
    expect(merged(doubted, { ...doubted, intent: 'B' })).toMatchObject([{ confidence: 0.45, corrections: [flag] }])
    const condensed = regionOf({ ...unit, intent: 'A', corrections: [{ condensed: { texts: 2 } }] })
    expect(merged(other, condensed)).toHaveLength(1)
  })

  it('stand where the first of them stood, apart from those of another commit, unit or file', () => {
    const others = [
      regionOf({ ...unit, commit: B }),
      regionOf({ ast_anchor: { type: 'function', name: 'Pool::drop' } }),
      regionOf({ ...unit, file: 'b.ts' }),
    ]
    expect(merged(regionOf(unit), ...others)).toEqual([regionOf(unit), ...others])
    expect(merged(regionOf(unit), ...others, regionOf(unit)).slice(1)).toEqual(others)
  })

  it('say in the reasoning what is neither the intent, nor a rule, nor said before', () => {
    const [one] = merged(
      regionOf({ ...unit, intent: 'A', reasoning: 'First.', constraints: [{ text: 'Rule.', source: 'author' }] }),
      regionOf({ ...unit, intent: 'a', reasoning: 'rule.\n\nSecond.\n\nFIRST.', constraints: [] }),
      regionOf({ ...unit, intent: '', reasoning: 'Third.', constraints: [{ text: 'Other.', source: 'inferred' }] }),
      regionOf({ ...unit, intent: 'other.' }),
    )
    expect(one?.reasoning).toBe('First.\n\nSecond.\n\nThird.')
    expect(one?.constraints.map(({ text }) => text)).toEqual(['Rule.', 'Other.'])
  })

  it('have the first summary and task that say anything, and every risk', () => {
    const [one] = merged(
      regionOf({ ...unit, summary: '', risk_notes: 'Idle.' }),
      regionOf({ ...unit, summary: 'Second', task: 'T-1', risk_notes: 'idle.\n\nLost.' }),
      regionOf({ ...unit, summary: 'Third', task: 'T-2' }),
    )
    expect(one).toMatchObject({ summary: 'Second', task: 'T-1', risk_notes: 'Idle.\n\nLost.' })
    const [none] = merged(regionOf(unit), regionOf({ ...unit, intent: 'B' }))
    for (const field of ['summary', 'task', 'risk_notes', 'tags', 'lines', 'intact_lines', 'outlived', 'comment']) {
      expect(none).not.toHaveProperty(field)
    }
  })

  it('unite their lists', () => {
    const lists = (n: number): Partial<ReadRegion> => ({
      drifted_by: ['all', `${n}`],
      also_on: ['all', `${n}`],
      rejected_alternatives: [
        { approach: 'All', reason: 'r' },
        { approach: `${n}`, reason: 'r' },
      ],
      evidence: [{ kind: 'commit_message', quote: `${n}` }],
      semantic_dependencies: [{ file: 'b.ts', anchor: 'b', nature: `${n}` }],
      tags: ['ALL', 'all', `${n}`],
      corrections: [{ condensed: `${n}` }],
      related: [{ commit: B, anchor: 'x', relationship: `${n}`, hop: 1 }],
    })
    const [one] = merged(regionOf({ ...unit, ...lists(1) }), regionOf({ ...unit, intent: 'B', ...lists(2) }))
    expect(one?.drifted_by).toEqual(['all', '1', '2'])
    expect(one?.also_on).toEqual(['all', '1', '2'])
    expect(one?.rejected_alternatives).toHaveLength(3)
    expect(one?.tags).toEqual(['ALL', '1', '2'])
    for (const field of ['evidence', 'semantic_dependencies', 'corrections', 'related'] as const) {
      expect(one?.[field]).toHaveLength(2)
    }
  })

  it('outlived a change, or quote a comment, where all of them do', () => {
    const [gone] = merged(regionOf({ ...unit, outlived: true }), regionOf({ ...unit, outlived: true }))
    expect(gone?.outlived).toBe(true)
    expect(merged(regionOf({ ...unit, outlived: true }), regionOf(unit))[0]).not.toHaveProperty('outlived')
    const comments = (...all: readonly ReadRegion['comment'][]): ReadRegion['comment'] =>
      merged(...all.map((comment) => regionOf({ ...unit, ...(comment === undefined ? {} : { comment }) })))[0]?.comment
    expect(comments('stands', 'stands')).toBe('stands')
    expect(comments('stands', 'changed')).toBeUndefined()
    expect(comments('stands', undefined)).toBeUndefined()
    expect(comments(undefined, undefined)).toBeUndefined()
  })

  it('span their lines; of lines that do not overlap, all that are intact count', () => {
    const part = (start: number, end: number, intact: number, more: Partial<ReadRegion> = {}): ReadRegion =>
      regionOf({
        ...unit,
        lines: { start, end },
        current_lines: { start: start + 1, end: end + 1 },
        intact_lines: { intact, recorded: end - start + 1 },
        survival: intact / (end - start + 1),
        ...more,
      })
    const [apart] = merged(part(8, 9, 1), part(1, 4, 2))
    expect(apart).toMatchObject({
      lines: { start: 1, end: 9 },
      current_lines: { start: 2, end: 10 },
      intact_lines: { intact: 3, recorded: 6 },
      survival: 0.5,
    })
    const [together] = merged(part(1, 4, 2), part(4, 9, 6))
    expect(together).toMatchObject({ lines: { start: 1, end: 9 }, survival: 0.5 })
    const [same] = merged(part(1, 4, 2), part(1, 4, 2, { intent: 'B' }))
    expect(same?.survival).toBe(0.5)
    const [three] = merged(part(1, 2, 2), part(3, 4, 1), part(4, 5, 2))
    expect(three?.survival).toBe(0.5)
    const [thirds] = merged(part(1, 2, 1), part(3, 3, 1))
    expect(thirds?.survival).toBe(0.67)
    const [inside] = merged(part(2, 4, 3), part(1, 9, 3))
    expect(inside?.intact_lines).toEqual({ intact: 3, recorded: 9 })
    const [unknown] = merged(
      part(1, 4, 4),
      regionOf({ ...unit, survival: 0.3, intact_lines: { intact: 0, recorded: 3 } }),
    )
    expect(unknown?.survival).toBe(0.3)
  })

  it('are as fresh as the worst of them', () => {
    const fresh = (...all: readonly ReadRegion['freshness'][]): unknown =>
      merged(...all.map((freshness) => regionOf({ ...unit, freshness })))[0]?.freshness
    expect(fresh('fresh', 'moved')).toBe('moved')
    expect(fresh('drifted', 'moved')).toBe('drifted')
    expect(fresh('fresh', 'orphaned', 'drifted')).toBe('orphaned')
    expect(fresh('fresh', 'fresh')).toBe('fresh')
  })

  it('are about one unit whatever separates its name, and under the name that it has now', () => {
    const key = (more: Partial<ReadRegion>): string => unitKey(regionOf(more))
    expect(key(unit)).toBe(key({ ast_anchor: { type: 'method', name: 'Pool.take' } }))
    expect(key(unit)).toBe(key({ ast_anchor: { type: 'function', name: 'get' }, current_anchor: 'Pool#take' }))
    expect(key(unit)).not.toBe(key({ ...unit, about: 'enclosing_unit' }))
    expect(key({})).toBe(key({ about: 'file' }))
    expect(new Set([key({}), key({ about: 'folder' }), key({ about: 'repository' })]).size).toBe(3)
    const lines = { start: 1, end: 2 }
    expect(key({ lines })).not.toBe(key({}))
    expect(key({ lines: { start: 8, end: 9 }, current_lines: lines })).toBe(key({ lines }))
  })

  it('have each rule once, the author’s where he said it', () => {
    expect(
      uniteConstraints([
        { text: 'Once.', source: 'inferred' },
        { text: 'once.', source: 'author' },
        { text: 'Twice.', source: 'inferred' },
      ]),
    ).toEqual([
      { text: 'once.', source: 'author' },
      { text: 'Twice.', source: 'inferred' },
    ])
  })
})

describe('claims about one unit on several commits', () => {
  const unit = { ast_anchor: { type: 'function', name: 'take' } }
  const on = (n: number, more: Partial<ReadRegion>): ReadRegion =>
    regionOf({
      commit: `${n}`.repeat(40),
      timestamp: `2025-01-0${n}T00:00:00Z`,
      intent: `Intent ${n}`,
      ...unit,
      ...more,
    })
  const rule = (text: string, source: 'author' | 'inferred' = 'author') => ({ text, source })
  const id = (n: number): string => `${n}`.repeat(40)

  it('are shown on the newest, with the others named', () => {
    const rejected = { approach: 'A lock', reason: 'Slow.' }
    const [older, newer] = mergeClaims([
      on(1, { constraints: [rule('Once.')], risk_notes: 'Idle.\n\nLost.', rejected_alternatives: [rejected] }),
      on(2, {
        constraints: [rule('ONCE.')],
        risk_notes: 'idle.',
        rejected_alternatives: [{ approach: 'a lock', reason: 'slow.' }],
      }),
    ])
    expect(older).toEqual(on(1, { risk_notes: 'Lost.' }))
    expect(newer).toMatchObject({ constraints: [rule('ONCE.')], risk_notes: 'idle.', also_on: [id(1)] })
    expect(newer?.rejected_alternatives).toHaveLength(1)
  })

  it('are shown on the newest that states them, if another inferred them', () => {
    const shown = mergeClaims([
      on(1, { constraints: [rule('Once.')] }),
      on(3, { context_level: 'inferred', constraints: [rule('Once.', 'inferred')] }),
      on(2, { constraints: [rule('Once.')] }),
    ])
    expect(shown.map(({ constraints, also_on }) => [constraints.length, also_on])).toEqual([
      [0, undefined],
      [0, undefined],
      [1, [id(3), id(1)]],
    ])
    const risks = mergeClaims([
      on(1, { risk_notes: 'Idle.' }),
      on(2, { context_level: 'inferred', risk_notes: 'Idle.' }),
    ])
    expect(risks.map(({ risk_notes }) => risk_notes)).toEqual(['Idle.', undefined])
  })

  it('keep two rejected alternatives apart that differ in their reason', () => {
    const rejecting = (n: number, reason: string): ReadRegion =>
      on(n, { rejected_alternatives: [{ approach: 'A', reason }] })
    const shown = mergeClaims([rejecting(1, 'Slow.'), rejecting(2, 'Heavy.')])
    expect(shown.map((each) => each.rejected_alternatives?.length)).toEqual([1, 1])
  })

  it('leave out a region that says nothing else', () => {
    const repeated = on(1, { intent: 'Once.', constraints: [rule('Once.')] })
    expect(mergeClaims([repeated, on(2, { constraints: [rule('Once.')] })])).toMatchObject([
      { intent: 'Intent 2', also_on: [id(1)] },
    ])
    const newer = on(2, { constraints: [rule('Once.')], reasoning: 'Because.\n\nSo.' })
    const kept = (more: Partial<ReadRegion>): number =>
      mergeClaims([on(1, { intent: 'Once.', constraints: [rule('Once.')], ...more }), newer]).length
    expect(kept({ intent: 'intent 2', reasoning: 'So.\n\nbecause.' })).toBe(1)
    expect(kept({ reasoning: 'Other.' })).toBe(2)
    expect(kept({ intent: 'Other.' })).toBe(2)
    expect(kept({ corrections: [{ reason: 'r' }] })).toBe(2)
    expect(kept({ related: [{ commit: B, anchor: 'x', relationship: 'r', hop: 1 }] })).toBe(2)
    expect(kept({ semantic_dependencies: [{ file: 'b.ts', anchor: 'b', nature: 'n' }] })).toBe(2)
    expect(kept({ risk_notes: 'Idle.' })).toBe(2)
    expect(mergeClaims([on(1, { intent: 'Intent 2' }), newer])).toHaveLength(2)
  })

  it('keep what was said of other commits before, and never name their own', () => {
    const [, newer] = mergeClaims([
      on(1, { constraints: [rule('Once.')] }),
      on(2, { constraints: [rule('Once.')], also_on: [id(3), id(2)] }),
    ])
    expect(newer?.also_on).toEqual([id(1), id(3)])
  })

  it('of one time are shown on the first, and what has no time counts as old', () => {
    const same = { timestamp: '2025-01-01T00:00:00Z', constraints: [rule('Once.')] }
    expect(mergeClaims([on(1, same), on(2, same)]).map(({ also_on }) => also_on)).toEqual([[id(2)], undefined])
    expect(mergeClaims([on(1, { ...same, timestamp: '' }), on(2, same)]).map(({ also_on }) => also_on)).toEqual([
      undefined,
      [id(1)],
    ])
  })

  it('about another unit stay', () => {
    const regions = [
      on(1, { constraints: [rule('Once.')] }),
      on(2, { constraints: [rule('Once.')], ast_anchor: { type: 'function', name: 'drop' } }),
    ]
    expect(mergeClaims(regions)).toEqual(regions)
    expect(mergeClaims([...regions, on(3, {})])).toHaveLength(3)
  })
})

describe('places that share a section', () => {
  const entry = (more: Partial<ReadRegion> = {}): ReadRegion => regionOf({ intent: 'Why.', ...more })
  const draftOf = (claimed: ReadRegion): DraftSection => ({
    file: claimed.file,
    claimed,
    section: { heading: claimed.intent, blocks: [{ label: 'Intent', text: claimed.intent }] },
    sharing: new Map(),
  })
  const rules = (...texts: readonly string[]): Partial<ReadRegion> => ({
    constraints: texts.map((text) => ({ text, source: 'author' as const })),
  })

  function shares(earlier: ReadRegion, next: ReadRegion, ...others: readonly ReadRegion[]): string | undefined {
    const texts = createShownTexts()
    for (const each of [earlier, ...others]) {
      for (const text of [each.intent, each.summary, each.task]) if (text !== undefined) texts.add(text)
    }
    return findSharedSection(next, { shownTexts: texts, drafts: [earlier, ...others].map(draftOf) })?.claimed.intent
  }

  it('are those of which their commit said all', () => {
    expect(shares(entry(), entry())).toBe('Why.')
    expect(shares(entry(), entry({ intent: 'Other.' }))).toBeUndefined()
    expect(shares(entry({ summary: 'Sum.', task: 'T' }), entry({ summary: 'sum.', task: 'T' }))).toBe('Why.')
    expect(shares(entry(), entry({ summary: 'Sum.' }))).toBeUndefined()
    expect(shares(entry(), entry({ task: 'T' }))).toBeUndefined()
  })

  it.each<[string, Partial<ReadRegion>]>([
    ['reasoning', { reasoning: 'Because.' }],
    ['corrections', { corrections: [{ reason: 'r' }] }],
    ['rejected alternatives', { rejected_alternatives: [{ approach: 'a', reason: 'r' }] }],
    ['links', { related: [{ commit: B, anchor: 'x', relationship: 'r', hop: 1 }] }],
    ['dependencies', { semantic_dependencies: [{ file: 'b.ts', anchor: 'b', nature: 'n' }] }],
  ])('are none with %s of their own', (_, more) => {
    expect(shares(entry(), entry(more))).toBeUndefined()
    expect(shares(entry(more), entry())).toBe('Why.')
  })

  it('are those at which the same binds, or nothing', () => {
    expect(shares(entry(rules('a', 'b')), entry(rules('B', 'a')))).toBe('Why.')
    expect(shares(entry(rules('a', 'b')), entry(rules('a')))).toBeUndefined()
    expect(shares(entry(rules('a')), entry(rules('a', 'b')))).toBeUndefined()
    expect(shares(entry(rules('a', 'c')), entry(rules('a', 'b')))).toBeUndefined()
    expect(shares(entry(rules('a')), entry())).toBe('Why.')
    expect(shares(entry({ risk_notes: 'r' }), entry({ risk_notes: 'R' }))).toBe('Why.')
  })

  it('share that of their intent, or else the first', () => {
    const [one, two] = [entry({ intent: 'One.' }), entry({ intent: 'Two.' })]
    expect(shares(one, entry({ intent: 'TWO.' }), two)).toBe('Two.')
    expect(shares(entry({ intent: 'One. Two.' }), entry({ intent: 'Two.' }), entry({ intent: 'Three.' }))).toBe(
      'One. Two.',
    )
  })

  it('are named below it, by what they share', () => {
    const draft = draftOf(entry())
    expect(finishSection(draft)).toBe(draft.section)
    addSharedPlace(draft, ['b.ts', 'fresh'], entry())
    addSharedPlace(draft, ['c.ts'], entry({ intent: 'WHY.' }))
    addSharedPlace(draft, ['d.ts'], entry({ intent: 'Other.' }))
    addSharedPlace(draft, ['e.ts'], entry(rules('a')))
    expect(finishSection(draft)).toEqual({
      heading: 'Why.',
      blocks: [
        { label: 'Intent', text: 'Why.' },
        { label: 'Same intent', entries: ['b.ts | fresh', 'c.ts'] },
        { label: 'Also said of', entries: ['d.ts'] },
        { label: 'Also holds for', entries: ['e.ts'] },
      ],
    })
  })
})
