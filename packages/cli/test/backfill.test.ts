import { spawn } from 'node:child_process'
import type { CommitId, WritingReceipt } from '@chronicle/schema'
import { writingReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import {
  annotate,
  chronicle,
  documentOf,
  failureOf,
  readJson,
  testEnvironment,
  type CliRunOptions,
} from './run-chronicle.ts'
import { importSensorHistory } from './sensor-history.ts'

const NOTES = 'refs/notes/chronicle'

/** Messages that give reasons, and some that do not. */
const REASONS: Readonly<Record<string, string>> = {
  client: 'Add the client\n\nA heartbeat is sent every minute because a reconnect takes a minute.',
  typo: 'Fix typo',
  retry:
    'Retry with backoff\n\nIt waits longer each time because half of the alarms at night were restarts of the broker.',
  pool: 'Pool connections\n\nOpening one for each message was slow because of the TLS handshake.',
}

const ids: Record<string, CommitId> = {}
const repository = await createFixtureRepository()
const dir = repository.dir
const make = async (name: string, path: string, text: string): Promise<void> => {
  ids[name] = await repository.commitFiles(REASONS[name] ?? name, { [path]: text })
}
await make('client', 'src/client.ts', 'export function connect(): void {\n  dial()\n  beat()\n  wait()\n}\n')
await make('typo', 'README.md', 'Read me\n')
await make('retry', 'src/client.ts', 'export function connect(): void {\n  retry(dial)\n  beat()\n  wait()\n}\n')
await make('pool', 'lib/pool.ts', 'export function acquire(): void {}\n')
afterAll(() => repository.dispose())
beforeEach(async () => {
  for (const ref of (await repository.git('for-each-ref', '--format=%(refname)', 'refs/notes')).split('\n')) {
    if (ref !== '') await repository.git('update-ref', '-d', ref)
  }
  await chronicle(dir, ['context', 'clear'])
})

async function backfill(args: readonly string[] = [], at = dir, options?: CliRunOptions): Promise<WritingReceipt> {
  return documentOf(await chronicle(at, ['backfill', '--format', 'json', ...args], options), writingReceiptSchema)
}

const notesOf = async (from: FixtureRepository): Promise<ReadonlyMap<string, string>> => {
  const exists = await from.git('for-each-ref', NOTES)
  const listed = exists === '' ? '' : await from.git('notes', `--ref=${NOTES}`, 'list')
  return new Map(
    listed.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ').reverse() as [string, string]])),
  )
}
const statuses = ({ commits }: WritingReceipt): Readonly<Record<string, string>> =>
  Object.fromEntries(commits.map(({ commit, status }) => [nameOf(commit), status]))
const nameOf = (id: CommitId): string => Object.entries(ids).find(([, each]) => each === id)?.[0] ?? id

test('lists the commits in the order of the history, whenever each of them was stored', async () => {
  for (const options of [['--dry-run'], []]) {
    const { commits } = await backfill(options)
    expect(commits.map(({ commit }) => nameOf(commit))).toEqual(['pool', 'retry', 'typo', 'client'])
  }
})

describe('which commits', () => {
  test('all, newest first, and what was written is read', async () => {
    const receipt = await backfill(['--force'])
    expect(receipt.commits.map(({ commit }) => nameOf(commit)).sort()).toEqual(['client', 'pool', 'retry', 'typo'])
    expect(statuses(receipt)).toMatchObject({ client: 'annotated', retry: 'annotated', pool: 'annotated' })
    expect(statuses(receipt)['typo']).not.toBe('annotated')
    expect(receipt).toMatchObject({ writer: 'heuristic', notes_ref: NOTES })
    expect(receipt.usage).toBeUndefined()
    expect([...(await notesOf(repository)).keys()].sort()).toEqual([ids['client'], ids['retry'], ids['pool']].sort())
    const { regions } = await readJson(dir, ['src/client.ts', 'connect'])
    expect(JSON.stringify(regions)).toContain('half of the alarms at night')
    expect(regions.every(({ context_level: level }) => level === 'inferred')).toBe(true)
  })

  test('none, where git does not know who records, and says so once', async () => {
    const at = await createFixtureRepository()
    for (const name of ['a', 'b']) {
      await at.commitFiles(REASONS['retry'] ?? '', { [`${name}.ts`]: `export const ${name} = 1\n` })
    }
    await at.git('config', '--unset', 'user.name')
    await at.git('config', '--unset', 'user.email')
    await at.git('config', 'user.useConfigOnly', 'true')
    const run = await chronicle(at.dir, ['backfill'])
    expect([run.code, run.stdout.match(/Failed:/gu)]).toEqual([1, null])
    expect(`${run.stdout}${run.stderr}`.match(/Git does not know who you are/gu)).toHaveLength(1)
    expect(run.stderr).toContain('Ended early, 2 commits left: Git does not know who you are')
    const dry = await chronicle(at.dir, ['backfill', '--dry-run'])
    expect([dry.code, dry.stderr]).toEqual([0, ''])
    await at.dispose()
  })

  test.each<[readonly string[], readonly string[]]>([
    [['--limit', '1'], ['pool']],
    [
      ['--limit', '2'],
      ['pool', 'retry'],
    ],
    [
      ['--since', '2024-01-01T02:00:00Z'],
      ['pool', 'retry'],
    ],
    [
      ['--since', '2024-01-01T00:30:00Z', '--limit', '2'],
      ['pool', 'retry'],
    ],
    [
      ['--path', 'src'],
      ['retry', 'client'],
    ],
    [
      ['--path', 'src/'],
      ['retry', 'client'],
    ],
    [
      ['--path', './src/client.ts'],
      ['retry', 'client'],
    ],
    [['--path', 'src', '--limit', '1'], ['retry']],
    [['--path', 'nowhere'], []],
    [['--order', 'most_blamed', '--limit', '1'], ['client']],
    [['--order', 'most_blamed', '--path', 'lib', '--limit', '1'], ['pool']],
    [['--since', '2030-01-01'], []],
  ])('%j', async (args, expected) => {
    const { commits } = await backfill([...args, '--dry-run', '--force'])
    // Skipped commits are reported first.
    expect(commits.map(({ commit }) => nameOf(commit)).sort()).toEqual([...expected].sort())
  })

  test('below the current folder', async () => {
    const { commits } = await backfill(['--path', '.', '--dry-run', '--force'], `${dir}/src`)
    expect(commits.map(({ commit }) => nameOf(commit)).sort()).toEqual(['client', 'retry'])
    const up = await backfill(['--path', '../lib', '--dry-run', '--force'], `${dir}/src`)
    expect(up.commits.map(({ commit }) => nameOf(commit))).toEqual(['pool'])
  })

  test.each<[readonly string[], string]>([
    [['--path', '../elsewhere'], "'../elsewhere' is not a path in the repository."],
    [['--path', '/etc'], "'/etc' is not a path in the repository."],
    [['--limit', '0'], 'Expected a whole number from 1.'],
    [['--limit', 'many'], 'Expected a whole number from 1.'],
    [['--since', 'yesterday'], 'Expected a date such as 2026-01-31.'],
    [['--order', 'oldest'], 'Allowed choices are newest, most_blamed.'],
    [['--writer', 'live'], 'Allowed choices are auto, heuristic, llm.'],
  ])('refuses %j', async (args, message) => {
    const run = await chronicle(dir, ['backfill', ...args])
    expect(run.code).toBe(2)
    expect(failureOf(run).message).toContain(message)
  })
})

describe('what is written', () => {
  test('nothing by --dry-run, and the same as without it', async () => {
    const dry = await backfill(['--dry-run', '--force'])
    expect(dry.dry_run).toBe(true)
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
    const real = await backfill(['--force'])
    expect(statuses(real)).toEqual(statuses(dry))
    expect(real.commits).toEqual(dry.commits)
  })

  test('is told to people', async () => {
    const run = await chronicle(dir, ['backfill', '--force'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^[\da-f]{12} \d+ regions? +Pool connections\n/u)
    expect(run.stdout).toMatch(/4 commits: 3 annotated, 1 with nothing worth recording\. Writer: heuristic\.\n$/u)
    const again = await chronicle(dir, ['backfill'])
    expect(again.stdout).toBe(
      '4 commits: 0 annotated, 1 with nothing worth recording, 3 skipped. Writer: heuristic.\n' +
        '  skipped 3: It is annotated already.\n',
    )
    await repository.git('update-ref', '-d', NOTES)
    const dry = await chronicle(dir, ['backfill', '--dry-run', '--limit', '1'])
    expect(dry.stdout).toMatch(
      /^Would record 1 region on [^]*\n1 commit: 1 would be annotated\. Writer: heuristic\.\n$/u,
    )
  })

  test('what is there stays, and nothing is written twice', async () => {
    await annotate(dir, {
      commit: ids['retry'] ?? '',
      summary: 'By its author',
      regions: [{ file: 'src/client.ts', anchor: 'connect', intent: 'Mine' }],
    })
    expect(statuses(await backfill())).toMatchObject({ retry: 'skipped', client: 'annotated' })
    const first = await notesOf(repository)
    const forced = await backfill(['--force'])
    expect(statuses(forced)).toMatchObject({ retry: 'annotated', client: 'unchanged', pool: 'unchanged' })
    const retry = await repository.git('notes', `--ref=${NOTES}`, 'show', ids['retry'] ?? '')
    expect(retry).toContain('Mine')
    expect(retry).toContain('half of the alarms at night')
    const second = await notesOf(repository)
    for (const name of ['client', 'pool'] as const) {
      expect(second.get(ids[name] ?? '')).toBe(first.get(ids[name] ?? ''))
    }
    expect(statuses(await backfill(['--force']))).toMatchObject({ retry: 'unchanged' })
  })

  test('what is kept for the next commit is not touched', async () => {
    await chronicle(dir, ['context', 'set', '--task', 'T-1'])
    await backfill(['--force'])
    expect((await chronicle(dir, ['context', 'show'])).stdout).toContain('T-1')
    for (const [id] of await notesOf(repository)) {
      expect(await repository.git('notes', `--ref=${NOTES}`, 'show', id)).not.toContain('T-1')
    }
  })
})

describe('kinds of repositories', () => {
  test('one without commits', async () => {
    await using empty = await createFixtureRepository()
    const run = await chronicle(empty.dir, ['backfill'])
    expect(run.code).toBe(1)
    const message = 'HEAD names a branch that has no commit. Commit first, or check out another branch.'
    expect(failureOf(run)).toMatchObject({ code: 'revision_not_found', message })
  })

  test('a bare one', async () => {
    const bare = `${dir}-bare.git`
    await repository.git('clone', '--quiet', '--bare', dir, bare)
    await repository.git('--git-dir', bare, 'config', 'user.name', 'Ada')
    await repository.git('--git-dir', bare, 'config', 'user.email', 'ada@example.com')
    expect((await backfill([], bare)).totals).toMatchObject({ annotated: 3 })
    expect((await backfill([], bare)).totals).toMatchObject({ annotated: 0, skipped: 3 })
  })

  test('a shallow one: the oldest commit there is not taken for the one that made everything', async () => {
    const shallow = `${dir}-shallow`
    await repository.git('clone', '--quiet', '--depth', '2', `file://${dir}`, shallow)
    await repository.git('-C', shallow, 'config', 'user.name', 'Ada')
    await repository.git('-C', shallow, 'config', 'user.email', 'ada@example.com')
    const { commits } = await backfill([], shallow)
    expect(commits.map(({ commit }) => nameOf(commit)).sort()).toEqual(['pool', 'retry'])
    const files = commits.flatMap(({ regions }) => regions.map(({ file }) => file))
    expect(files).not.toContain('README.md')
    expect(statuses({ commits } as WritingReceipt)).toMatchObject({ pool: 'annotated', retry: 'skipped' })
  })

  test('none', async () => {
    expect(failureOf(await chronicle('/', ['backfill'])).code).toBe('not_a_repository')
  })

  test('whose notes ref is locked: told once, and nothing is lost', async () => {
    await repository.write({ '.git/refs/notes/chronicle.lock': '' })
    const run = await chronicle(dir, ['backfill', '--force', '--format', 'json'])
    await repository.remove('.git/refs/notes/chronicle.lock')
    expect(run.code).toBe(1)
    const receipt = writingReceiptSchema.parse(JSON.parse(run.stdout))
    expect(receipt.totals).toMatchObject({ failed: 3, annotated: 0 })
    expect(run.stderr).toMatch(/warning: Failures are kept in .*failed\.log\.\n/u)
    expect((await backfill(['--force'])).totals).toMatchObject({ annotated: 3 })
  })
})

describe('many commits', () => {
  const COUNT = 600
  let large: FixtureRepository
  let complete: ReadonlyMap<string, string>

  beforeAll(async () => {
    large = await createFixtureRepository()
    await importSensorHistory(large, COUNT, 20)
    await backfill([], large.dir)
    complete = await notesOf(large)
    await large.git('update-ref', '-d', NOTES)
  })
  afterAll(() => large.dispose())
  beforeEach(() => large.git('update-ref', '-d', NOTES))

  /** Returns the number of regions of each commit; none may be lost or duplicated. */
  const regionsOf = async (): Promise<ReadonlyMap<string, number>> => {
    const notes = [...(await notesOf(large))]
    const input = notes.map(([, blob]) => `${blob}\n`).join('')
    const output = (await large.gitBytes(['cat-file', '--batch=%(objectname)'], { input })).toString('utf8')
    const documents = output.split(/^[\da-f]{40}\n/mu).slice(1)
    const counts = new Map<string, number>()
    documents.forEach((text, index) => {
      const { commit, regions } = JSON.parse(text) as { readonly commit: string; readonly regions: unknown[] }
      expect(commit).toBe(notes[index]?.[0])
      counts.set(commit, regions.length)
    })
    return counts
  }

  test('are all annotated', () => {
    expect(complete.size).toBe(COUNT)
  })

  test('stop at a signal with what was done stored, and go on the next time', async () => {
    const stop = new AbortController()
    const running = chronicle(large.dir, ['backfill', '--format', 'json'], { signal: stop.signal })
    await until(async () => (await notesOf(large)).size > 0)
    stop.abort()
    const run = await running
    expect(run.code).toBe(130)
    const receipt = writingReceiptSchema.parse(JSON.parse(run.stdout))
    const stored = await notesOf(large)
    expect(receipt.totals.annotated).toBe(stored.size)
    expect(stored.size).toBeLessThan(COUNT)
    expect(run.stderr).toMatch(
      /warning: Ended early, interrupted: what is finished is stored, \d+ commits left\. Start it again to go on\.\n$/u,
    )
    const rest = await backfill([], large.dir)
    expect(rest.totals).toMatchObject({ skipped: stored.size, annotated: COUNT - stored.size })
    expect([...(await notesOf(large)).keys()].sort()).toEqual([...complete.keys()].sort())
  })

  test('the same for a process that is ended', async () => {
    const child = spawn(process.execPath, [...chronicleCommand, 'backfill', '--format', 'json'], {
      cwd: large.dir,
      env: { ...testEnvironment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    await until(async () => (await notesOf(large)).size > 0)
    child.kill('SIGTERM')
    expect(await ended).toBe(130)
    const receipt = writingReceiptSchema.parse(JSON.parse(stdout))
    const stored = await notesOf(large)
    expect(receipt.totals.annotated).toBe(stored.size)
    await backfill([], large.dir)
    const counts = await regionsOf()
    expect(counts.size).toBe(COUNT)
    expect([...counts.values()].every((count) => count === 1)).toBe(true)
    expect(await large.git('fsck', '--strict', '--no-dangling')).toBe('')
  })

  test('by two at once: nothing lost, nothing twice', async () => {
    const runs = await Promise.all([backfill([], large.dir), backfill(['--order', 'most_blamed'], large.dir)])
    for (const { totals } of runs) expect(totals.failed).toBe(0)
    const counts = await regionsOf()
    expect(counts.size).toBe(COUNT)
    expect([...counts.values()].every((count) => count === 1)).toBe(true)
  })
})

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 20))
}
