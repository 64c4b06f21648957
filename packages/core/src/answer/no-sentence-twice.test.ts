import { HISTORY_OUTPUT_SCHEMA, type HistoryOutput, type HistoryStep, type ReadRegion } from '@chronicle/schema'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { regionOf } from '../../test/read-fixture.ts'
import { HISTORY_ANSWER } from '../queries/history/history-answer.ts'
import { formatAnswer } from './format-answer.ts'
import { finishSection } from './shown-places.ts'
import { regionSections } from './region-sections.ts'
import { withoutRepeatedRegionTexts } from './without-repeated-region-texts.ts'

/* Imitates a backfill of one commit for several places: sentences of its message, and comments, in many fields. */

const COMMIT = 'c'.repeat(40)
const SENTENCES = Array.from({ length: 8 }, (_, n) => `Sentence number ${n} says a thing that takes some room to say.`)

const sentence = fc.constantFrom(...SENTENCES)
/** Sentences in paragraphs. A paragraph may contain several. */
const prose = fc
  .array(fc.array(sentence, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((paragraphs) => paragraphs.map((each) => each.join(' ')).join('\n\n'))

const claims = {
  intent: sentence,
  constraints: fc.uniqueArray(
    fc.record({ text: sentence, source: fc.constantFrom<'author' | 'inferred'>('author', 'inferred') }),
    { maxLength: 2, selector: ({ text }) => text },
  ),
}
const related = fc.array(
  fc.record({
    ...{
      commit: fc.constant(COMMIT),
      anchor: fc.constant('unit_0'),
      relationship: fc.constant('reason'),
      intent: sentence,
    },
    ...{ hop: fc.constant(1) },
  }),
  { minLength: 1, maxLength: 2 },
)
const further = fc.record(
  { reasoning: prose, risk_notes: sentence, summary: sentence, task: sentence, related },
  { requiredKeys: [] },
)

const regions: fc.Arbitrary<readonly ReadRegion[]> = fc
  .array(fc.tuple(fc.record(claims), further), { minLength: 2, maxLength: 10 })
  .map((entries) =>
    entries.map(([claimed, texts], n) =>
      regionOf({
        commit: COMMIT,
        context_level: 'inferred',
        confidence: 0.9,
        confidence_factors: { recency: 'new', context_level: 'inferred', anchor_match: 'exact', provenance: 'initial' },
        file: 'src/a.rs',
        ast_anchor: { type: 'fn', name: `unit_${n}` },
        ...claimed,
        ...texts,
      }),
    ),
  )

const steps: fc.Arbitrary<readonly HistoryStep[]> = fc
  .tuple(sentence, prose, fc.array(fc.tuple(fc.record(claims), further), { minLength: 2, maxLength: 10 }))
  .map(([subject, message, entries]) =>
    entries.map(([claimed, texts], n) => ({
      commit: COMMIT,
      timestamp: '2024-01-01T00:00:00Z',
      author: 'Ada <ada@example.org>',
      subject,
      message,
      context_level: 'inferred',
      file: 'src/a.rs',
      anchor: `unit_${n}`,
      provenance: { operation: 'initial' },
      ...claimed,
      ...texts,
    })),
  )

/**
 * Returns the sentences that occur more than once in a text, except those that one entry has in two of its own fields.
 */
function saidTwice(text: string): readonly string[] {
  return SENTENCES.filter((each) => text.split(each).length > 2)
}

it('says no sentence twice of the regions of one commit', () => {
  const property = fc.property(regions, (given) => {
    const sections = regionSections(withoutRepeatedRegionTexts(given, false), false).map(finishSection)
    expect(saidTwice(JSON.stringify(sections))).toEqual([])
    for (const { intent, constraints } of given) {
      for (const text of [intent, ...constraints.map((each) => each.text)])
        expect(JSON.stringify(sections)).toContain(text)
    }
  })
  fc.assert(property, { numRuns: 300 })
})

it('says no sentence twice of the steps of one commit', () => {
  const property = fc.property(steps, (given) => {
    const answer: HistoryOutput = {
      $schema: HISTORY_OUTPUT_SCHEMA,
      query: { file: 'src/a.rs', at: 'WORKTREE', commit: COMMIT, limit: 10, follow_related: false },
      steps: given,
      stats: { steps_found: given.length, steps_returned: given.length, linked_steps: 0, paths: [], names: [] },
      diagnostics: [],
      trimmed: null,
    }
    const once = HISTORY_ANSWER.removeRepetition?.(answer, { verbose: false }) ?? answer
    const text = formatAnswer(once, HISTORY_ANSWER, 'markdown')
    expect(saidTwice(text)).toEqual([])
  })
  fc.assert(property, { numRuns: 300 })
})

it('names a place that has only the same intent beside the first that has it', () => {
  const texts = { intent: SENTENCES[0] ?? '', constraints: [] }
  const given = fc.sample(regions, { numRuns: 1, seed: 1 })[0]?.[0]
  const region = (name: string, change: Partial<ReadRegion> = {}): ReadRegion => {
    const { reasoning: _, risk_notes: __, summary: ___, task: ____, related: _____, ...rest } = given as ReadRegion
    return { ...rest, ...texts, ast_anchor: { type: 'fn', name }, ...change }
  }
  const rules = [{ text: SENTENCES[1] ?? '', source: 'inferred' as const }]
  const sections = regionSections(
    [
      region('open', { current_lines: { start: 1, end: 9 } }),
      region('close', { current_lines: { start: 11, end: 12 }, freshness: 'drifted', survival: 0.5 }),
      region('bound', { constraints: rules }),
      region('bound_too', { constraints: rules }),
    ],
    false,
  ).map(finishSection)
  expect(sections.map(({ heading }) => heading)).toEqual(['src/a.rs — open', 'src/a.rs — bound'])
  expect(JSON.stringify(sections[0])).toContain('close | confidence 0.90 (inferred) | lines 11-12 | 50% intact')
  expect(sections[0]?.blocks).toContainEqual(expect.objectContaining({ label: 'Same intent' }))
})
