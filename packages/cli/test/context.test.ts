import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contextReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository } from '@chronicle/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { chronicle, documentOf, failureOf, type CliRun } from './run-chronicle.ts'

const repository = await createFixtureRepository()
const dir = repository.dir
const file = join(dir, '.git/chronicle/pending-context.json')
await repository.commitFiles('One', { 'src/a.ts': 'export const a = 1\n', 'src/näme "x".ts': '' })

beforeEach(async () => {
  await chronicle(dir, ['context', 'clear'])
})

async function kept(...args: readonly string[]): Promise<unknown> {
  return documentOf(await chronicle(dir, [...args, '--format', 'json']), contextReceiptSchema).context
}

describe('context', () => {
  it('keeps what is said until it is cleared, a text in the place of the one before, lists growing', async () => {
    await kept('context', 'set', '--task', 'T-1', '--tags', 'a,b', '--rejected', 'a lock: it waits')
    await kept(
      'context',
      'set',
      '--task',
      'T-2',
      '--reasoning',
      'It is late',
      '--tags',
      'b,c',
      '--squash-sources',
      'HEAD',
    )
    expect(await kept('context', 'show')).toMatchObject({
      task: 'T-2',
      reasoning: 'It is late',
      tags: ['a', 'b', 'c'],
      rejected: [{ approach: 'a lock', reason: 'it waits' }],
      notes: [],
      squash_sources: ['HEAD'],
    })
    expect((await chronicle(dir, ['context', 'clear'])).stdout).toBe('Nothing is kept for the next commit any more.\n')
    expect((await chronicle(dir, ['context', 'show'])).stdout).toBe('Nothing is kept for the next commit.\n')
    expect(await kept('context', 'show')).toBeUndefined()
  })

  it('is refused in a bare repository, where no commit follows', async () => {
    const bare = `${dir}.git`
    await repository.git('clone', '-q', '--bare', dir, bare)
    try {
      for (const args of [
        ['note', 'It waits'],
        ['context', 'set', '--task', 'T-1'],
      ] as const) {
        expect(failureOf(await chronicle(bare, args)).code).toBe('unsupported')
      }
      expect((await chronicle(bare, ['context', 'show'])).code).toBe(0)
    } finally {
      await rm(bare, { recursive: true })
    }
  })

  it('reads a text from stdin with -, and not two', async () => {
    const set = await chronicle(dir, ['context', 'set', '--reasoning', '-', '--task', 'T-1'], {
      input: 'It\nrestarts\n',
    })
    expect(set.code).toBe(0)
    expect(await kept('context', 'show')).toMatchObject({ task: 'T-1', reasoning: 'It\nrestarts' })
    const twice = await chronicle(dir, ['context', 'set', '--reasoning', '-', '--task', '-'], { input: 'x' })
    expect(failureOf(twice).message).toContain('Only one text can be -')
  })

  it('shows people what is kept, and for how long', async () => {
    await chronicle(dir, ['context', 'set', '--task', 'T-1', '--dependencies', 'src/a.ts:a - is 1\nsrc/a.ts - is read'])
    await chronicle(dir, ['note', 'Two\nlines', '--at', 'src/a.ts:a'])
    const { stdout } = await chronicle(dir, ['context', 'show'])
    expect(stdout.replace(/until \S+:/u, 'until <time>:')).toBe(
      'For the next commit, until <time>:\n' +
        '  task:         T-1\n' +
        '  dependency:   src/a.ts:a - is 1\n' +
        '  dependency:   src/a.ts - is read\n' +
        '  note:         [137a3b5f] Two lines (src/a.ts:a)\n',
    )
  })

  it('forgets after the hours that it was to be kept', async () => {
    await kept('context', 'set', '--task', 'old', '--hours', '1')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/"expires_at": "[^"]+"/u, '"expires_at": "2020-01-01T00:00:00Z"'))
    expect(await kept('context', 'show')).toBeUndefined()
    expect(await kept('context', 'set', '--reasoning', 'new')).not.toHaveProperty('task')
  })

  it('says what is wrong with a damaged file, loses nothing of it, and clears it when asked', async () => {
    await mkdir(join(dir, '.git/chronicle'), { recursive: true })
    await writeFile(file, '{"task": ')
    for (const args of [
      ['context', 'show'],
      ['context', 'set', '--task', 'x'],
      ['note', 'x'],
    ]) {
      const failure = failureOf(await chronicle(dir, args))
      expect(failure.code).toBe('invalid_pending_context')
      expect(failure.message).toContain('or remove it with: git chronicle context clear')
    }
    expect(await readFile(file, 'utf8')).toBe('{"task": ')
    expect((await chronicle(dir, ['context', 'clear'])).code).toBe(0)
    expect(await kept('context', 'show')).toBeUndefined()
  })

  it.each<[readonly string[], string]>([
    [
      ['context', 'set'],
      'There is nothing to keep. Give --task, --reasoning or another. See: git chronicle context set -h',
    ],
    [['context', 'set', '--task', ' '], '--task is empty.'],
    [['context', 'set', '--rejected', 'a lock'], `--rejected is 'a lock'; expected "approach: reason"`],
    [
      ['context', 'set', '--dependencies', 'src/a.ts - x\nthe clock'],
      'Line 2 of --dependencies is no dependency; expected <path>:<unit> - ',
    ],
    [['note', '--depends-on', 'src/a.ts:a', 'x'], 'expected <path>:<unit>=<assumption>'],
    [['note', '--at', 'src/a.ts'], 'The note is empty.'],
    [['context', 'set', '--task', 'x', '--hours', '0'], 'Expected a whole number from 1.'],
    [['note', ' '], 'The note is empty. See: git chronicle note -h'],
  ])('refuses %j', async (args, message) => {
    const run = await chronicle(dir, args)
    expect(run.code).toBe(2)
    expect(failureOf(run).message).toContain(message)
  })

  it('keeps one for each working tree', async () => {
    const other = `${dir}-linked`
    await repository.git('worktree', 'add', '--quiet', other, '-b', 'other')
    await kept('context', 'set', '--task', 'here')
    expect((await chronicle(other, ['context', 'show'])).stdout).toBe('Nothing is kept for the next commit.\n')
  })

  it('loses no note of many that are made at once', async () => {
    const texts = Array.from({ length: 8 }, (_, number) => `note ${number}`)
    const runs: readonly CliRun[] = await Promise.all(texts.map((text) => chronicle(dir, ['note', text])))
    expect(runs.map(({ code }) => code)).toEqual(texts.map(() => 0))
    const { notes } = (await kept('context', 'show')) as { readonly notes: readonly { readonly text: string }[] }
    expect(notes.map(({ text }) => text).sort()).toEqual(texts)
  })
})

