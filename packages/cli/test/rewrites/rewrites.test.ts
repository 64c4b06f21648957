import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHookSpool, type HookSpool } from './hook-spool.ts'
import { runScenario } from './run-scenario.ts'
import { SCENARIOS } from './scenarios.ts'

let spool: HookSpool
beforeAll(async () => {
  spool = await openHookSpool()
})
afterAll(() => spool.close())

describe('annotations stay with their code, through the hooks', () => {
  for (const scenario of SCENARIOS) {
    test(scenario.name, async () => {
      const errorsBefore = spool.errorTexts.length
      const { found, left, wrong } = await runScenario(scenario, spool)
      expect(spool.errorTexts.slice(errorsBefore)).toEqual([])
      expect({ found, left, wrong }).toEqual({
        found: [...scenario.expected].sort(),
        left: scenario.left ?? [],
        wrong: [],
      })
    })
  }

  test('there are at least forty of them', () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40)
  })
})
