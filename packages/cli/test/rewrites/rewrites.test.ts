import { describe, expect, test } from 'vitest'
import { useHookSpool } from './hook-spool.ts'
import { expectedEnd, runScenario } from './run-scenario.ts'
import { SCENARIOS } from './scenarios.ts'

const spool = await useHookSpool()

describe('annotations stay with their code, through the hooks', () => {
  for (const scenario of SCENARIOS) {
    test(scenario.name, async () => {
      const errorsBefore = spool.errorTexts.length
      const ended = await runScenario(scenario, spool)
      expect(spool.errorTexts.slice(errorsBefore)).toEqual([])
      expect(ended).toEqual(expectedEnd(scenario))
    })
  }

  test('there are at least forty of them', () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40)
  })
})
