import { execFile } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { runCli } from '@chronicle/cli'
import { openChronicle } from '@chronicle/node'
import type { TranscriptReceipt } from '@chronicle/schema'
import { transcriptReceiptSchema } from '@chronicle/schema/validate'
import { plantedSecrets } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildSessions, type BuiltSessions } from './build-sessions.ts'
import { MADE_FILES, DEVELOPMENT_SESSIONS } from './made-sessions.ts'
import type { SessionScript } from './session-script.ts'

let built: BuiltSessions
beforeEach(async () => {
  built = await buildSessions(DEVELOPMENT_SESSIONS, MADE_FILES)
})
afterEach(() => built.repository.dispose())

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function chronicle(
  args: readonly string[],
  { cwd = built.repository.dir, input, terminal = false }: { cwd?: string; input?: string; terminal?: boolean } = {},
): Promise<Run> {
  const [out, error]: [string[], string[]] = [[], []]
  const code = await runCli(args, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: built.home,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    },
    stdin: Object.assign(Readable.from(input === undefined ? [] : [input]), { isTTY: terminal || input === undefined }),
    stdout: { write: (text: string) => out.push(text), ...(terminal ? { isTTY: true, columns: 100 } : {}) },
    stderr: { write: (text: string) => error.push(text) },
  })
  return { code, stdout: out.join(''), stderr: error.join('') }
}

async function imported(...args: readonly string[]): Promise<TranscriptReceipt> {
  const run = await chronicle(['import', 'transcripts', '--json', ...args])
  expect(run.stderr).toBe('')
  return transcriptReceiptSchema.parse(JSON.parse(run.stdout))
}

const git = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)('git', [...args], { cwd: built.repository.dir })).stdout.trim()
const hasNotes = async (): Promise<boolean> => (await git('for-each-ref', 'refs/notes')) !== ''

test('shows what was stated, and stores nothing unless it is told to', async () => {
  const run = await chronicle(['import', 'transcripts'])
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toContain('rule: Deleted users stay in the audit log for ten years')
  expect(run.stdout).toContain('Nothing is stored yet. To store it, add --yes.')
  expect(await hasNotes()).toBe(false)
  const dry = await imported('--yes', '--dry-run')
  expect(dry).toMatchObject({ status: 'shown', dry_run: true })
  expect(await hasNotes()).toBe(false)
})

test('asks at a terminal', async () => {
  const refused = await chronicle(['import', 'transcripts'], { input: 'n\n', terminal: true })
  expect(refused.stdout).toContain('Store them? [y/N] Nothing was stored.')
  expect(await hasNotes()).toBe(false)
  const agreed = await chronicle(['import', 'transcripts'], { input: 'y\n', terminal: true })
  expect(agreed.stdout).toContain('Stored in refs/notes/chronicle.')
  expect(await hasNotes()).toBe(true)
})

