import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { annotate, chronicle, type CliRun, pathWithoutUs, testEnvironment } from './run-chronicle.ts'
import { createStation, type Station } from './station.ts'

let station: Station
beforeEach(async () => {
  station = await createStation()
})
afterEach(() => station.repository.dispose())

/** What Claude Code gives a hook, as documented. */
const base = (name: string) => ({
  session_id: 'abc123',
  transcript_path: '/home/ada/.claude/projects/x/abc123.jsonl',
  cwd: station.dir,
  permission_mode: 'default',
  hook_event_name: name,
  tool_use_id: 'toolu_01ABC',
})
const edit = (path: string, more: object = {}) => ({
  ...base('PreToolUse'),
  tool_name: 'Edit',
  tool_input: { file_path: path, old_string: 'a', new_string: 'b', replace_all: false },
  ...more,
})
const bash = (command: string, more: object = {}) => ({
  ...base('PostToolUse'),
  tool_name: 'Bash',
  tool_input: { command, description: 'x' },
  tool_response: { stdout: '', stderr: '', interrupted: false, isImage: false },
  ...more,
})

/** Claude Code starts hooks in its own folder, which need not be that of the file. */
const hook = (input: unknown, env: Readonly<Record<string, string>> = {}): Promise<CliRun> =>
  chronicle('/', ['hook', 'claude-code'], { input: typeof input === 'string' ? input : JSON.stringify(input), env })

const contextOf = (run: CliRun, event: string): string => {
  expect(run).toMatchObject({ code: 0, stderr: '' })
  const { hookSpecificOutput, ...rest } = JSON.parse(run.stdout) as {
    readonly hookSpecificOutput: Record<string, string>
  }
  const { hookEventName, additionalContext, ...others } = hookSpecificOutput
  // No decision: whether the edit is allowed is not for this hook to say.
  expect({ hookEventName, rest, others }).toEqual({ hookEventName: event, rest: {}, others: {} })
  return additionalContext ?? ''
}
const SILENT = { code: 0, stdout: '', stderr: '' }

describe('before an edit', () => {
  test.each(['Edit', 'MultiEdit', 'Write'])('%s is told what is recorded about the file', async (tool) => {
    const context = contextOf(await hook(edit(join(station.dir, 'src/client.rs'), { tool_name: tool })), 'PreToolUse')
    expect(context).toContain('not instructions')
    expect(context).toContain('Give up before the watchdog does')
    expect(context).toContain('src/pool.ts')
  })

  test('once in a session, until something else is recorded', async () => {
    const input = edit(join(station.dir, 'src/client.rs'))
    expect(contextOf(await hook(input), 'PreToolUse')).toContain('watchdog')
    expect(await hook(input)).toEqual(SILENT)
    expect(contextOf(await hook({ ...input, session_id: 'other' }), 'PreToolUse')).toContain('watchdog')
    expect(contextOf(await hook({ ...input, session_id: undefined }), 'PreToolUse')).toContain('watchdog')
    await annotate(station.dir, {
      summary: 'z',
      commit: station.retry,
      regions: [{ file: 'src/client.rs', anchor: 'connect', intent: 'Newer' }],
    })
    expect(contextOf(await hook(input), 'PreToolUse')).toContain('Newer')
  })

  test('within its budget', async () => {
    const regions = Array.from({ length: 20 }, (_, n) => ({
      file: 'src/client.rs',
      anchor: 'connect',
      intent: `Reason ${n}: ${'word '.repeat(40)}`,
    }))
    await annotate(station.dir, { summary: 'z', commit: station.retry, regions })
    const context = contextOf(await hook(edit(join(station.dir, 'src/client.rs'))), 'PreToolUse')
    expect(context.length / 4).toBeLessThanOrEqual(600)
    expect((await createGptTokenCounter('o200k_base'))._unsafeUnwrap().count(context)).toBeLessThanOrEqual(700)
    expect(context).toContain('git chronicle')
  })

  test('a notebook, a path relative to its folder, one through a symbolic link', async () => {
    const notebook = {
      ...edit(''),
      tool_name: 'NotebookEdit',
      tool_input: { notebook_path: join(station.dir, 'docs/runbook.txt') },
    }
    expect(contextOf(await hook(notebook), 'PreToolUse')).toContain('What to do at night')
    expect(contextOf(await hook(edit('pool.ts', { cwd: join(station.dir, 'src') })), 'PreToolUse')).toContain('four')
  })

  test('nothing at all where nothing is recorded', async () => {
    await station.repository.write({ 'src/bare.ts': 'export {}\n' })
    const outside = await mkdtemp(join(tmpdir(), 'chronicle-none-'))
    for (const path of [
      join(station.dir, 'src/bare.ts'),
      join(station.dir, 'src/new.ts'),
      join(station.dir, 'new/folder/new.ts'),
      join(station.dir, '.git/config'),
      join(outside, 'x.ts'),
    ]) {
      expect(await hook(edit(path)), path).toEqual(SILENT)
    }
    expect(await hook({ ...edit(join(station.dir, 'src/client.rs')), tool_name: 'Read' })).toEqual(SILENT)
    await rm(outside, { recursive: true })
  })

  test('a session is forgotten after a week, and a folder that cannot be written costs a repetition', async () => {
    const input = edit(join(station.dir, 'src/client.rs'))
    await hook(input)
    const folder = join(station.dir, '.git/chronicle/hook-sessions')
    const [old = ''] = await readdir(folder)
    await utimes(join(folder, old), 1, 1)
    await hook({ ...input, session_id: 'other' })
    expect(await readdir(folder)).toHaveLength(1)
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    for (const _ of [1, 2]) expect(contextOf(await hook(input), 'PreToolUse')).toContain('watchdog')
  })
})

