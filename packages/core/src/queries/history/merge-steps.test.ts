import type { HistoryStep } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSteps } from './merge-steps.ts'

function step(commit: string, second: number): HistoryStep {
  return {
    commit,
    timestamp: new Date(second * 1000).toISOString(),
    author: '',
    subject: commit,
    context_level: 'inferred',
    intent: commit,
    constraints: [],
    provenance: { operation: 'initial' },
  }
}

test('two lists are put together by time, each in its own order', () => {
  const times = fc.array(fc.nat({ max: 20 }), { maxLength: 8 })
  fc.assert(
    fc.property(times, times, (a, b) => {
      const recorded = a.toSorted((x, y) => x - y).map((time, index) => step(`a${index}`, time))
      const inferred = b.toSorted((x, y) => x - y).map((time, index) => step(`b${index}`, time))
      const merged = mergeSteps(recorded, inferred)
      expect(merged.filter((each) => recorded.includes(each))).toEqual(recorded)
      expect(merged.filter((each) => inferred.includes(each))).toEqual(inferred)
      expect(merged).toHaveLength(a.length + b.length)
      const order = merged.map(({ timestamp }) => timestamp)
      expect(order).toEqual(order.toSorted())
    }),
  )
})

test('a clock that went back does not change the order of a list', () => {
  const recorded = [step('a', 9), step('b', 3)]
  expect(mergeSteps(recorded, [step('c', 5)]).map(({ commit }) => commit)).toEqual(['c', 'a', 'b'])
})
