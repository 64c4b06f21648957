import type { CliIo } from '@chronicle/cli'
import type { ReadOutput } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAcme } from './acme.ts'

let repository: FixtureRepository

beforeAll(async () => {
  repository = await createFixtureRepository()
  await repository.write({ 'src/rates.ts': 'export const RATES = { 2007: 0.19 }\n' })
  const commit = await repository.commit('Add rates')
  await repository.note(commit, {
    $schema: 'chronicle/v1',
    commit,
    timestamp: '2007-01-01T00:00:00Z',
    summary: 'Rates',
    context_level: 'enhanced',
    regions: [
      {
        file: 'src/rates.ts',
        ast_anchor: { type: 'constant', name: 'RATES' },
        lines: { start: 1, end: 1 },
        intent: 'Rates are law.',
      },
    ],
    provenance: { operation: 'initial' },
  })
  await repository.write({ 'src/tax.ts': 'export function tax(net: number): number {\n  return net * 0.19\n}\n' })
  await repository.commit('Add tax')
})

afterAll(() => repository.dispose())

interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

/** Runs the program with in-memory streams and returns what it printed. */
async function acme(args: readonly string[], input = ''): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  let code = 0
  const io: CliIo = {
    stdin: (async function* () {
      yield await Promise.resolve(input)
    })(),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: { PATH: process.env['PATH'] },
    cwd: repository.dir,
    setExitCode: (value) => (code = value),
  }
  await createAcme(io).parseAsync([...args], { from: 'user' })
  return { stdout, stderr, code }
}

it("answers under the host program's names", async () => {
  const region = {
    file: 'src/tax.ts',
    anchor: 'tax',
    intent: 'The rate since 2007.',
    constraints: ['Never round here.'],
    semantic_dependencies: [{ file: 'src/rates.ts', anchor: 'RATES', nature: 'one rate a year' }],
  }
  const stored = await acme(['because', '--live'], JSON.stringify({ summary: 'Tax', regions: [region] }))
  expect(stored.code).toBe(0)

  const why = await acme(['why', 'src/tax.ts', 'tax'])
  expect(why.code).toBe(0)
  expect(why.stdout).toContain('The rate since 2007.')
  expect(why.stdout).toContain('Never round here.')

  const uses = await acme(['uses', 'src/rates.ts', 'RATES'])
  expect(uses.stdout).toContain('one rate a year')

  await repository.write({
    'src/tax.ts': 'export function tax(net: number): number {\n  return Math.round(net * 0.19)\n}\n',
  })
  const review = await acme(['review'])
  expect(review.stdout).toContain('Never round here.')
})

it('weighs by its own scorer', async () => {
  const { stdout } = await acme(['why', 'src/rates.ts', 'RATES', '--format', 'json'])
  // For a region this old, a scorer that follows the specification returns about 0.6, and the default scorer less than
  // 1.
  expect((JSON.parse(stdout) as ReadOutput).regions).toMatchObject([{ intent: 'Rates are law.', confidence: 1 }])
})

it('has commands of its own beside them', async () => {
  expect((await acme(['rules', 'src'])).stdout).toBe('src/tax.ts tax: Never round here.\n')
  const failed = await acme(['rules', 'lib'])
  expect(failed.code).toBe(1)
  expect(failed.stderr).toMatch(/^acme: file_not_found: /)
})

it('reports a failure as data on its own streams', async () => {
  const { stdout, code } = await acme(['why', 'src/absent.ts'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'file_not_found' } })
})
