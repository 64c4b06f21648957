import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommitId, WritingReceipt } from '@chronicle/schema'
import { writingReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, plantedSecrets, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import {
  annotate,
  chronicle,
  documentOf,
  failureOf,
  keptContext,
  readJson,
  type CliRun,
  type CliRunOptions,
} from './run-chronicle.ts'

const NOTES = 'refs/notes/chronicle'
const REASON = 'It waits longer each time because half of the alarms at night were restarts of the broker.'
const SELF = [process.execPath, ...chronicleCommand]

let repository: FixtureRepository
let dir: string
let first: CommitId
let head: CommitId
beforeEach(async () => {
  repository = await createFixtureRepository()
  dir = repository.dir
  await repository.write({ 'src/client.ts': 'export function connect(): void {\n  dial()\n  beat()\n  wait()\n}\n' })
  first = await repository.commit('Add the client')
  head = await repository.commitFiles(`Retry with backoff\n\n${REASON}`, {
    'src/client.ts': 'export function connect(): void {\n  retry(dial)\n  beat()\n  wait()\n}\n',
  })
})
afterEach(() => repository.dispose())

async function write(args: readonly string[] = [], options?: CliRunOptions): Promise<WritingReceipt> {
  return documentOf(await chronicle(dir, ['annotate', '--format', 'json', ...args], options), writingReceiptSchema)
}

async function noteOf(revision: string = head): Promise<string | undefined> {
  const shown = await repository.gitBytes(['notes', `--ref=${NOTES}`, 'show', revision], { exitCodes: [0, 1] })
  return shown.length === 0 ? undefined : shown.toString('utf8')
}
const failedLog = async (): Promise<readonly unknown[]> => {
  const text = await readFile(join(dir, '.git/chronicle/failed.log'), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]))
}

