import { createFixtureRepository } from '@chronicle/testing'
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

test('does not say that a change is nowhere when somebody else made it too', async () => {
  await using repository = await createFixtureRepository()
  await repository.commitFiles('Base', { 'a.ts': 'export const a = 1\n' })
  await repository.branch('other')
  await repository.commitFiles('Two', { 'a.ts': 'export const a = 2\n' })
  const input = JSON.stringify({ summary: 'Two', regions: [{ file: 'a.ts', intent: 'Two' }] })
  expect((await chronicle(repository.dir, ['annotate', '--live'], { input })).code).toBe(0)
  await repository.checkout('other')
  await repository.write({ 'a.ts': 'export const a = 2\n' })
  await repository.git('commit', '-qam', 'Deux', '--author', 'Zoe <zoe@example.org>')
  await repository.checkout('main')
  await repository.git('reset', '-q', '--hard', 'HEAD~1')
  const { stdout } = await chronicle(repository.dir, ['reconcile'])
  expect(stdout).toContain('Nothing to carry; 1 without a known successor.')
  expect(stdout).toContain('no commit was recognised as its successor')
})
