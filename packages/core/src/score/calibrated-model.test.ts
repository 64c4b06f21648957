import { completeRegion, omitUndefined } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { calibratedFeatures, CALIBRATED_COEFFICIENTS, CODE_FEATURES, UNKNOWN_SURVIVAL } from './calibrated-model.ts'

const region = completeRegion({ file: 'a.rs', intent: 'x' })
const claims = { constraint: 0, rejected_alternative: 0, risk: 0, task: 0, intent: 0 }

describe('what the model knows of a region', () => {
  it.each([
    ['exact', 0, 0, 0],
    ['unqualified', 0, 0, 0],
    ['signature_changed', 1, 0, 0],
    ['fuzzy', 1, 1, 0],
    ['line_overlap', 1, 1, 0],
    ['whole_file', 1, 1, 0],
    ['gone', 1, 1, 1],
  ] as const)('an anchor that matches %s is so many steps away', (anchorMatch, changed, byLines, gone) => {
    expect(calibratedFeatures({ anchorMatch, survival: 1, region })).toEqual({
      ...claims,
      intent: 1,
      lines_changed: 0,
      any_line_changed: 0,
      anchor_changed: changed,
      anchor_by_lines: byLines,
      anchor_gone: gone,
    })
  })

  it('has one claim, the strongest', () => {
    const kinds = [
      { constraints: [{ text: 'x', source: 'author' as const }] },
      { rejected_alternatives: [{ approach: 'x', reason: 'y' }] },
      { risk_notes: 'May wrap.' },
      { risk_notes: 'FIXME' },
      {},
    ].map((fields) => calibratedFeatures({ anchorMatch: 'exact', survival: 1, region: { ...region, ...fields } }))
    const order = ['constraint', 'rejected_alternative', 'risk', 'task', 'intent'] as const
    expect(kinds.map((features) => order.map((claim) => features[claim]))).toEqual([
      [1, 0, 0, 0, 0],
      [0, 1, 0, 0, 0],
      [0, 0, 1, 0, 0],
      [0, 0, 0, 1, 0],
      [0, 0, 0, 0, 1],
    ])
  })

  it.each([
    [1, { lines_changed: 0, any_line_changed: 0 }],
    [0.75, { lines_changed: 0.25, any_line_changed: 1 }],
    [0, { lines_changed: 1, any_line_changed: 1 }],
    [-3, { lines_changed: 1, any_line_changed: 1 }],
    [3, { lines_changed: 0, any_line_changed: 0 }],
    [undefined, UNKNOWN_SURVIVAL],
    [Number.NaN, UNKNOWN_SURVIVAL],
  ])('an intact share of %s', (survival, changes) => {
    const facts = { anchorMatch: 'exact' as const, region, ...omitUndefined({ survival }) }
    expect(calibratedFeatures(facts)).toMatchObject(changes)
  })
})

it('lets no fact about the code make a region surer', () => {
  const raising = CODE_FEATURES.filter((name) => !(CALIBRATED_COEFFICIENTS[name] <= 0))
  expect(raising).toEqual([])
  expect(CODE_FEATURES).toHaveLength(5)
})