describe('which commits', () => {
  test('HEAD, with words of the commit itself', async () => {
    const run = await chronicle(dir, ['annotate'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(
      /^Recorded 1 region on [\da-f]{12} \(Retry with backoff\) in refs\/notes\/chronicle\.\n/u,
    )
    expect(JSON.parse((await noteOf()) ?? '')).toMatchObject({
      context_level: 'inferred',
      provenance: { operation: 'initial' },
      regions: [
        {
          file: 'src/client.ts',
          ast_anchor: { name: 'connect' },
          evidence: [{ kind: 'commit_message', quote: REASON }, {}],
        },
      ],
    })
    expect(JSON.stringify((await readJson(dir, ['src/client.ts', 'connect'])).regions)).toContain('half of the alarms')
    expect((await chronicle(dir, ['annotate'])).stdout).toMatch(/^Skipped [\da-f]{12}\. It is annotated already\.\n$/u)
    expect((await chronicle(dir, ['annotate', '--force'])).stdout).toMatch(/^Nothing new: /u)
  })

  test('another one by --commit', async () => {
    expect((await write(['--commit', 'HEAD~1'])).commits).toMatchObject([{ commit: first, status: 'nothing' }])
    expect(await noteOf()).toBeUndefined()
    expect((await write(['--commit', head.slice(0, 10)])).commits).toMatchObject([
      { commit: head, status: 'annotated' },
    ])
  })

  test('those of a --range', async () => {
    const last = await repository.commitFiles('Give up\n\nWe stop because the watchdog restarts us anyway.', {
      'src/client.ts': 'export function connect(): void {\n  give(up)\n  beat()\n  wait()\n}\n',
    })
    const receipt = await write(['--range', 'HEAD~2..HEAD'])
    expect(receipt.commits.map(({ commit }) => commit)).toEqual([last, head])
    expect(receipt.totals).toMatchObject({ annotated: 2 })
    const run = await chronicle(dir, ['annotate', '--range', 'HEAD~2..'])
    expect(run.stdout).toBe(
      '2 commits: 0 annotated, 2 skipped. Writer: heuristic.\n  skipped 2: It is annotated already.\n',
    )
    expect((await write(['--range', 'HEAD..HEAD'])).commits).toEqual([])
  })

  test.each<[readonly string[], string, string]>([
    [['--commit', 'nope'], 'revision_not_found', 'Unknown revision: "nope". Give a branch, a tag or a commit id with'],
    [
      ['--range', 'nope..HEAD'],
      'revision_not_found',
      'Unknown revision: "nope". Give a branch, a tag or a commit id, or',
    ],
    [['--amend-source', 'nope'], 'revision_not_found', 'Unknown revision: "nope". Name the commit that was amended'],
    [['--squash-sources', 'HEAD,nope'], 'revision_not_found', 'Unknown revision: "nope". Name the commits that'],
  ])('%j is not known', async (args, code, message) => {
    const run = await chronicle(dir, ['annotate', ...args])
    expect(run.code).toBe(1)
    expect(failureOf(run)).toMatchObject({ code, message: expect.stringContaining(message) as string })
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
  })

  test.each<[readonly string[], string]>([
    [['--commit', 'HEAD', '--range', 'a..b'], "'--commit <rev>' cannot be used with option '--range <a..b>'"],
    [['--sync', '--async'], "'--sync' cannot be used with option '--async'"],
    [['--writer', 'magic'], 'Allowed choices are auto, heuristic, llm, live.'],
    [['--max-spend', 'much'], 'a number of dollars'],
  ])('refuses %j', async (args, message) => {
    const run = await chronicle(dir, ['annotate', ...args])
    expect(run.code).toBe(2)
    expect(failureOf(run).message).toContain(message)
  })

  test('none in a repository without commits', async () => {
    await using empty = await createFixtureRepository()
    expect(failureOf(await chronicle(empty.dir, ['annotate']))).toMatchObject({
      code: 'revision_not_found',
      message: expect.stringContaining('HEAD names a branch that has no commit.') as string,
    })
  })

  test('nothing is written by --dry-run, and what is kept stays', async () => {
    await repository.git('commit', '--amend', '--no-edit', '--reset-author')
    await chronicle(dir, ['context', 'set', '--task', 'T-1', '--reasoning', 'Restarts'])
    await repository.git('commit', '--amend', '--no-edit', '--reset-author')
    const run = await chronicle(dir, ['annotate', '--dry-run'])
    expect(run.stdout).toMatch(/^Would record \d region/u)
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
    expect(await keptContext(dir)).toMatchObject({ task: 'T-1' })
  })

  test('without a git program it is said what can be done', async () => {
    const run = await chronicle(dir, ['annotate', '--git-backend', 'isomorphic'])
    expect(run.code).toBe(1)
    expect(failureOf(run).message).toMatch(
      /cannot tell what a commit changed.* Use the cli backend, or annotate with --live\.$/u,
    )
  })

  test('a live annotation is added to what was found, whichever was first', async () => {
    const live = { summary: 'Mine', regions: [{ file: 'src/client.ts', anchor: 'connect', intent: 'As its author' }] }
    await write()
    expect(await annotate(dir, live)).toMatchObject({ status: 'merged' })
    const one = await noteOf()
    await repository.git('update-ref', '-d', NOTES)
    await annotate(dir, live)
    await write(['--force'])
    // The two notes were recorded at different seconds.
    const regions = (text: string | undefined): unknown =>
      (JSON.parse(text?.replace(/"at": ?"[^"]*"/gu, '"at":""') ?? '') as { regions: unknown }).regions
    expect(regions(await noteOf())).toEqual(regions(one))
  })

  test('--writer live takes JSON from stdin', async () => {
    const input = JSON.stringify({
      summary: 'x',
      regions: [{ file: 'src/client.ts', anchor: 'connect', intent: 'Mine' }],
    })
    const run = await chronicle(dir, ['annotate', '--writer', 'live', '--format', 'json'], { input })
    expect(JSON.parse(run.stdout)).toMatchObject({ $schema: 'chronicle-annotate/v1', status: 'created' })
  })
})

describe('what is kept for the next commit', () => {
  test('is used for HEAD when that was made after it, and then forgotten', async () => {
    await chronicle(dir, ['context', 'set', '--task', 'T-1', '--reasoning', 'Half of them were restarts'])
    await repository.git('commit', '--quiet', '--amend', '--no-edit', '--reset-author')
    await write()
    expect(JSON.parse((await noteOf('HEAD')) ?? '')).toMatchObject({ task: 'T-1', context_level: 'enhanced' })
    expect(await keptContext(dir)).toBeUndefined()
  })

  test('is not used for a commit that is older, which is told', async () => {
    await chronicle(dir, ['context', 'set', '--task', 'T-1'])
    const run = await chronicle(dir, ['annotate'])
    expect(run.stderr).toBe(
      `warning: The context for the next commit was not used for ${head.slice(0, 12)}, which is older.\n`,
    )
    expect(await noteOf()).not.toContain('T-1')
    expect(await keptContext(dir)).toMatchObject({ task: 'T-1' })
  })

  test('is not used for a commit that is not HEAD', async () => {
    await chronicle(dir, ['context', 'set', '--task', 'T-1'])
    await repository.git('commit', '--quiet', '--amend', '--no-edit', '--reset-author')
    await write(['--commit', head])
    expect(await noteOf()).not.toContain('T-1')
    await write(['--range', 'HEAD~1..HEAD'])
    expect(await noteOf('HEAD')).not.toContain('T-1')
    expect(await keptContext(dir)).toMatchObject({ task: 'T-1' })
  })

  test('stands beside what the environment says', async () => {
    await write(['--commit', head], { env: { CHRONICLE_REASONING: 'By the environment', CHRONICLE_TASK: 'T-env' } })
    expect(await noteOf()).toContain('By the environment')
    expect(JSON.parse((await noteOf()) ?? '')).toMatchObject({ task: 'T-env', context_level: 'enhanced' })
  })

  test('that cannot be read is told, and nothing is written', async () => {
    await repository.write({ '.git/chronicle/pending-context.json': '[]' })
    expect(failureOf(await chronicle(dir, ['annotate'])).code).toBe('invalid_pending_context')
    expect(await noteOf()).toBeUndefined()
  })
})

describe('what is recorded on other commits', () => {
  test('--amend-source takes it over', async () => {
    await annotate(dir, { summary: 'x', regions: [{ file: 'src/client.ts', anchor: 'connect', intent: 'Mine' }] })
    await repository.write({
      'src/client.ts': '// A licence.\n\nexport function connect(): void {\n  retry(dial)\n  beat()\n  wait()\n}\n',
    })
    await repository.git('commit', '--quiet', '--all', '--amend', '--no-edit')
    const dry = await write(['--amend-source', head, '--dry-run'])
    expect(dry.commits).toMatchObject([{ status: 'annotated' }])
    expect(await noteOf('HEAD')).toBeUndefined()
    const receipt = await write(['--amend-source', head])
    expect(receipt.commits[0]?.regions).toContainEqual(
      expect.objectContaining({ intent: 'Mine', lines: { start: 3, end: 7 } }),
    )
    expect(JSON.parse((await noteOf('HEAD')) ?? '')).toMatchObject({
      provenance: { operation: 'amend', derived_from: [head] },
    })
    expect((await write(['--amend-source', head])).commits).toMatchObject([{ status: 'unchanged' }])
  })

  test('--squash-sources takes all of it over, and says which has nothing', async () => {
    await annotate(dir, { summary: 'x', regions: [{ file: 'src/client.ts', anchor: 'connect', intent: 'Mine' }] })
    await repository.git('reset', '--quiet', '--soft', first)
    await repository.git('commit', '--quiet', '-m', 'Squashed')
    const run = await chronicle(dir, ['annotate', '--squash-sources', `${first},${head.slice(0, 8)}`])
    expect(run.code).toBe(0)
    expect(run.stderr).toBe(`warning: ${first.slice(0, 12)} has no annotation that could be taken over.\n`)
    expect(JSON.parse((await noteOf('HEAD')) ?? '')).toMatchObject({
      regions: [{ intent: 'Mine' }],
      provenance: { operation: 'squash', derived_from: [first, head].sort() },
    })
  })

  test('names commits by their ids, not as they were called', async () => {
    await write(['--commit', head], { env: { CHRONICLE_SQUASH_SOURCES: 'HEAD~1', CHRONICLE_REASONING: 'Both' } })
    expect(JSON.parse((await noteOf()) ?? '')).toMatchObject({
      provenance: { operation: 'squash', derived_from: [first] },
    })
  })
})

describe('--async', () => {
  /**
   * Runs the command and waits until the process it started has ended, which might otherwise write into removed
   * folders.
   */
  async function toTheEnd(...args: readonly string[]): Promise<CliRun> {
    const ended = join(dirname(dir), 'ended')
    const self = ['/bin/sh', '-c', '"$@"; : > "$0"', ended, ...SELF]
    const run = await chronicle(dir, ['annotate', '--async', ...args], { self })
    while (!existsSync(ended)) await new Promise((resolve) => setTimeout(resolve, 50))
    return run
  }

  test('with --format json prints JSON', async () => {
    const run = await toTheEnd('--format', 'json')
    const receipt = writingReceiptSchema.parse(JSON.parse(run.stdout))
    expect(receipt).toMatchObject({ commits: [], totals: { annotated: 0 } })
    expect(receipt.background?.failed_log).toMatch(/failed\.log$/u)
    expect(await noteOf()).toBeDefined()
  })

  test('writes in the background', async () => {
    const run = await toTheEnd('--commit', 'HEAD')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^Annotating in the background\. Failures are written to .*failed\.log\.\n$/u)
    expect(await noteOf()).toContain('half of the alarms')
    expect(await failedLog()).toEqual([])
  })

  test('tells in failed.log why it could not', async () => {
    await toTheEnd('--writer', 'llm')
    expect(await failedLog()).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u) as string,
        commit: head,
        kind: 'failed',
        code: 'model_not_configured',
        message: expect.stringContaining('No model is configured') as string,
      },
    ])
  })

  test('is refused at once where the commit is not known, or the program cannot be started again', async () => {
    expect(failureOf(await chronicle(dir, ['annotate', '--async', '--commit', 'nope'], { self: SELF })).code).toBe(
      'revision_not_found',
    )
    expect(failureOf(await chronicle(dir, ['annotate', '--async'])).message).toBe(
      'This program cannot be started again in the background. Use --sync.',
    )
  })
})

