import type { CliIo } from '@chronicle/cli'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAcme } from './acme.ts'

let repository: FixtureRepository

beforeAll(async () => {
  repository = await createFixtureRepository()
  await repository.write({ 'src/tax.ts': 'export function tax(net: number): number {\n  return net * 0.19\n}\n' })
  await repository.commit('Add tax')
})

afterAll(() => repository.dispose())

/** Runs the program on streams of our own and returns what it printed. */
async function acme(args: readonly string[], input = ''): Promise<{ readonly stdout: string; readonly code: number }> {
  let stdout = ''
  let code = 0
  const io: CliIo = {
    stdin: (async function* () {
      yield await Promise.resolve(input)
    })(),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: () => true },
    env: { PATH: process.env['PATH'] },
    cwd: repository.dir,
    setExitCode: (value) => (code = value),
  }
  await createAcme(io).parseAsync([...args], { from: 'user' })
  return { stdout, code }
}

it("answers under the host program's names", async () => {
  const region = {
    file: 'src/tax.ts',
    anchor: 'tax',
    intent: 'The rate since 2007.',
    constraints: ['Never round here.'],
  }
  const stored = await acme(['because', '--live'], JSON.stringify({ summary: 'Tax', regions: [region] }))
  expect(stored.code).toBe(0)

  const { stdout, code } = await acme(['why', 'src/tax.ts', 'tax'])
  expect(code).toBe(0)
  expect(stdout).toContain('The rate since 2007.')
  expect(stdout).toContain('Never round here.')
})

it('reports a failure as data on its own streams', async () => {
  const { stdout, code } = await acme(['why', 'src/absent.ts'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'file_not_found' } })
})