describe('note', () => {
  it('reads the remark from stdin with -', async () => {
    const run = await chronicle(dir, ['note', '-'], { input: 'Because of the clients\n' })
    expect(run.stderr).toBe('')
    expect((await chronicle(dir, ['note', '--list'])).stdout).toContain('Because of the clients')
  })

  it('before the first commit is compared with nothing', async () => {
    await using empty = await createFixtureRepository()
    await empty.write({ 'a.ts': 'export function one() {\n  return 1\n}\n' })
    await empty.git('add', '.')
    const run = await chronicle(empty.dir, ['note', 'One is enough', '--at', 'a.ts:one'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
  })

  it('takes places from the current folder, and as the repository names them', async () => {
    await chronicle(join(dir, 'src'), ['note', 'one', '--at', 'a.ts:a'])
    await chronicle(join(dir, 'src'), ['note', 'two', '--at', 'src/a.ts'])
    await chronicle(join(dir, 'src'), ['note', 'three', '--at', 'näme "x".ts'])
    expect(await kept('context', 'show')).toMatchObject({
      notes: [{ place: 'src/a.ts:a' }, { place: 'src/a.ts' }, { place: 'src/näme "x".ts' }],
    })
  })

  it('takes lines for the unit that they are in', async () => {
    await repository.write({ 'src/lines.ts': '\nexport class A {\n  b() {\n    return 1\n  }\n}\n' })
    await chronicle(dir, ['note', 'x', '--at', 'src/lines.ts:4'])
    await chronicle(dir, ['note', 'y', '--at', 'src/lines.ts:2-5'])
    expect(await kept('context', 'show')).toMatchObject({
      notes: [{ place: 'src/lines.ts:A::b' }, { place: 'src/lines.ts:A' }],
    })
    const none = await chronicle(dir, ['note', 'x', '--at', 'src/lines.ts:1-4'])
    expect([none.code, failureOf(none).message]).toEqual([
      2,
      expect.stringContaining("No unit holds all of 'src/lines.ts:1-4'."),
    ])
  })

  it('keeps constraints, risks and dependencies of a place, lists them, and removes one', async () => {
    const options = ['--constraint', 'Never 2', '--risk', 'Overflows', '--depends-on', 'a.ts=is 1']
    await chronicle(join(dir, 'src'), ['note', ...options, '--at', 'a.ts:a'])
    await chronicle(dir, ['note', 'A remark'])
    const context = (await kept('note', '--list')) as { readonly notes: readonly { readonly id: string }[] }
    expect(context.notes).toMatchObject([
      { text: 'Never 2', kind: 'constraint', place: 'src/a.ts:a' },
      { text: 'Overflows', kind: 'risk', place: 'src/a.ts:a' },
      { text: 'is 1', kind: 'dependency', on: 'src/a.ts', place: 'src/a.ts:a' },
      { text: 'A remark' },
    ])
    const ids = context.notes.map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    expect((await chronicle(dir, ['note', '--list'])).stdout).toContain(
      `constraint:   [${ids[0]}] Never 2 (src/a.ts:a)`,
    )
    const both = await chronicle(dir, ['note', '--list', '--remove', ids[1] ?? ''])
    expect(failureOf(both).message).toContain('cannot be used with')
    expect(await kept('note', '--remove', ids[1] ?? '')).toMatchObject({ notes: [{}, { kind: 'dependency' }, {}] })
    const failure = failureOf(await chronicle(dir, ['note', '--remove', ids[1] ?? '']))
    expect(failure).toMatchObject({ code: 'note_not_found', data: { ids: [ids[0], ids[2], ids[3]] } })
    for (const id of [ids[0], ids[2], ids[3]]) await chronicle(dir, ['note', '--remove', id ?? ''])
    expect(await kept('note', '--list')).toBeUndefined()
  })

  it.each([
    [['--at', 'src/b.ts'], 'file_not_found', 'Nearest paths: src/a.ts'],
    [['--at', 'src/a.ts:aa'], 'anchor_not_found', 'Nearest: a.'],
    [['--depends-on', 'src/b.ts:a=x'], 'file_not_found', 'Nearest paths: src/a.ts'],
  ])('refuses what is not there: %j', async (args, code, message) => {
    const failure = failureOf(await chronicle(dir, ['note', 'x', ...args]))
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) as string })
  })

  it.each(['../x.ts', '/etc/passwd'])('refuses a place outside: %s', async (place) => {
    expect(failureOf(await chronicle(dir, ['note', 'x', '--at', place])).message).toBe(
      `'${place}' is not a path in the repository. Give one from the current folder. See: git chronicle note -h`,
    )
  })
})