test('stores each statement once, in the words of the person, with its message', async () => {
  const stored = await imported('--yes')
  expect(stored).toMatchObject({ status: 'stored', transcripts: { read: 2, used: 2, failed: 0 } })
  expect(await imported('--yes')).toMatchObject({ status: 'nothing_new' })
  const notes = await git('notes', '--ref=chronicle', 'show', built.commits.get('users') ?? '')
  const note = JSON.parse(notes) as { regions: readonly Record<string, unknown>[]; context_level: string }
  expect(note.context_level).toBe('enhanced')
  expect(note.regions).toMatchObject([
    {
      file: 'src/users.ts',
      ast_anchor: { name: 'nameOf' },
      constraints: [{ source: 'author' }],
      evidence: [
        {
          kind: 'author_context',
          url: expect.stringMatching(/^codex:22222222-2222-7222-8222-222222222222#line-\d+$/) as unknown,
        },
        {},
      ],
    },
  ])
  const read = await chronicle(['read', 'src/users.ts'])
  expect(read.stdout).toContain('so never assume that a user id resolves')
})

test('takes one session, one commit, or what was written to since then', async () => {
  const all = await imported()
  const one = await imported('--session', '2222')
  expect(one.transcripts.read).toBe(1)
  expect(one.statements.every(({ source }) => source.startsWith('codex:'))).toBe(true)
  const commit = built.commits.get('cache') ?? ''
  const about = await imported('--commit', commit)
  expect(about.statements).toEqual(all.statements.filter((each) => each.commit === commit))
  expect(about.statements.length).toBeGreaterThan(0)
  expect(await imported('--since', '2099-01-01')).toMatchObject({ status: 'nothing_found', transcripts: { read: 0 } })
})

test('reads transcripts of another machine with --from', async () => {
  const away = join(built.home, 'away')
  await rename(join(built.home, '.codex'), away)
  await rename(join(built.home, '.claude'), join(built.home, '.elsewhere'))
  for (const name of (await readdir(away, { recursive: true })).filter((each) => each.endsWith('.jsonl'))) {
    const text = await readFile(join(away, name), 'utf8')
    await writeFile(join(away, name), text.replaceAll(built.repository.dir, '/home/grace/work'))
  }
  expect((await chronicle(['import', 'transcripts'])).stdout).toMatch(/^No transcript of Claude Code or Codex belongs/)
  const found = await imported('--from', away)
  expect(found.statements.length).toBeGreaterThan(3)
})

test('reads a single transcript of any name', async () => {
  const names = await readdir(built.home, { recursive: true })
  const name = names.find((each) => each.includes('22222222')) ?? ''
  const copy = join(built.home, 'session.txt')
  await writeFile(copy, await readFile(join(built.home, name)))
  const found = await imported('--from', copy)
  expect(found).toMatchObject({ transcripts: { read: 1, failed: 0 }, warnings: [] })
  expect(found.statements.length).toBeGreaterThan(0)
})

test('skips lines that it cannot understand, and counts them', async () => {
  const before = await imported()
  const name = (await readdir(built.home, { recursive: true })).find((each) => each.includes('11111111')) ?? ''
  await appendFile(
    join(built.home, name),
    '{"type":"hologram","sessionId":"x"}\n\u0000\u0001 not json\n{"type":"user","message":{"role":"us',
  )
  const after = await imported()
  expect(after.transcripts.skipped_lines).toBe(before.transcripts.skipped_lines + 3)
  expect(after.statements).toEqual(before.statements)
})

test('says what is wrong with a request', async () => {
  const failure = async (...args: readonly string[]): Promise<string> => {
    const run = await chronicle(['import', 'transcripts', ...args])
    expect(run.code).not.toBe(0)
    return run.stderr
  }
  expect(await failure('--session', 'zz')).toMatch(
    /There is no transcript of a session zz that worked in this repository/,
  )
  expect(await failure('--from', 'nowhere')).toMatch(/There is nothing at .*nowhere. Give a folder with transcripts/)
  await symlink('loop', join(built.home, 'loop'))
  expect(await failure('--from', join(built.home, 'loop'))).toMatch(/loop cannot be read \(ELOOP\)/)
  expect(await failure('--commit', 'nope')).toMatch(/Unknown revision: "nope"/)
  expect(await failure('--since', 'yesterday')).toMatch(/Give a date such as 2026-03-01, or an age/)
})

test('finds the sessions of linked worktrees and of folders with spaces', async () => {
  const dir = join(built.home, 'other tree')
  await git('worktree', 'add', '-q', dir, '-b', 'side')
  const moved: SessionScript = {
    agent: 'claude-code',
    id: '33333333-3333-4333-8333-333333333333',
    start: '2026-02-02T09:00:00.000Z',
    steps: [],
  }
  const folder = join(built.home, '.claude', 'projects', dir.replace(/[^A-Za-z0-9]/g, '-'))
  const from = (await readdir(built.home, { recursive: true })).find((each) => each.includes('11111111')) ?? ''
  const text = (await readFile(join(built.home, from), 'utf8')).replaceAll(built.repository.dir, dir)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${moved.id}.jsonl`), text.replaceAll('11111111-1111-4111-8111-111111111111', moved.id))
  const found = await imported('--session', '3333')
  expect(found.statements.length).toBeGreaterThan(3)
})

test('the same door is open to programs', async () => {
  await using chronicleOf = openChronicle({ dir: built.repository.dir, env: { ...process.env, HOME: built.home } })
  const found = (await chronicleOf.importTranscripts())._unsafeUnwrap()
  expect(found).toMatchObject({ status: 'shown', transcripts: { read: 2 } })
  expect(await hasNotes()).toBe(false)
})

test('no planted secret passes, and what looks like one and is none stays', async () => {
  const planted = plantedSecrets(28, 7)
  const harmless = [
    '3f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39',
    '5b0a4c1e-6a7e-4a53-9a0e-2f1d3c4b5a60',
    'sha256-of-the-lockfile',
  ]
  const line = (text: string, number: number): string =>
    JSON.stringify({
      ...{ type: 'user', userType: 'external', isSidechain: false, uuid: `u-${number}`, cwd: built.repository.dir },
      ...{ sessionId: '11111111-1111-4111-8111-111111111111', timestamp: '2026-02-02T08:59:00.000Z' },
      message: { role: 'user', content: text },
    })
  const name = (await readdir(built.home, { recursive: true })).find((each) => each.includes('11111111')) ?? ''
  const messages = [
    ...planted.map((each) => `We must never cache the answer because the client sends ${each.line} with every call.`),
    ...planted.map(
      (each) => `The cache must always be keyed by tenant.\n${each.line}\nIt must never outlive the session.`,
    ),
    ...harmless.map((each) => `The cache must always be keyed by ${each} because names change.`),
  ]
  const path = join(built.home, name)
  await writeFile(
    path,
    messages.map((text, number) => `${line(text, number)}\n`).join('') + (await readFile(path, 'utf8')),
  )
  const receipt = await imported('--yes')
  const texts = JSON.stringify(receipt) + (await git('log', '-p', 'refs/notes/chronicle'))
  for (const { kind, secret } of planted) expect(texts.includes(secret), kind).toBe(false)
  for (const each of harmless) expect(texts, each).toContain(each)
  expect(receipt.secrets_removed).toBeGreaterThanOrEqual(planted.length)
})

test('the hook records after a commit where that is set, and only there', async () => {
  const head = await git('rev-parse', 'HEAD')
  const name = (await readdir(built.home, { recursive: true })).find((each) => each.includes('11111111')) ?? ''
  const text = await readFile(join(built.home, name), 'utf8')
  // The commit must be recent.
  await writeFile(join(built.repository.dir, 'src/index-cache.ts'), 'export const size = 12\nexport const other = 13\n')
  await git('commit', '-qam', 'Cap the cache')
  const at = new Date().toISOString()
  const about = {
    userType: 'external',
    isSidechain: false,
    cwd: built.repository.dir,
    sessionId: '11111111-1111-4111-8111-111111111111',
    timestamp: at,
  }
  const input = {
    file_path: join(built.repository.dir, 'src/index-cache.ts'),
    content: 'export const size = 12\nexport const other = 13\n',
  }
  const lines = [
    {
      ...about,
      type: 'user',
      uuid: 'q1',
      message: { role: 'user', content: 'The cache must stay below 13 entries, the TV boxes have no memory.' },
    },
    {
      ...about,
      type: 'assistant',
      uuid: 'q2',
      message: { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Write', input }] },
    },
  ]
  await writeFile(join(built.home, name), text + lines.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const event = JSON.stringify({
    ...{
      session_id: 's',
      transcript_path: join(built.home, name),
      cwd: built.repository.dir,
      hook_event_name: 'PostToolUse',
    },
    ...{ tool_name: 'Bash', tool_input: { command: 'git commit -qam "Cap the cache"' } },
  })
  const off = await chronicle(['hook', 'claude-code'], { input: event })
  expect(off.stdout).toContain('Nothing is recorded on commit')
  expect(await hasNotes()).toBe(false)
  await git('config', 'chronicle.transcripts', 'true')
  const on = await chronicle(['hook', 'claude-code'], { input: event })
  expect(on).toMatchObject({ code: 0, stderr: '' })
  expect(on.stdout).toContain('The cache must stay below 13 entries')
  expect(await git('notes', '--ref=chronicle', 'list')).toMatch(new RegExp(`${await git('rev-parse', 'HEAD')}$`))
  expect(await git('rev-parse', 'HEAD~1')).toBe(head)
})
