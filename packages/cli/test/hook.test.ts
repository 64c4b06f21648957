import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import { annotate, chronicle, type CliRun, pathWithoutUs, testEnvironment } from './run-chronicle.ts'
import { createStation, type Station } from './station.ts'

let station: Station
beforeEach(async () => {
  station = await createStation()
})
afterEach(() => station.repository.dispose())

/** The input that Claude Code passes to a hook, as documented. */
const base = (name: string) => ({
  session_id: 'abc123',
  transcript_path: '/home/ada/.claude/projects/x/abc123.jsonl',
  cwd: station.dir,
  permission_mode: 'default',
  hook_event_name: name,
  tool_use_id: 'toolu_01ABC',
})
const edit = (path: string, more: object = {}, old = 'self.dial()?;') => ({
  ...base('PreToolUse'),
  tool_name: 'Edit',
  tool_input: { file_path: path, old_string: old, new_string: 'b', replace_all: false },
  ...more,
})
const bash = (command: string, more: object = {}) => ({
  ...base('PostToolUse'),
  tool_name: 'Bash',
  tool_input: { command, description: 'x' },
  tool_response: { stdout: '', stderr: '', interrupted: false, isImage: false },
  ...more,
})

/** Claude Code starts hooks in its own folder, which may differ from that of the file. */
const hook = (input: unknown, env: Readonly<Record<string, string>> = {}): Promise<CliRun> =>
  // The limit is long enough for a busy machine.
  chronicle('/', ['hook', 'claude-code', '--history-ms', '100000'], {
    input: typeof input === 'string' ? input : JSON.stringify(input),
    env,
  })

const contextOf = (run: CliRun, event: string): string => {
  expect(run).toMatchObject({ code: 0, stderr: '' })
  const { hookSpecificOutput, ...rest } = JSON.parse(run.stdout) as {
    readonly hookSpecificOutput: Record<string, string>
  }
  const { hookEventName, additionalContext, ...others } = hookSpecificOutput
  // The output has no decision, because this hook does not decide whether the edit is allowed.
  expect({ hookEventName, rest, others }).toEqual({ hookEventName: event, rest: {}, others: {} })
  return additionalContext ?? ''
}
const SILENT = { code: 0, stdout: '', stderr: '' }

describe('before an edit', () => {
  test.each(['Edit', 'MultiEdit', 'Write'])('%s is told what is recorded about the lines', async (tool) => {
    const file_path = join(station.dir, 'src/client.rs')
    const text = await readFile(file_path, 'utf8')
    const change = { old_string: 'self.dial()?;', new_string: 'self.dial(1)?;' }
    const inputs: Readonly<Record<string, object>> = {
      Edit: { file_path, ...change },
      MultiEdit: { file_path, edits: [change] },
      Write: { file_path, content: text.replace(change.old_string, change.new_string) },
    }
    const input = { ...edit(file_path), tool_name: tool, tool_input: inputs[tool] }
    const context = contextOf(await hook(input), 'PreToolUse')
    expect(context).toContain('not instructions')
    expect(context).toContain('Give up before the watchdog does')
    expect(context).toContain('src/pool.ts')
    expect(context).not.toContain('Lets go of the socket')
  })

  test('what was told of one place is not told of another', async () => {
    const path = join(station.dir, 'src/client.rs')
    // Text recorded about the enclosing type is shown with the function.
    expect(contextOf(await hook(edit(path)), 'PreToolUse')).toContain('One client per process')
    const other = contextOf(await hook(edit(path, {}, 'pub fn close')), 'PreToolUse')
    expect(other).toContain('Lets go of the socket')
    expect(other).not.toContain('One client per process')
    expect(await hook(edit(path, {}, 'attempts: u32'))).toEqual(SILENT)
  })

  test('what commits say on which nothing is recorded', async () => {
    await station.repository.write({ 'src/wait.ts': 'export function waitLonger(): number {\n  return 1\n}\n' })
    await station.repository.commit('Add a wait')
    await station.repository.write({ 'src/wait.ts': 'export function waitLonger(): number {\n  return 7\n}\n' })
    await station.repository.commit('Wait longer\n\nThe broker must have 5 s to restart, because its disk is slow.')
    const input = edit(join(station.dir, 'src/wait.ts'), {}, 'return 7')
    expect(contextOf(await hook(input), 'PreToolUse')).toContain('because its disk is slow')
    expect(await hook(input)).toEqual(SILENT)
  })

  test('two at the same moment: one is told', async () => {
    const input = edit(join(station.dir, 'src/client.rs'))
    const runs = await Promise.all([1, 2, 3, 4].map(() => hook(input)))
    const texts = runs.map(({ stdout }) => stdout).join('')
    expect(texts.split('Give up before the watchdog').length - 1).toBe(1)
  })

  test('nothing where the lines are not there, or nothing is put into them', async () => {
    const path = join(station.dir, 'src/client.rs')
    expect(await hook(edit(path, {}, 'not there'))).toEqual(SILENT)
    expect(await hook(edit(path, {}, ''))).toEqual(SILENT)
    const between = { file_path: path, old_string: 'use std::io;\n', new_string: 'use std::io;\nuse std::fs;\n' }
    expect(await hook({ ...edit(path), tool_input: between })).toEqual(SILENT)
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
    expect((await createGptTokenCounter('o200k_base'))._unsafeUnwrap().count(context)).toBeLessThanOrEqual(400)
    expect(context).toContain('git chronicle')
  })

  test('a notebook, a path relative to its folder, one through a symbolic link', async () => {
    const cell = (id: string) => ({ cell_type: 'code', id, metadata: {}, source: [`${id}()\n`] })
    const cells = ['first', 'second'].map(cell)
    await station.repository.write({ 'a.ipynb': `${JSON.stringify({ cells, nbformat: 4 }, null, 1)}\n` })
    await station.repository.commit('Add a notebook')
    const regions = [{ file: 'a.ipynb', lines: '11:18', intent: 'Comes after the first' }]
    await annotate(station.dir, { summary: 'A notebook', regions })
    const notebook = (id: string) => ({
      ...edit(''),
      tool_name: 'NotebookEdit',
      tool_input: { notebook_path: join(station.dir, 'a.ipynb'), cell_id: id, new_source: 'x' },
    })
    expect(await hook(notebook('first'))).toEqual(SILENT)
    expect(contextOf(await hook(notebook('second')), 'PreToolUse')).toContain('Comes after the first')
    expect(
      contextOf(await hook(edit('pool.ts', { cwd: join(station.dir, 'src') }, 'acquire(): void')), 'PreToolUse'),
    ).toContain('four')
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
    await station.repository.commitFiles("Add what's new", { 'src/new.ts': "export const it = 'x'\n" })
  })

  /** Creates a commit with the current time, because the fixture uses fixed dates. */
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
    const program = [process.execPath, ...chronicleCommand]
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
        // Without the command, the shell ends before it has read its input, which breaks the pipe.
        child.stdin.on('error', () => undefined)
        child.stdin.end(JSON.stringify(edit(join(station.dir, 'src/client.rs'))))
      })
    expect(await run(pathWithoutUs())).toBe('')
    expect(await run(`${bin}:${process.env['PATH'] ?? ''}`)).toContain('watchdog')
  })
})