describe('a sparse checkout', () => {
  it('has the places that are left out of it', async () => {
    await using sparse = await createFixtureRepository()
    await sparse.commitFiles('One', { 'in/a.ts': 'export const a = 1\n', 'out/b.ts': 'export const b = 2\n' })
    await sparse.git('sparse-checkout', 'set', 'in')
    const relying = ['note', 'a', '--at', 'in/a.ts:a', '--depends-on', 'out/b.ts:b=is 2', '--format', 'json']
    expect((await chronicle(sparse.dir, relying)).code).toBe(0)
    const { stdout } = await chronicle(sparse.dir, ['note', 'b', '--at', 'out/b.ts:1'])
    expect(stdout).toContain('b (out/b.ts:b)')
    expect(failureOf(await chronicle(sparse.dir, ['note', 'c', '--at', 'out/c.ts'])).code).toBe('file_not_found')
  })
})

describe('what is wrong is refused when it is set, and nothing is kept', () => {
  it.each<[readonly string[], string, string]>([
    [['set', '--squash-sources', 'nowhere'], 'revision_not_found', 'Unknown revision: "nowhere".'],
    [['set', '--reasoning', ' '], 'usage', '--reasoning is empty.'],
    [['set', '--task', '', '--tags', 'a'], 'usage', '--task is empty.'],
    [['set', '--rejected', 'no reason'], 'usage', 'approach: reason'],
    [['set', '--dependencies', 'nowhere.ts:x - is fast'], 'file_not_found', 'File not found: nowhere.ts.'],
  ])('%j', async (args, code, message) => {
    const run = await chronicle(dir, ['context', ...args])
    expect(run.code).not.toBe(0)
    expect(failureOf(run)).toMatchObject({ code, message: expect.stringContaining(message) as string })
    expect((await chronicle(dir, ['context', 'show'])).stdout).toContain('Nothing is kept')
  })

  it('with the first of very many problems', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `nowhere${index}.ts:x - is fast`)
    const { code, data, message } = failureOf(
      await chronicle(dir, ['context', 'set', '--dependencies', lines.join('\n')]),
    )
    expect(code).toBe('usage')
    expect(message).toContain('File not found: nowhere0.ts.')
    expect(message).toMatch(/ Not checked: 480 more places\.$/u)
    expect(data?.['problems']).toHaveLength(20)
  })
})
