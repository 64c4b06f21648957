import { LOOKUP_OUTPUT_SCHEMA, type LookupOutput, type ReadRegion } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { regionOf } from '../../../test/read-fixture.ts'
import { fitAnswer } from '../../answer/fit-answer.ts'
import { LOOKUP_ANSWER } from './lookup-answer.ts'

const unit = (name: string): Partial<ReadRegion> => ({
  ast_anchor: { type: 'function', name, signature: `fn ${name}` },
})
const lines = { start: 1, end: 90 }
const REGIONS = [
  regionOf({ ...unit('drain'), intent: 'own', reasoning: 'Why own.', tags: ['a'], confidence: 0.5 }),
  regionOf({ intent: 'lines', reasoning: 'Why lines.', lines, confidence: 0.9 }),
  regionOf({ ...unit('drain'), intent: 'risky', reasoning: 'Why risky.', risk_notes: 'Slow.', confidence: 0.4 }),
  regionOf({ ...unit('Pool'), about: 'enclosing_unit', intent: 'around', reasoning: 'Why around.' }),
  regionOf({ about: 'file', intent: 'file', reasoning: 'Why file.' }),
  regionOf({ about: 'file', intent: 'rule', constraints: [{ text: 'Never.', source: 'author' }] }),
]

const DRAIN = { file: 'a.ts', anchor: 'drain', lines: { start: 10, end: 19 } }

const answerAbout = (
  query: Partial<LookupOutput['query']>,
  resolved: LookupOutput['resolved'] = [DRAIN],
  regions: readonly ReadRegion[] = REGIONS,
): LookupOutput => ({
  $schema: LOOKUP_OUTPUT_SCHEMA,
  query: { file: 'a.ts', at: 'HEAD', commit: 'c'.repeat(40), ...query },
  regions,
  dependents: [],
  cross_cutting: [],
  open_corrections: [],
  history: [],
  resolved,
  stats: { regions: regions.length, dependents: 0, history_steps: 0, open_corrections: 0 },
  diagnostics: [],
  trimmed: null,
})

function stepsOf(query: Partial<LookupOutput['query']>, resolved?: LookupOutput['resolved']): readonly string[] {
  const answer = answerAbout(query, resolved)
  const plan = LOOKUP_ANSWER.plan(answer, { maxTokens: 100, fullTokens: 900 })
  const shown = (count: number): readonly string[] =>
    plan
      .without(count)
      .regions.flatMap(({ intent, reasoning = [], risk_notes = [], tags = [], ast_anchor }) => [
        intent,
        ...[reasoning, risk_notes, tags, ast_anchor?.signature ?? []].flat(),
      ])
  return Array.from({ length: plan.length }, (_, count) => {
    const left = shown(count + 1)
    return shown(count)
      .filter((part) => !left.includes(part))
      .join()
  }).filter((part) => part !== '')
}

describe('what a lookup withholds', () => {
  it('is first about more than the unit that is asked about, and the words of a region before the region', () => {
    expect(stepsOf({ anchor: 'drain' })).toEqual([
      'a',
      'fn drain,fn drain,fn Pool',
      'Why file.',
      'Why lines.',
      'Why around.',
      'file',
      'lines',
      'around',
      'Why own.',
      'Why risky.',
      'Slow.',
      'own',
      'risky',
      'rule',
    ])
  })

  it('is what was inferred about more than the unit before what the history says of it', () => {
    const inferred = { context_level: 'inferred' } as const
    const own = regionOf({ ...unit('drain'), ...inferred, intent: 'own' })
    const file = regionOf({ ...inferred, about: 'file', intent: 'inferred', reasoning: 'Why inferred.' })
    const reason = {
      origin: 'history',
      commit: 'd'.repeat(40),
      timestamp: '',
      passages: [{ text: 'It hung.' }],
    } as const
    const answer = {
      ...answerAbout({ anchor: 'drain' }, [DRAIN], [own, file, ...REGIONS.slice(4)]),
      from_history: [reason],
    }
    const plan = LOOKUP_ANSWER.plan(answer, { maxTokens: 100, fullTokens: 900 })
    const shown = (count: number): readonly string[] => {
      const { from_history: reasons = [], regions } = plan.without(count)
      return [
        ...regions.map(({ intent }) => intent),
        ...reasons.flatMap(({ passages }) => passages.map(({ text }) => text)),
      ]
    }
    const left = Array.from({ length: plan.length + 1 }, (_, count) => shown(count).join())
    expect([...new Set(left)].slice(0, 3)).toEqual([
      'own,inferred,file,rule,It hung.',
      'own,file,rule,It hung.',
      'own,file,rule',
    ])
    // The quote returns as soon as nothing recorded is withheld, whatever else is.
    expect([...(plan.recorded ?? [])].every((position) => position > left.indexOf('own,file,rule'))).toBe(true)
  })

  it('is never about the unit where something short about more than that is shown', () => {
    const own = regionOf({ ...unit('drain'), intent: 'long '.repeat(40) })
    const answer = answerAbout({ anchor: 'drain' }, [DRAIN], [own, ...REGIONS.slice(3)])
    const measure = (each: LookupOutput): number => each.regions.reduce((sum, { intent }) => sum + intent.length, 1)
    const shown = Array.from({ length: measure(answer) }, (_, budget) => {
      const { regions } = fitAnswer(answer, LOOKUP_ANSWER.plan, { maxTokens: budget + 1, measure })
      return regions.map(({ intent }) => intent)
    })
    expect(shown.filter((intents) => intents.includes('file') && !intents.includes(own.intent))).toEqual([])
    expect(shown).toContainEqual(['rule'])
    expect(shown).toContainEqual([own.intent, 'rule'])
  })

  it('is no recorded line of a unit in several parts before its own words', () => {
    const parts = [DRAIN, { ...DRAIN, lines: { start: 20, end: 79 } }]
    const order = stepsOf({ anchor: 'drain' }, parts)
    expect(order.indexOf('Why lines.')).toBeGreaterThan(order.indexOf('Why around.'))
    expect(order.indexOf('lines')).toBeGreaterThan(order.indexOf('Why own.'))
  })

  it('is least valuable first where the file is asked about', () => {
    const order = stepsOf({}).filter((part) => ['own', 'lines', 'risky', 'rule'].includes(part))
    expect(order).toEqual(['own', 'lines', 'risky', 'rule'])
  })
})
