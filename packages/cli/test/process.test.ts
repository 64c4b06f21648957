import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import { testEnvironment } from './run-chronicle.ts'

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

const repository = await createFixtureRepository()
afterAll(() => repository.dispose())
await repository.commitFiles('Add', { 'a.ts': 'export function a() {}\n' })

function start(
  args: readonly string[],
  input?: string,
  use?: (child: ReturnType<typeof spawn>) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [...chronicleCommand, ...args], {
    cwd: repository.dir,
    env: { ...testEnvironment },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  // A command that fails early leaves its input unread, which breaks the pipe.
  child.stdin.on('error', () => undefined)
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

  test.skipIf(!existsSync('/dev/full')).each([[['read', 'a.ts']], [['schema', 'read-output']], [['export']]])(
    'an answer that a full disk does not take is a failure: %j',
    (args) => {
      const full = openSync('/dev/full', 'w')
      const { status, stderr } = spawnSync(process.execPath, [...chronicleCommand, ...args], {
        cwd: repository.dir,
        env: { ...testEnvironment },
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      })
      closeSync(full)
      expect(stderr).toMatch(/^error: Cannot write to the standard output: ENOSPC[^\n]*\n$/u)
      expect(status).toBe(1)
    },
  )

  test('an interrupt while it waits ends it with 130', async () => {
    // The command waits for stdin, which stays open. Before it listens for interrupts, Node ends it with the signal, so
    // the test tries again with a longer wait.
    let ended: Ended | undefined
    for (let wait = 1000; ended === undefined || ended.signal === 'SIGINT'; wait *= 2)
      ended = await start(['annotate', '--live'], undefined, (child) => {
        setTimeout(() => child.kill('SIGINT'), wait)
      })
    expect(ended).toMatchObject({ code: 130, signal: null })
  })
})

/** Runs a command in a pseudo-terminal, so its output lines end with CR LF. */
const IN_TERMINAL = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0

describe.skipIf(!hasPython)('in a terminal (made by python3, skipped where there is none)', () => {
  const inTerminal = (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): { code: number | null; text: string } => {
    const words = ['-c', IN_TERMINAL, process.execPath, ...chronicleCommand, ...args]
    const { status, stdout } = spawnSync('python3', words, {
      cwd: repository.dir,
      env: { ...testEnvironment, ...env },
      input: '',
      encoding: 'utf8',
    })
    return { code: status, text: stdout.replaceAll('\r\n', '\n') }
  }
  const MARK = 'sed s/^/PAGED:/'

  test.each([
    [['read', 'a.ts']],
    [['read', '--format', 'pretty', 'a.ts']],
    [['lookup', 'a.ts']],
    [['summary']],
    [['check', 'HEAD']],
    [['doctor']],
  ])('%j goes into the pager', (args) => {
    const { code, text } = inTerminal(args, { GIT_PAGER: MARK })
    expect(code).toBe(0)
    expect(text).toMatch(/^PAGED:/mu)
  })

  test('which is chosen as git chooses it', async () => {
    expect(inTerminal(['read', 'a.ts'], { PAGER: MARK }).text).toContain('PAGED:')
    await repository.git('config', 'core.pager', 'sed s/^/CONFIGURED:/')
    expect(inTerminal(['read', 'a.ts'], { PAGER: MARK }).text).toContain('CONFIGURED:')
    expect(inTerminal(['read', 'a.ts'], { GIT_PAGER: MARK }).text).toContain('PAGED:')
    await repository.git('config', '--unset', 'core.pager')
    const settings = inTerminal(['read', 'a.ts'], { GIT_PAGER: 'cat > /dev/null; echo "LESS=$LESS $GIT_PAGER_IN_USE"' })
    expect(settings.text).toBe('LESS=FRX true\n')
    expect(inTerminal(['read', 'a.ts'], { GIT_PAGER: 'true' })).toEqual({ code: 0, text: '' })
  })

  test('not when it is not wanted', () => {
    for (const args of [
      ['--no-pager', 'read', 'a.ts'],
      ['read', '--no-pager', 'a.ts'],
      ['read', 'a.ts', '--format', 'json'],
    ]) {
      const { code, text } = inTerminal(args, { GIT_PAGER: MARK })
      expect([code, text.includes('PAGED:'), text.includes('Because')]).toEqual([0, false, true])
    }
    for (const none of ['', 'cat']) expect(inTerminal(['read', 'a.ts'], { GIT_PAGER: none }).text).toContain('Because')
  })

  test('not for a pipe', async () => {
    expect((await start(['read', 'a.ts'], '')).stdout).not.toContain('PAGED:')
  })

  test('the answer is printed where the pager cannot be run', () => {
    for (const absent of ['no-such-pager', 'no-such-pager -R']) {
      expect(inTerminal(['read', 'a.ts'], { GIT_PAGER: absent })).toMatchObject({
        code: 0,
        text: expect.stringContaining('Because') as string,
      })
    }
  })

  test('a failure is said once', () => {
    const { code, text } = inTerminal(['read', 'absent.ts'], { GIT_PAGER: MARK, NO_COLOR: '1' })
    expect([code, text.match(/File not found/gu)?.length]).toEqual([1, 1])
    expect(text).toMatch(/^error: /u)
  })

  test('the exit code stays that of the command', () => {
    expect(inTerminal(['doctor', '--fail-on', 'info'], { GIT_PAGER: MARK }).code).toBe(3)
  })
})
