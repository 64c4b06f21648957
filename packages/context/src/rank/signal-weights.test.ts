import type { RepoPath, TaskType } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { FileScores } from '../signals/signal.ts'
import { DEFAULT_WEIGHTS, signalWeights } from './signal-weights.ts'

const scored: FileScores = new Map([['a.ts' as RepoPath, 0.5]])
const silent: FileScores = new Map([['a.ts' as RepoPath, 0]])
const ALL = new Map(Object.keys(DEFAULT_WEIGHTS).map((name) => [name, scored]))

const sumOf = (weights: Readonly<Record<string, number>>): number =>
  Object.values(weights).reduce((sum, weight) => sum + weight, 0)

describe('the weights of signals', () => {
  it('are the default ones where nothing adjusts them', () => {
    const weights = signalWeights('feature', ALL)
    expect(Object.keys(weights)).toEqual(Object.keys(DEFAULT_WEIGHTS))
    for (const [name, weight] of Object.entries(DEFAULT_WEIGHTS)) expect(weights[name]).toBeCloseTo(weight, 12)
  })

  it.each<TaskType>(['bug_fix', 'feature', 'refactor', 'test', 'investigation'])('sum to 1 for %s', (type) => {
    expect(sumOf(signalWeights(type, ALL))).toBeCloseTo(1, 12)
  })

  it('look at recency and not at centrality for a fault', () => {
    const weights = signalWeights('bug_fix', ALL)
    // 1 - 0.05 - 0.05 + 0.15 before normalisation.
    expect(weights['recency']).toBeCloseTo(0.15 / 1.05, 12)
    expect(weights['structural_centrality']).toBeUndefined()
  })

  it('look at central files for a refactoring and at symbols for tests', () => {
    expect(signalWeights('refactor', ALL)['structural_centrality']).toBeCloseTo(0.15 / 1.1, 12)
    expect(signalWeights('test', ALL)['symbol_match']).toBeCloseTo(0.3 / 1.05, 12)
  })

  it.each([
    ['absent', undefined],
    ['empty', new Map()],
    ['zero for every file', silent],
  ])('give the weight of a signal whose scores are %s to the others in proportion', (_, scores) => {
    const lists = new Map(ALL)
    if (scores === undefined) lists.delete('concept_overlap')
    else lists.set('concept_overlap', scores)
    const weights = signalWeights('feature', lists)
    expect(sumOf(weights)).toBeCloseTo(1, 12)
    expect(weights['concept_overlap']).toBeUndefined()
    expect(weights['symbol_match']).toBeCloseTo(0.25 / 0.9, 12)
    expect(weights['recency']).toBeCloseTo(0.05 / 0.9, 12)
  })

  it('are none where no signal has scores', () => {
    expect(signalWeights('bug_fix', new Map())).toEqual({})
  })

  it('are those chosen, whatever the kind of task', () => {
    const weights = signalWeights('bug_fix', ALL, { recency: 0, structural_centrality: 0.2 })
    expect(weights['recency']).toBeUndefined()
    // 1 - 0.05 - 0.05 + 0.2 before normalisation.
    expect(weights['structural_centrality']).toBeCloseTo(0.2 / 1.1, 12)
  })
})