describe('after a commit', () => {
  beforeEach(async () => {
    await station.repository.write({ 'src/new.ts': "export const it = 'x'\n" })
    await station.repository.commit("Add what's new")
  })

  /** The fixture pins dates; this makes one of this moment. */
  const commitNow = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const now = `${Math.floor(Date.now() / 1000)} +0000`
      const env = {
        ...testEnvironment,
        GIT_COMMITTER_DATE: now,
        GIT_COMMITTER_NAME: 'A',
        GIT_COMMITTER_EMAIL: 'a@b',
        GIT_AUTHOR_NAME: 'A',
        GIT_AUTHOR_EMAIL: 'a@b',
      }
      const child = spawn('git', ['commit', '-q', '--amend', '--no-edit'], { cwd: station.dir, env })
      child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`git ended with ${code}`))))
    })

  test('without an annotation: one reminder, whose command works', async () => {
    await commitNow()
    const context = contextOf(await hook(bash('git add . && git commit -m x')), 'PostToolUse')
    expect(context).toContain("(Add what's new)")
    const [, input = ''] = /<<'EOF'\n([^]*)\nEOF$/u.exec(context) ?? []
    expect(JSON.parse(input)).toMatchObject({ regions: [{ file: 'src/new.ts' }] })
    expect(await hook(bash('git commit -m y'))).toEqual(SILENT)
    const anchored = input.replace('the function or class', 'it')
    const run = await chronicle(station.dir, ['annotate', '--live'], { input: anchored })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(await hook(bash('git commit -m y', { session_id: 'other' }))).toEqual(SILENT)
  })

  test('none when it is annotated, not of this moment, or no commit was asked for', async () => {
    expect(await hook(bash('git commit -m x'))).toEqual(SILENT)
    await commitNow()
    expect(await hook(bash('git log'))).toEqual(SILENT)
    expect(await hook(bash('git -C src commit -m x', { cwd: tmpdir() }))).toEqual(SILENT)
    await annotate(station.dir, { summary: 'z', regions: [{ file: 'src/new.ts', intent: 'New' }] })
    expect(await hook(bash('git commit -m x'))).toEqual(SILENT)
  })

  test('in a repository without commits', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'chronicle-empty-'))
    await station.repository.git('init', '-q', empty)
    expect(await hook(bash('git commit -m x', { cwd: empty }))).toEqual(SILENT)
    await rm(empty, { recursive: true })
  })
})

describe('it never stands in the way', () => {
  test.each(['', 'x', '[]', '{}', '{"hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_input": {}}'])(
    'given %j it says so on stderr',
    async (input) => {
      const run = await hook(input)
      expect(run).toMatchObject({ code: 0, stdout: '' })
      expect(run.stderr).toBe('warning: The input is not that of a hook of Claude Code.\n')
    },
  )

  test('nor with a damaged note, a setting that cannot be, or a broken repository', async () => {
    const input = edit(join(station.dir, 'src/client.rs'))
    const wrong = await hook(input, { CHRONICLE_HALF_LIFE: 'x', CHRONICLE_DEPTH: 'deep' })
    expect(wrong).toMatchObject({ code: 0, stdout: '' })
    expect(wrong.stderr).toMatch(/^warning: .*CHRONICLE_DEPTH.*\n$/u)
    await writeFile(join(station.dir, '.git/HEAD'), 'nonsense')
    const broken = await hook(input)
    expect(broken).toMatchObject({ code: 0, stdout: '' })
  })

  test('as Claude Code runs it: through a shell, with the command missing as well', async () => {
    const bin = join(station.dir, '.git/bin')
    await mkdir(bin)
    const program = [
      process.execPath,
      '--conditions=chronicle-source',
      '--import',
      import.meta.resolve('tsx'),
      fileURLToPath(new URL('../src/bin.ts', import.meta.url)),
    ]
    await writeFile(
      join(bin, 'git-chronicle'),
      `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`,
    )
    await chmod(join(bin, 'git-chronicle'), 0o755)
    const run = (path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const child = spawn('sh', ['-c', 'git chronicle hook claude-code || true'], {
          env: { ...testEnvironment, PATH: path },
        })
        let stdout = ''
        child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
        child.on('close', (code) => (code === 0 ? resolve(stdout) : reject(new Error(`ended with ${code}`))))
        child.stdin.end(JSON.stringify(edit(join(station.dir, 'src/client.rs'))))
      })
    expect(await run(pathWithoutUs())).toBe('')
    expect(await run(`${bin}:${process.env['PATH'] ?? ''}`)).toContain('watchdog')
  })
})
