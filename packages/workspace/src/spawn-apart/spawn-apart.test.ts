import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createFixtureRepository } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { SpawnedChild } from './spawned-child.ts'

type Outcome = readonly [stdout: string, stderr: string, code: number | null, signal: NodeJS.Signals | null]

function git(args: readonly string[], cwd: string): ChildProcess {
  return spawn('git', [...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] })
}

async function outcomeOf(child: ChildProcess, input: string | undefined): Promise<Outcome> {
  const texts = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (texts[0] += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (texts[1] += chunk.toString()))
  child.stdin?.on('error', () => undefined)
  if (input !== undefined) child.stdin?.end(input)
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return [texts[0] ?? '', texts[1] ?? '', code, signal]
}

describe.runIf(process.platform === 'linux')('a git that is started apart', () => {
  it('is one', async () => {
    await using repository = await createFixtureRepository()
    const child = git(['--version'], repository.dir)
    expect(child).toBeInstanceOf(SpawnedChild)
    expect((await outcomeOf(child, ''))[0]).toMatch(/^git version /)
  })

  it('reads its input to the end, however long, and each its own', async () => {
    await using repository = await createFixtureRepository()
    const inputs = ['', 'a\n', 'b\n'.repeat(500_000)]
    const outcomes = await Promise.all(inputs.map((input) => outcomeOf(git(['stripspace'], repository.dir), input)))
    expect(outcomes.map(([text, , code]) => [text.length, code])).toEqual([
      [0, 0],
      [2, 0],
      [1_000_000, 0],
    ])
  })

  it('may leave its input unread', async () => {
    await using repository = await createFixtureRepository()
    const errors: NodeJS.ErrnoException[] = []
    const started = Array.from({ length: 10 }, async () => {
      const child = git(['--version'], repository.dir)
      child.stdin?.on('error', (error) => errors.push(error))
      return outcomeOf(child, 'Nobody reads this.\n')
    })
    const codes = (await Promise.all(started)).map(([, , code]) => code)
    // EPIPE also occurs with any child that ends before its input is written.
    const others = errors.filter(({ code }) => code !== 'EPIPE')
    expect({ others, codes }).toEqual({ others: [], codes: started.map(() => 0) })
  })

  it('tells its exit code and what it complains of', async () => {
    await using repository = await createFixtureRepository()
    const [stdout, stderr, code, signal] = await outcomeOf(git(['rev-parse', 'HEAD~1'], repository.dir), '')
    expect({ stdout, code, signal }).toEqual({ stdout: 'HEAD~1\n', code: 128, signal: null })
    expect(stderr).toContain('unknown revision')
  })

  it('is ended by a signal', async () => {
    await using repository = await createFixtureRepository()
    const child = git(['cat-file', '--batch'], repository.dir)
    await once(child, 'spawn')
    expect(child.pid).toBeGreaterThan(0)
    expect(child.kill('SIGKILL')).toBe(true)
    expect(await outcomeOf(child, undefined)).toEqual(['', '', null, 'SIGKILL'])
    expect(child.kill()).toBe(false)
  })

  it('cannot be started in a folder that is not there', async () => {
    const child = git(['--version'], '/nowhere/at/all')
    const [error] = (await once(child, 'error')) as [NodeJS.ErrnoException]
    expect(error).toMatchObject({ code: 'ENOENT', syscall: 'spawn git' })
  })
})