describe('failures', () => {
  test('no model is configured', async () => {
    const run = await chronicle(dir, ['annotate', '--writer', 'llm'])
    expect(run.code).toBe(1)
    expect(failureOf(run)).toMatchObject({
      code: 'model_not_configured',
      message: expect.stringMatching(/Set a provider \(anthropic, .*\) and a model.*chronicle\.provider/u) as string,
    })
  })

  test('the notes ref is locked', async () => {
    await repository.write({ '.git/refs/notes/chronicle.lock': '' })
    const run = await chronicle(dir, ['annotate'])
    expect(run.code).toBe(1)
    expect(run.stdout).toContain('Failed: ')
    expect(await failedLog()).toMatchObject([{ commit: head, code: 'notes_ref_locked' }])
  })

  test('a note that cannot be read is not overwritten', async () => {
    await repository.note(head, 'not json')
    const run = await chronicle(dir, ['annotate', '--force'])
    expect(run.code).toBe(1)
    expect(run.stdout).toContain('it is not overwritten')
    expect(await noteOf()).toBe('not json')
    expect(await failedLog()).toMatchObject([{ commit: head, code: 'existing_note_unreadable' }])
  })

  test('nobody is known', async () => {
    await repository.git('config', '--unset', 'user.email')
    await repository.git('config', 'user.useConfigOnly', 'true')
    const run = await chronicle(dir, ['annotate'])
    expect(run.code).toBe(1)
    expect(run.stdout).toContain('user.email')
  })
})

