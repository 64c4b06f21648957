import { describe, expect, test } from 'vitest'
import { chronicle } from '../run-chronicle.ts'
import { useHookSpool } from './hook-spool.ts'
import { expectedEnd, runScenario, type Scenario } from './run-scenario.ts'
import { SCENARIOS } from './scenarios.ts'

const spool = await useHookSpool()

const reconcile = async (dir: string, branch?: string): Promise<void> => {
  const args = ['reconcile', '--format', 'json', ...(branch === undefined ? [] : ['--branch', branch])]
  const run = await chronicle(dir, args)
  if (run.code !== 0) throw new Error(run.stdout)
  const again = await chronicle(dir, args)
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 'unchanged' })
}

type End = Pick<Scenario, 'expected' | 'left'>

/** The sources of a copy still exist with their annotations, so `reconcile` copies nothing. */
const COPIES: Readonly<Record<string, End>> = {
  'cherry-pick': { expected: [], left: ['alpha', 'beta', 'gamma'] },
  'cherry-pick: several, with -x': { expected: [], left: ['alpha', 'beta', 'gamma'] },
  'cherry-pick: then amended': { expected: [], left: ['alpha', 'beta', 'gamma'] },
  'cherry-pick: then merged': { expected: ['alpha@add alpha'] },
  'cherry-pick: with a conflict': { expected: ['alpha@add alpha'], left: ['gamma'] },
  'cherry-pick: with a conflict, ended by commit': { expected: ['alpha@add alpha'], left: ['gamma'] },
}

/** The old commits are still on a branch, which must therefore be named. */
const BRANCHES: Readonly<Record<string, string>> = {
  'merge --squash': 'side',
  'merge --squash: with a message of its own': 'side',
  'rebase: with merges': 'side',
}

/** These scripts depend on what the hooks have carried over. */
const NEEDS_HOOKS: readonly string[] = ['amend: a commit that was amended already gets a note of its own']

describe('annotations stay with their code, without hooks, after reconcile', () => {
  const all = SCENARIOS.filter(({ name }) => !NEEDS_HOOKS.includes(name))
  test.each(all)('$name', async (scenario) => {
    const ended = await runScenario(scenario, spool, {
      env: { CHRONICLE_HOOKS: 'off' },
      after: (dir) => reconcile(dir, BRANCHES[scenario.name]),
    })
    expect(ended).toEqual(expectedEnd(COPIES[scenario.name] ?? scenario))
  })
})
