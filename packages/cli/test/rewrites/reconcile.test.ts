import { describe, expect, test } from 'vitest'
import { chronicle } from '../run-chronicle.ts'
import { useHookSpool } from './hook-spool.ts'
import { expectedEnd, runScenario } from './run-scenario.ts'
import { SCENARIOS } from './scenarios.ts'

const spool = await useHookSpool()

const reconcile = async (dir: string): Promise<void> => {
  const args = ['reconcile', '--format', 'json']
  const run = await chronicle(dir, args)
  if (run.code !== 0) throw new Error(run.stdout)
  const again = await chronicle(dir, args)
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 'unchanged' })
}

/** Once both branches are merged, the annotation on the source of the copy is found without being copied. */
const MERGED = 'cherry-pick: then merged'

/** These scripts depend on what the hooks have carried over. */
const NEEDS_HOOKS: readonly string[] = ['amend: a commit that was amended already gets a note of its own']

describe('annotations stay with their code, without hooks, after reconcile', () => {
  const all = SCENARIOS.filter(({ name }) => !NEEDS_HOOKS.includes(name))
  test.each(all)('$name', async (scenario) => {
    const ended = await runScenario(scenario, spool, {
      env: { CHRONICLE_HOOKS: 'off' },
      after: reconcile,
    })
    expect(ended).toEqual(expectedEnd(scenario.name === MERGED ? { expected: ['alpha@add alpha'] } : scenario))
  })
})
