import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testEnvironment } from './run-chronicle.ts'

/** The command as a process, from its sources. */
const bin = [
  ...['--conditions=chronicle-source', '--import', import.meta.resolve('tsx')],
  fileURLToPath(new URL('../src/bin.ts', import.meta.url)),
]

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

let repository: FixtureRepository
beforeAll(async () => {
  repository = await createFixtureRepository()
  await repository.write({ 'a.ts': 'export function a() {}\n' })
  await repository.commit('Add')
})
afterAll(() => repository.dispose())

function start(
  args: readonly string[],
  input?: string,
  use?: (child: ReturnType<typeof spawn>) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [...bin, ...args], { cwd: repository.dir, env: { ...testEnvironment } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  if (input !== undefined) child.stdin.end(input)
  use?.(child)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

describe('as a process', () => {
  test('annotates and reads', async () => {
    const input = JSON.stringify({ summary: 'x', regions: [{ file: 'a.ts', anchor: 'a', intent: 'Because' }] })
    expect(await start(['annotate', '--live'], input)).toMatchObject({ code: 0, stderr: '' })
    const read = await start(['read', 'a.ts', 'a'], '')
    expect(read).toMatchObject({ code: 0, stderr: '' })
    expect(read.stdout).toContain('Because')
  })

  test('ends with the exit code', async () => {
    expect(await start(['read', 'absent.ts'], '')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: /u) as string,
    })
    expect((await start(['read'], '')).code).toBe(2)
    expect(await start(['--version'], '')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d/u) as string })
  })

  test('a reader that goes away is no error', async () => {
    const ended = await start(['schema', 'read-output'], '', (child) => {
      child.stdout?.destroy()
    })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('an interrupt while it waits ends it with 130', async () => {
    const ended = await start(['annotate', '--live'], undefined, (child) => {
      // It waits for stdin, which stays open.
      setTimeout(() => child.kill('SIGINT'), 2500)
    })
    expect(ended.code).toBe(130)
  })
})