describe('secrets', () => {
  const secrets = plantedSecrets(100)
  const lines = secrets.map(({ line }) => line)

  /**
   * Returns every object reachable from the notes, and all our files except the author's context for the next commit.
   */
  async function everything(): Promise<string> {
    const refs = (await repository.git('for-each-ref', '--format=%(refname)', 'refs/notes')).split('\n').filter(Boolean)
    const objects = refs.length === 0 ? '' : await repository.git('rev-list', '--objects', '--no-object-names', ...refs)
    const bytes = await repository.gitBytes(['cat-file', '--batch'], { input: `${objects}\n` })
    const files = await repository.gitBytes(
      ['grep', '--no-index', '--text', '--no-exclude-standard', '-h', '-e', '', '--', '.git/chronicle'],
      { exitCodes: [0, 1, 128] },
    )
    return bytes.toString('utf8') + files.toString('utf8')
  }
  async function expectNone(): Promise<void> {
    await chronicle(dir, ['context', 'clear'])
    await chronicle(dir, ['read', 'src/client.ts'])
    const text = await everything()
    expect(text).toContain('REDACTED:')
    expect(secrets.filter(({ secret }) => text.includes(secret)).map(({ kind }) => kind)).toEqual([])
  }

  test('do not come in by commit, context, note and environment', async () => {
    await chronicle(dir, ['context', 'set', '--reasoning', lines.join('\n'), '--tags', lines.slice(0, 20).join(',')])
    for (const line of lines.slice(0, 28)) await chronicle(dir, ['note', line, '--at', 'src/client.ts:connect'])
    await repository.write({ 'src/client.ts': 'export function connect(): void {}\n' })
    const flags = lines.flatMap((line) => ['--rejected', `plan: ${line}`])
    const run = await chronicle(
      dir,
      [
        'commit',
        '-am',
        'Other',
        ...flags,
        '--task',
        lines.join(' '),
        ...lines.flatMap((line) => ['--constraint', line]),
      ],
      {
        env: {
          CHRONICLE_DEPENDENCIES: lines.join('\n'),
          CHRONICLE_REJECTED: lines.join('\n'),
          CHRONICLE_REASONING: lines.toReversed().join('\n\n'),
        },
      },
    )
    expect(run.code, run.stderr).toBe(0)
    expect(run.stdout).toContain('was removed before anything was stored')
    for (const { secret } of secrets) expect(run.stdout + run.stderr).not.toContain(secret)
    await expectNone()
  })

  test('do not come in by messages and comments of commits', async () => {
    for (const [number, line] of lines.entries()) {
      if (number % 4 !== 0) continue
      const four = lines.slice(number, number + 4)
      const comments = four.map((each) => `  // NOTE: never change ${each.replaceAll('\n', '\n  // ')}`)
      await repository.commitFiles(`Use ${line}\n\nIt is needed because ${four.join(' and\nbecause ')}\n`, {
        'src/client.ts': `export function connect(): void {\n${comments.join('\n')}\n  dial(${number})\n}\n`,
      })
    }
    expect((await chronicle(dir, ['backfill', '--force'])).code).toBe(0)
    await expectNone()
  })

  test('do not come in by live annotations and corrections', async () => {
    await annotate(dir, { summary: 'x', regions: [{ file: 'src/client.ts', anchor: 'connect', intent: 'Mine' }] })
    for (const line of lines.slice(0, 28)) {
      const run = await chronicle(dir, ['flag', 'src/client.ts', 'connect', '--reason', line])
      expect(run.code, run.stderr).toBe(0)
    }
    for (let at = 0; at < lines.length; at += 25) {
      const some = lines.slice(at, at + 25)
      await annotate(dir, {
        summary: some.join('\n'),
        task: some[0],
        regions: some.map((line) => ({
          file: 'src/client.ts',
          anchor: 'connect',
          intent: line,
          reasoning: line,
          risk_notes: line,
          constraints: [line],
          rejected_alternatives: [{ approach: line, reason: line }],
          semantic_dependencies: [{ file: 'src/client.ts', nature: line }],
          related_annotations: [{ commit: first, anchor: 'connect', relationship: line }],
          tags: [line],
        })),
        cross_cutting: [{ description: some.join(' '), regions: ['src/client.ts:connect'] }],
      })
    }
    await expectNone()
  })
})
