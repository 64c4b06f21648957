import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { openChronicle } from '@chronicle/node'
import { codedError } from '@chronicle/core/contracts'
import { errAsync, readNote, writeNote, type WritingReceipt } from '@chronicle/schema'
import { writingReceiptSchema } from '@chronicle/schema/validate'
import { annotationArbitrary, createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import {
  annotate,
  chronicle,
  documentOf,
  failureOf,
  keptContext,
  readJson,
  testEnvironment,
  type CliRun,
  type CliRunOptions,
} from './run-chronicle.ts'

const SOURCE = 'export function connect(): void {\n  dial()\n}\n\nexport function close(): void {}\n'

let repository: FixtureRepository
let dir: string
beforeEach(async () => {
  repository = await createFixtureRepository()
  dir = repository.dir
  await repository.commitFiles('Add the client', { 'src/client.ts': SOURCE })
  await repository.write({ 'src/client.ts': SOURCE.replace('dial()', 'retry(dial)') })
})
afterEach(() => repository.dispose())

const commit = (args: readonly string[], options?: CliRunOptions): Promise<CliRun> =>
  chronicle(dir, ['commit', ...args], options)

async function committed(args: readonly string[], options?: CliRunOptions): Promise<WritingReceipt> {
  return documentOf(await commit([...args, '--format', 'json'], options), writingReceiptSchema)
}

interface Note {
  readonly commit: string
  readonly task?: string
  readonly summary: string
  readonly context_level: string
  readonly regions: readonly Readonly<Record<string, unknown>>[]
  readonly provenance: Readonly<Record<string, unknown>>
}

async function noteOf(revision = 'HEAD', from = repository): Promise<Note | undefined> {
  const listed = await from.gitBytes(['notes', '--ref=chronicle', 'show', revision], { exitCodes: [0, 1] })
  return listed.length === 0 ? undefined : (JSON.parse(listed.toString('utf8')) as Note)
}

const subject = (revision = 'HEAD'): Promise<string> => repository.git('log', '-1', '--format=%s', revision)
const hook = (name: string, script: string): Promise<void> =>
  repository.write({ [`.git/hooks/${name}`]: { executable: `#!/bin/sh\n${script}\n` } })

describe('what is recorded', () => {
  test('flags, environment, context and notes in one annotation, and nothing is kept any more', async () => {
    await chronicle(dir, ['context', 'set', '--task', 'T-0', '--tags', 'mqtt', '--rejected', 'a lock: threads wait'])
    await chronicle(dir, ['note', 'The broker drops idle connections', '--at', 'src/client.ts:connect'])
    const receipt = await committed(
      ['-am', 'Retry', '--task', 'T-1', '--tags', 'net', '--dependencies', 'src/client.ts:close - is called after'],
      { env: { CHRONICLE_REASONING: 'Half of the alarms were restarts', CHRONICLE_TASK: 'T-env' } },
    )
    expect(receipt).toMatchObject({
      writer: 'heuristic',
      notes_ref: 'refs/notes/chronicle',
      commits: [{ commit: await repository.head(), subject: 'Retry', status: 'annotated' }],
      totals: { annotated: 1 },
    })
    const note = await noteOf()
    expect(note).toMatchObject({
      commit: await repository.head(),
      task: 'T-1',
      summary: 'Retry',
      context_level: 'enhanced',
      provenance: { operation: 'initial' },
    })
    const text = JSON.stringify(note?.regions)
    for (const phrase of ['mqtt', 'net', 'threads wait', 'The broker drops', 'Half of the alarms', 'is called after']) {
      expect(text).toContain(phrase)
    }
    expect(note?.regions.map(({ ast_anchor: anchor }) => anchor)).toMatchObject([
      { name: 'connect' },
      { name: 'connect' },
    ])
    expect(await keptContext(dir)).toBeUndefined()
    const { regions } = await readJson(dir, ['src/client.ts', 'connect'])
    expect(regions.length).toBeGreaterThan(0)
  })

  test('a text on stdin, and not two', async () => {
    const twice = await commit(['-am', 'Retry', '--reasoning', '-', '--task', '-'], { input: 'Half of the alarms' })
    expect(failureOf(twice).message).toContain('Only one text can be -')
    expect(await subject()).toBe('Add the client')
    const words = ['-am', 'Retry', '--reasoning', '-', '--constraint', 'Never waits']
    await committed(words, { input: 'Half of the alarms\nwere restarts\n' })
    const text = JSON.stringify((await noteOf())?.regions)
    expect(text).toContain(JSON.stringify('Half of the alarms\nwere restarts').slice(1, -1))
    expect(text).toContain('Never waits')
  })

  test('constraints, risks and dependencies, of the change and of places', async () => {
    const options = [
      '--constraint',
      'Never waits',
      '--constraint',
      'At most four',
      '--risk',
      'Starves',
      '--risk',
      'Leaks',
    ]
    await chronicle(dir, ['note', '--at', 'src/client.ts:close', '--constraint', 'After connect'])
    await committed(['-am', 'Retry', ...options, '--depends-on', 'src/client.ts:close=is quick'])
    const regions = (await noteOf())?.regions
    expect(regions).toMatchObject([
      {
        ast_anchor: { name: 'connect' },
        intent: 'Retry',
        constraints: [
          { text: 'At most four', source: 'author' },
          { text: 'Never waits', source: 'author' },
        ],
        risk_notes: 'Starves\nLeaks',
        semantic_dependencies: [{ file: 'src/client.ts', anchor: 'close', nature: 'is quick' }],
      },
      {
        ast_anchor: { name: 'close' },
        intent: 'After connect',
        constraints: [{ text: 'After connect', source: 'author' }],
      },
    ])
  })

  test('who recorded it, when, and with what', async () => {
    await committed(['-am', 'Retry', '--reasoning', 'It restarts'])
    expect((await noteOf())?.provenance).toMatchObject({
      recorded: {
        by: 'Ada Fixture',
        email: 'ada@example.com',
        at: expect.stringMatching(/^20\d\d-.*Z$/u) as string,
        with: expect.stringMatching(/^git-chronicle \d+\.\d+\.\d+$/u) as string,
      },
    })
  })

  test.each([
    ['--dependencies', 'the clock', 'is no dependency; expected <path>:<unit> - '],
    ['--dependencies', 'src/cleint.ts - x', 'Nearest paths: src/client.ts'],
    ['--depends-on', 'src/client.ts:close', 'expected <path>:<unit>=<assumption>'],
    ['--depends-on', 'src/client.ts:clsoe=x', 'Nearest: close'],
  ])('is refused before git commits: %s "%s"', async (flag, value, message) => {
    const run = await commit(['-am', 'Retry', flag, value])
    expect(run.code).not.toBe(0)
    expect(failureOf(run).message).toContain(message)
    expect(await subject()).toBe('Add the client')
  })

  test('the words of the author stand once, each on what it is about, and the subject is not their intent', async () => {
    await repository.commitFiles('Pools', {
      'src/a.ts': 'export function openPool(): void {\n  one()\n}\n',
      'src/b.ts': 'export function closePool(): void {\n  one()\n}\n',
      'src/c.ts': 'export function usePool(): void {\n  one()\n}\n',
    })
    for (const name of ['a', 'b', 'c']) {
      const text = await readFile(join(dir, `src/${name}.ts`), 'utf8')
      await repository.write({ [`src/${name}.ts`]: text.replace('one()', 'two()') })
    }
    await committed([
      ...['-am', 'Change pools', '--reasoning'],
      'Pools leak when a worker dies. `closePool` waits because sockets linger. It gives up after a second.',
    ])
    const note = await noteOf()
    expect(note?.regions).toHaveLength(2)
    expect(note?.regions[0]).not.toHaveProperty('file')
    expect(note?.regions).toMatchObject([
      { intent: 'Pools leak when a worker dies.' },
      {
        ...{ file: 'src/b.ts', ast_anchor: { name: 'closePool' } },
        ...{ intent: '`closePool` waits because sockets linger.', reasoning: 'It gives up after a second.' },
      },
    ])
    const read = await chronicle(dir, ['read', 'src/b.ts', 'closePool'])
    expect(read.stdout.split('sockets linger').length - 1).toBe(1)
    await repository.write({ 'src/a.ts': 'export function openPool(): void {\n  three()\n}\n' })
    await committed(['-am', 'Change again', '--reasoning', 'Workers die at night.'])
    expect((await noteOf())?.regions).toMatchObject([
      { file: 'src/a.ts', ast_anchor: { name: 'openPool' }, intent: 'Workers die at night.' },
    ])
  })

  test('is told to people, after what git says', async () => {
    const run = await commit(['-am', 'Retry', '--reasoning', 'Restarts'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(
      /^\[main [\da-f]+\] Retry\n 1 file changed[^]*Recorded 1 region on [\da-f]{12} \(Retry\) in refs\/notes\/chronicle\.\n {2}\+ src\/client\.ts:1-3 connect\n {6}Restarts\n$/u,
    )
  })

  test('is one JSON document on stdout, with the talk of git and its hooks on stderr', async () => {
    await hook('pre-commit', 'echo from the hook')
    const run = await commit(['-am', 'Retry', '--reasoning', 'Restarts', '--format=json'])
    expect(writingReceiptSchema.safeParse(JSON.parse(run.stdout)).success).toBe(true)
    expect(run.stderr).toContain('[main ')
    expect(run.stderr).toContain('from the hook')
  })

  test('is nothing where there is nothing to say, and says so', async () => {
    const run = await commit(['-am', 'Retry'])
    expect(run.stdout).toMatch(/Nothing recorded on [\da-f]{12} \(Retry\)\./u)
    expect(run.code).toBe(0)
    expect(await noteOf()).toBeUndefined()
  })

  test('is what was kept, even where the committer time is in the past', async () => {
    await chronicle(dir, ['context', 'set', '--reasoning', 'Restarts'])
    await committed(['-am', 'Retry'], { env: { GIT_COMMITTER_DATE: '1700000000 +0000' } })
    expect(JSON.stringify(await noteOf())).toContain('Restarts')
    expect(await keptContext(dir)).toBeUndefined()
  })

  test('is of the commit of this folder', async () => {
    await repository.write({ 'src/other.ts': 'export function other(): void {}\n' })
    await repository.git('add', 'src/other.ts')
    const run = await chronicle(join(dir, 'src'), ['commit', '-m', 'Other', '--reasoning', 'Because', 'other.ts'])
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect((await noteOf())?.regions).toMatchObject([{ file: 'src/other.ts', intent: 'Because' }])
    expect(await repository.git('status', '--porcelain')).toBe(' M src/client.ts')
  })

  test('goes to the notes ref of the settings', async () => {
    await repository.git('config', 'chronicle.notesRef', 'team')
    expect(await committed(['-am', 'Retry', '--reasoning', 'Restarts'])).toMatchObject({ notes_ref: 'refs/notes/team' })
    expect(await repository.git('for-each-ref', '--format=%(refname)', 'refs/notes')).toBe('refs/notes/team')
  })
})

describe('options of git', () => {
  test.each<[string, readonly string[], string]>([
    ['-m twice', ['-a', '-m', 'One "quoted"', '-m', 'Two $HOME `x`'], 'One "quoted"'],
    ['-am', ['-am', 'Héllo 🎉'], 'Héllo 🎉'],
    ['-F', ['-a', '-F', 'message file.txt'], 'From a file'],
    ['--message=', ['-a', '--message=--task'], '--task'],
    ['--fixup', ['-a', '--fixup', 'HEAD'], 'fixup! Add the client'],
    ['--fixup=', ['-a', '--fixup=HEAD'], 'fixup! Add the client'],
    ['--squash', ['-a', '--squash', 'HEAD', '--no-edit'], 'squash! Add the client'],
    ['-C', ['-a', '-C', 'HEAD'], 'Add the client'],
    ['--allow-empty', ['--allow-empty', '-m', 'Nothing'], 'Nothing'],
    ['--allow-empty-message', ['-a', '--allow-empty-message', '-m', ''], ''],
    ['--no-verify -s', ['-a', '-n', '-s', '-m', 'Signed'], 'Signed'],
  ])('%s', async (_, args, expected) => {
    await repository.write({ 'message file.txt': 'From a file\n\nWith a body\n' })
    await committed([...args, '--reasoning', 'Restarts'])
    expect(await subject()).toBe(expected)
    expect(await noteOf()).toBeDefined()
  })

  test('-F - takes the message from stdin', async () => {
    await committed(['-a', '-F', '-', '--reasoning', 'Restarts'], { input: 'From stdin\n' })
    expect(await subject()).toBe('From stdin')
  })

  test('an editor', async () => {
    await committed(['-a'], { env: { GIT_EDITOR: 'printf edited >', CHRONICLE_REASONING: 'Restarts' } })
    expect(await subject()).toBe('edited')
  })

  test('paths, however they are written', async () => {
    const names = ['with space.ts', 'ünï "q" 日本.ts', '--task', "it's.ts"]
    await repository.write(Object.fromEntries(names.map((name) => [name, 'export function f(): void {}\n'])))
    await repository.git('add', '--all')
    const run = await commit(['-m', 'Some', '--reasoning', 'Why', '--', ...names])
    expect(run.code, run.stdout + run.stderr).toBe(0)
    const changed = (await repository.gitBytes(['show', '--name-only', '--format=', '-z'])).toString('utf8')
    expect(changed.split('\0').filter(Boolean).sort()).toEqual([...names].sort())
    for (const { file } of (await noteOf())?.regions ?? []) expect([undefined, ...names]).toContain(file)
  })

  test('--dry-run and --short commit nothing, and what was said stays', async () => {
    await chronicle(dir, ['context', 'set', '--task', 'T-1'])
    const before = await repository.head()
    for (const [option, talk] of [
      ['--dry-run', 'modified:'],
      ['--short', 'M  src/client.ts'],
    ] as const) {
      const run = await commit(['-a', option])
      expect(run.code).toBe(0)
      expect(run.stdout).toContain(talk)
      expect(run.stderr).toContain('git made no commit, so nothing was recorded.')
    }
    const json = await committed(['-a', '--dry-run'])
    expect(json).toMatchObject({ commits: [], totals: { annotated: 0 } })
    expect(await repository.head()).toBe(before)
    expect(await keptContext(dir)).toMatchObject({ task: 'T-1' })
  })

  test('that git does not know are refused by git, with its exit code', async () => {
    const run = await commit(['--bogus', '--task', 'x'])
    expect(run.code).toBe(129)
    expect(run.stderr).toContain("unknown option `bogus'")
  })
})

describe('where git does not commit', () => {
  test('nothing is recorded and what was said stays: a hook refuses', async () => {
    await chronicle(dir, ['context', 'set', '--task', 'T-1'])
    await hook('pre-commit', 'echo refused >&2\nexit 1')
    const before = await repository.head()
    const run = await commit(['-am', 'Retry', '--reasoning', 'x'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/^refused\nwarning: git made no commit\. What you said is kept .*\n$/u)
    expect(await repository.head()).toBe(before)
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
    expect(await keptContext(dir)).toMatchObject({ task: 'T-1', reasoning: 'x' })
    await hook('pre-commit', 'exit 0')
    await committed(['-am', 'Retry', '--reasoning', 'x'])
    expect(await noteOf()).toMatchObject({ task: 'T-1' })
    expect(await keptContext(dir)).toBeUndefined()
  })

  test.each<[string, () => Promise<unknown>, readonly string[]]>([
    ['pre-commit', () => hook('pre-commit', '[ -e go ]'), ['-am', 'Retry']],
    ['commit-msg', () => hook('commit-msg', '[ -e go ]'), ['-am', 'Retry']],
    ['an aborted editor', () => repository.git('config', 'core.editor', '[ -e go ] && echo Retry >'), ['-a']],
    ['a refused amend', () => hook('pre-commit', '[ -e go ]'), ['-a', '--amend', '--no-edit']],
  ])('the words are there for the next commit, once: %s', async (_, refuse, args) => {
    await refuse()
    const said = ['--constraint', 'Only once.', '--rejected', 'polling: it is late', '--tags', 'net']
    for (let times = 0; times < 2; times++) expect((await commit([...args, ...said])).code).toBe(1)
    expect(await keptContext(dir)).toMatchObject({
      notes: [{ text: 'Only once.', kind: 'constraint' }],
      rejected: [{ approach: 'polling' }],
      tags: ['net'],
    })
    await repository.write({ go: '' })
    await committed([...args, ...said])
    const regions = (await noteOf())?.regions ?? []
    expect(regions.flatMap((region) => region['constraints'])).toMatchObject([{ text: 'Only once.' }])
    expect(regions.flatMap((region) => region['rejected_alternatives'])).toHaveLength(1)
    expect(await keptContext(dir)).toBeUndefined()
  })

  test('the words are not recorded on a commit that another process made while git could not', async () => {
    await hook('commit-msg', 'git update-ref HEAD $(git commit-tree -p HEAD -m other HEAD^{tree})')
    const run = await commit(['-am', 'Retry', '--constraint', 'Only once.'])
    expect(run).toMatchObject({ code: 128, stdout: '' })
    expect(run.stderr).toContain('kept for the next one')
    expect(await keptContext(dir)).toMatchObject({ notes: [{ text: 'Only once.' }] })
    expect(await noteOf()).toBeUndefined()
  })

  test('the words of an interrupted commit are kept for the next one, those of one that was made are its own', async () => {
    const interrupted = async (name: string): Promise<CliRun> => {
      const aborting = new AbortController()
      await hook(name, 'touch waiting; sleep 5')
      const run = commit(['-am', 'Retry', '--constraint', `In ${name}.`], { signal: aborting.signal })
      while (!existsSync(join(dir, 'waiting'))) await new Promise((resolve) => setTimeout(resolve, 20))
      aborting.abort()
      await repository.remove('waiting', `.git/hooks/${name}`)
      return run
    }
    expect((await interrupted('pre-commit')).code).toBe(130)
    expect(await keptContext(dir)).toMatchObject({ notes: [{ text: 'In pre-commit.' }] })
    expect((await interrupted('post-commit')).code).toBe(130)
    expect(await keptContext(dir)).toBeUndefined()
    const made = await repository.head()
    expect((await chronicle(dir, ['annotate', '--commit', made])).code).toBe(0)
    for (const words of ['In pre-commit.', 'In post-commit.']) expect(JSON.stringify(await noteOf())).toContain(words)
  })

  test('a machine is told in JSON', async () => {
    await hook('commit-msg', 'exit 7')
    const run = await commit(['-am', 'Retry', '--format', 'json'])
    expect(run.code).toBe(1)
    expect(failureOf(run)).toMatchObject({
      code: 'git_failed',
      message: expect.stringContaining('exit code 1') as string,
    })
  })

  test('nothing to commit', async () => {
    await repository.git('checkout', '--', '.')
    const run = await commit(['-m', 'Nothing', '--reasoning', 'x'])
    expect(run).toMatchObject({ code: 1, stdout: 'On branch main\nnothing to commit, working tree clean\n' })
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
  })

  test('nobody is known', async () => {
    await repository.git('config', '--unset', 'user.email')
    await repository.git('config', 'user.useConfigOnly', 'true')
    const run = await commit(['-am', 'Retry', '--reasoning', 'x'])
    expect(run.code).toBe(128)
    expect(run.stderr).toContain('Please tell me who you are.')
  })

  test('a bare repository', async () => {
    await using bare = await createFixtureRepository({ bare: true })
    const run = await chronicle(bare.dir, ['commit', '-m', 'x'])
    expect(run.code).toBe(128)
    expect(run.stderr).toContain('this operation must be run in a work tree')
  })

  test('no repository', async () => {
    const run = await chronicle('/', ['commit', '-m', 'x'])
    expect(failureOf(run).code).toBe('not_a_repository')
  })

  test('what is kept cannot be read: git is not run before that is fixed', async () => {
    await repository.write({ '.git/chronicle/pending-context.json': '{"task": ' })
    const before = await repository.head()
    const run = await commit(['-am', 'Retry', '--reasoning', 'x'])
    expect(failureOf(run).code).toBe('invalid_pending_context')
    expect(await repository.head()).toBe(before)
  })

  test.each<[readonly string[], string]>([
    [['-am', 'x', '--task'], '--task needs a value. See: git chronicle commit -h'],
    [['-am', 'x', '--rejected', 'a lock'], `--rejected is 'a lock'; expected "approach: reason"`],
    [['-am', 'x', '--format', 'xml'], "--format is 'xml'; expected pretty or json."],
  ])('wrong usage %j', async (args, message) => {
    const before = await repository.head()
    const run = await commit(args)
    expect(run.code).toBe(2)
    expect(failureOf(run).message).toContain(message)
    expect(await repository.head()).toBe(before)
  })

  test('help', async () => {
    const run = await commit(['--help'])
    expect(run.stdout).toContain('--rejected')
    expect(run.stdout).toContain('All other options and arguments are those of git commit.')
  })
})

describe('kinds of commits', () => {
  test('the first one', async () => {
    await using fresh = await createFixtureRepository()
    await fresh.write({ 'a.ts': 'export function a(): void {}\n' })
    await fresh.git('add', '.')
    const run = await chronicle(fresh.dir, ['commit', '-m', 'First', '--reasoning', 'Begin', '--format', 'json'])
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(await noteOf('HEAD', fresh)).toMatchObject({ regions: [{ file: 'a.ts', intent: 'Begin' }] })
  })

  test('with a detached HEAD', async () => {
    await repository.git('checkout', '--quiet', '--detach')
    await committed(['-am', 'Retry', '--reasoning', 'Restarts'])
    expect(await noteOf()).toMatchObject({ summary: 'Retry' })
  })

  test('in a linked working tree, with what was said there', async () => {
    const linked = `${dir}-linked`
    await repository.git('worktree', 'add', '--quiet', linked, '-b', 'other')
    await chronicle(dir, ['context', 'set', '--task', 'here'])
    await chronicle(linked, ['context', 'set', '--task', 'there'])
    await writeFile(join(linked, 'src/client.ts'), SOURCE.replace('dial()', 'hang()'))
    const run = await chronicle(linked, ['commit', '-am', 'Linked', '--reasoning', 'x'])
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(await noteOf('other')).toMatchObject({ task: 'there' })
    expect(await keptContext(dir)).toMatchObject({ task: 'here' })
    expect(await keptContext(linked)).toBeUndefined()
  })

  test('the end of a merge', async () => {
    await repository.branch('side')
    await repository.commit('Retry on main')
    await repository.checkout('side')
    await repository.commitFiles('Hang on side', { 'src/client.ts': SOURCE.replace('dial()', 'hang()') })
    await repository.checkout('main')
    await repository.gitBytes(['merge', '--no-commit', 'side'], { exitCodes: [0, 1] })
    await repository.write({ 'src/client.ts': SOURCE.replace('dial()', 'retry(hang)') })
    await committed(['-a', '--no-edit', '--reasoning', 'Both are needed', '--rejected', 'one of them: half broken'])
    expect((await repository.git('rev-list', '--parents', '-1', 'HEAD')).split(' ')).toHaveLength(3)
    expect(await noteOf()).toMatchObject({
      regions: [{ intent: 'Both are needed', rejected_alternatives: [{ approach: 'one of them' }] }],
      provenance: { operation: 'initial' },
    })
  })
})

describe('--amend', () => {
  test('takes over all that was recorded, and adds to it', async () => {
    await committed(['-am', 'Retry', '--reasoning', 'Restarts', '--task', 'T-1', '--rejected', 'a lock: threads wait'])
    await annotate(dir, {
      summary: 'By its author',
      regions: [
        {
          file: 'src/client.ts',
          anchor: 'close',
          intent: 'Idempotent',
          constraints: ['never throws'],
          risk_notes: 'R',
        },
      ],
      cross_cutting: [{ description: 'Both at once', regions: ['src/client.ts:connect', 'src/client.ts:close'] }],
    })
    const old = await repository.head()
    const before = await noteOf()
    await repository.write({ 'src/client.ts': `// A licence.\n\n${SOURCE.replace('dial()', 'retry(dial)')}` })
    const receipt = await committed(['-a', '--amend', '--no-edit', '--rejected', 'polling: it is late'])
    const now = await repository.head()
    expect(now).not.toBe(old)
    expect(receipt.commits).toMatchObject([{ commit: now, status: 'annotated' }])
    const after = await noteOf()
    expect(after).toMatchObject({
      commit: now,
      task: 'T-1',
      provenance: { operation: 'amend', derived_from: expect.arrayContaining([old]) as string[] },
    })
    const texts = JSON.stringify(after)
    for (const phrase of wordsOf(before)) expect(texts).toContain(JSON.stringify(phrase).slice(1, -1))
    expect(texts).toContain('it is late')
    expect(after?.regions.filter(({ ast_anchor: a }) => (a as { name: string }).name === 'close')).toMatchObject([
      { lines: { start: 7, end: 7 } },
    ])
    expect(await noteOf(old)).toEqual(before)
  })

  test('says what it took over where nothing is added', async () => {
    await committed(['-am', 'Retry', '--reasoning', 'Restarts'])
    const run = await commit(['--amend', '-m', 'Retry more'])
    expect(run.stdout).toMatch(/Recorded 1 region on [\da-f]{12} \(Retry more\)/u)
    expect(await noteOf()).toMatchObject({ provenance: { operation: 'initial' }, regions: [{ intent: 'Restarts' }] })
  })

  test('of the same commit at the same time records what is said of it', async () => {
    const env = { GIT_COMMITTER_DATE: '1700000000 +0000', GIT_AUTHOR_DATE: '1700000000 +0000' }
    await committed(['-am', 'Retry', '--reasoning', 'Restarts'], { env })
    const before = await repository.head()
    await committed(['--amend', '--no-edit', '--rejected', 'polling: it is late'], { env })
    expect(await repository.head()).toBe(before)
    expect(JSON.stringify(await noteOf())).toContain('it is late')
    expect(JSON.stringify(await noteOf())).toContain('Restarts')
  })

  test('of the first commit, and of a merge', async () => {
    await using fresh = await createFixtureRepository()
    await fresh.write({ 'a.ts': 'export function a(): void {}\n' })
    await fresh.git('add', '.')
    await chronicle(fresh.dir, ['commit', '-m', 'First', '--reasoning', 'Begin'])
    await chronicle(fresh.dir, ['commit', '--amend', '-m', 'Erst'])
    expect(await noteOf('HEAD', fresh)).toMatchObject({ provenance: { operation: 'initial' } })
    await fresh.branch('side')
    await fresh.commitFiles('B', { 'b.ts': 'export function b(): void {}\n' })
    await fresh.checkout('side')
    await fresh.commitFiles('C', { 'c.ts': 'export function c(): void {}\n' })
    await fresh.merge('main')
    await annotate(fresh.dir, { summary: 'Merge', regions: [{ file: 'b.ts', anchor: 'b', intent: 'Kept' }] })
    await chronicle(fresh.dir, ['commit', '--amend', '-m', 'Merged'])
    expect(await noteOf('HEAD', fresh)).toMatchObject({
      provenance: { operation: 'initial' },
      regions: [{ file: 'b.ts', intent: 'Kept' }],
    })
  })
})

describe('whatever was recorded', () => {
  test('nothing of it is lost by --amend', async () => {
    await committed(['-am', 'Retry'])
    let number = 0
    await fc.assert(
      fc.asyncProperty(annotationArbitrary(), async (annotation) => {
        const old = await repository.head()
        await repository.note(old, writeNote({ ...annotation, commit: old }))
        const before = readNote(Buffer.from(await repository.git('notes', '--ref=chronicle', 'show', old)), {
          commit: old,
        })
        const receipt = await committed(['--amend', '-m', `Retry ${number++}`])
        const commit = await repository.head()
        const after = readNote(Buffer.from(await repository.git('notes', '--ref=chronicle', 'show', commit)), {
          commit,
        })
        const words = JSON.stringify(after.annotation)
        // Texts that were joined before are separated by lines of dashes, which are not words.
        const oldWords = wordsOf(before.annotation).flatMap((text) => text.split(/\s+|-{3,}/u))
        for (const word of oldWords) expect(words).toContain(JSON.stringify(word).slice(1, -1))
        expect(after.annotation?.regions.length).toBe(before.annotation?.regions.length)
        expect(receipt.commits).toMatchObject([{ commit }])
      }),
      { numRuns: 12 },
    )
  })
})

describe('as a process', () => {
  test('git has the stdin and the environment of the command', async () => {
    const child = spawn(process.execPath, [...chronicleCommand, 'commit', '-a', '-F', '-', '--format', 'json'], {
      cwd: dir,
      env: { ...testEnvironment, CHRONICLE_REASONING: 'Restarts', GIT_AUTHOR_NAME: 'Grace' },
    })
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stdin.on('error', () => undefined)
    child.stdin.end('From a pipe\n')
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    expect(writingReceiptSchema.parse(JSON.parse(stdout)).commits).toMatchObject([{ subject: 'From a pipe' }])
    expect(await repository.git('log', '-1', '--format=%an')).toBe('Grace')
    expect(await noteOf()).toMatchObject({ regions: [{ intent: 'Restarts' }] })
  })
})

describe('a squash', () => {
  test('takes over what is recorded on its sources', async () => {
    await committed(['-am', 'One', '--reasoning', 'Reason one'])
    const one = await repository.head()
    await repository.write({ 'src/client.ts': SOURCE.replace('dial()', 'twice(dial)') })
    await committed(['-am', 'Two', '--reasoning', 'Reason two'])
    const two = await repository.head()
    await repository.git('reset', '--quiet', '--soft', 'HEAD~2')
    await committed(['-m', 'Both'], { env: { CHRONICLE_SQUASH_SOURCES: `${one},${two}` } })
    const note = await noteOf()
    expect(note?.provenance).toMatchObject({
      operation: 'squash',
      derived_from: expect.arrayContaining([one, two]) as string[],
    })
    expect(JSON.stringify(note)).toContain('Reason one')
    expect(JSON.stringify(note)).toContain('Reason two')
  })
})

describe('where nothing can be recorded', () => {
  test('the commit stands, and what was said is kept for annotate', async () => {
    await committed(['-am', 'Retry', '--reasoning', 'Restarts'])
    const old = await repository.head()
    await repository.write({ '.git/refs/notes/chronicle.lock': '' })
    await chronicle(dir, ['note', 'The broker drops idle connections'])
    const run = await commit(['--amend', '-m', 'Retry more', '--task', 'T-1', '--rejected', 'polling: it is late'], {
      env: { CHRONICLE_TAGS: 'net' },
    })
    expect(run.code).toBe(1)
    expect(await subject()).toBe('Retry more')
    expect(run.stderr).toMatch(/error: The commit was made, but what you know about it was not recorded: /u)
    const made = await repository.head()
    expect(run.stderr).toContain(`Try: git chronicle annotate --commit ${made.slice(0, 12)} --amend-source ${old}`)
    expect(await keptContext(dir)).toBeUndefined()
    expect(JSON.parse(await readFile(join(dir, `.git/chronicle/unrecorded/${made}.json`), 'utf8'))).toMatchObject({
      task: 'T-1',
      tags: ['net'],
      rejected: [{ approach: 'polling' }],
      notes: [{ text: 'The broker drops idle connections' }],
    })
    await repository.remove('.git/refs/notes/chronicle.lock')
    const again = await chronicle(dir, ['annotate', '--amend-source', old])
    expect(again, again.stderr).toMatchObject({ code: 0 })
    const note = JSON.stringify(await noteOf())
    for (const phrase of ['Restarts', 'T-1', 'it is late', 'idle connections', 'net']) expect(note).toContain(phrase)
    expect(await readdir(join(dir, '.git/chronicle/unrecorded'))).toEqual([])
    const log = (await readFile(join(dir, '.git/chronicle/failed.log'), 'utf8')).trim().split('\n')
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ commit: made, kind: 'failed', code: 'notes_ref_locked' })
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ commit: made, kind: 'settled' })
  })

  test('because a source is not known', async () => {
    const run = await commit(['-am', 'Retry', '--reasoning', 'x'], { env: { CHRONICLE_SQUASH_SOURCES: 'nowhere' } })
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('Unknown revision: "nowhere". Name the commits that')
    expect(await subject()).toBe('Retry')
    const head = await repository.head()
    const again = await chronicle(dir, ['annotate', '--commit', head])
    expect(again, again.stderr).toMatchObject({ code: 0 })
    expect(JSON.stringify(await noteOf())).toContain('"x"')
  })

  test('what was said is not recorded on the next commit', async () => {
    await repository.write({ '.git/refs/notes/chronicle.lock': '' })
    expect((await commit(['-am', 'Retry', '--constraint', 'Only once.'])).code).toBe(1)
    await repository.remove('.git/refs/notes/chronicle.lock')
    await repository.write({ 'src/client.ts': `${SOURCE}\n// more\n` })
    await committed(['-am', 'Other'])
    expect(JSON.stringify((await noteOf()) ?? '')).not.toContain('Only once.')
  })

  test('because of an abort, what was kept for it is not recorded on the next commit', async () => {
    await chronicle(dir, ['note', 'The broker drops idle connections'])
    const aborting = new AbortController()
    const run = await commit(['-am', 'Retry'], {
      signal: aborting.signal,
      open: (options) => {
        const opened = openChronicle(options)
        return { ...opened, openWriting: (...given) => (aborting.abort(), opened.openWriting(...given)) }
      },
    })
    expect(run.code).toBe(130)
    expect(run.stderr).not.toContain('could not be kept')
    expect(await keptContext(dir)).toBeUndefined()
    const made = await repository.head()
    expect(await readdir(join(dir, '.git/chronicle/unrecorded'))).toEqual([`${made}.json`])
    await repository.write({ 'src/client.ts': `${SOURCE}\n// more\n` })
    await committed(['-am', 'Other'])
    expect(JSON.stringify((await noteOf()) ?? '')).not.toContain('idle connections')
    expect(JSON.stringify(await noteOf(made))).toContain('idle connections')
  })

  test('says that the words were kept, and that their first copy is still there', async () => {
    await chronicle(dir, ['note', 'The broker drops idle connections'])
    await repository.write({ '.git/refs/notes/chronicle.lock': '' })
    const busy = errAsync(codedError('pending_context_failed', 'Another process is writing it.'))
    const run = await commit(['-am', 'Retry'], {
      open: (options) => {
        const opened = openChronicle(options)
        return { ...opened, nextCommit: { ...opened.nextCommit, clear: () => busy } }
      },
    })
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(
      /^warning: Another process is writing it\. The next commit would record .*: git chronicle context clear$/mu,
    )
    expect(run.stderr).not.toContain('could not be kept')
  })

  test('the next recording catches up without hooks, and the log says why until then', async () => {
    const failing = { env: { CHRONICLE_WRITER: 'llm', CHRONICLE_PROVIDER: 'anthropic' } }
    expect((await commit(['-am', 'Retry', '--constraint', 'Only once.'], failing)).code).toBe(1)
    const failed = await repository.head()
    const log = await readFile(join(dir, '.git/chronicle/failed.log'), 'utf8')
    expect(log).toContain(`"commit":"${failed}","kind":"failed"`)
    expect((await chronicle(dir, ['status'])).stdout).toContain(`annotate --commit ${failed.slice(0, 12)}; a hook`)
    await repository.write({ 'src/client.ts': `${SOURCE}\n// more\n` })
    await committed(['-am', 'Other'])
    expect(JSON.stringify(await noteOf(failed))).toContain('Only once.')
    expect(await readdir(join(dir, '.git/chronicle/unrecorded'))).toEqual([])
  })

  test('what was said of the amended commit goes to the new one', async () => {
    await repository.write({ '.git/refs/notes/chronicle.lock': '' })
    expect((await commit(['-am', 'Retry', '--constraint', 'Only once.'])).code).toBe(1)
    await repository.remove('.git/refs/notes/chronicle.lock')
    await committed(['--amend', '-m', 'Retry more'])
    expect(JSON.stringify(await noteOf())).toContain('Only once.')
    expect(await readdir(join(dir, '.git/chronicle/unrecorded'))).toEqual([])
  })

  test('annotate finds it under the amended commit', async () => {
    await repository.write({ '.git/refs/notes/chronicle.lock': '' })
    expect((await commit(['-am', 'Retry', '--constraint', 'Only once.'])).code).toBe(1)
    const old = await repository.head()
    await repository.remove('.git/refs/notes/chronicle.lock')
    await repository.git('commit', '--quiet', '--amend', '-m', 'Retry more')
    expect((await chronicle(dir, ['annotate', '--amend-source', old])).code).toBe(0)
    expect(JSON.stringify(await noteOf())).toContain('Only once.')
    expect(await readdir(join(dir, '.git/chronicle/unrecorded'))).toEqual([])
  })

  test('a damaged file of kept words is named and left, and the rest is recorded', async () => {
    await committed(['-am', 'Retry'])
    const file = `.git/chronicle/unrecorded/${await repository.head()}.json`
    await repository.write({ [file]: '{' })
    const run = await chronicle(dir, ['annotate', '--force'], { env: { CHRONICLE_REASONING: 'Restarts' } })
    expect(run.code).toBe(0)
    expect(run.stderr).toMatch(
      /warning: The reasons given for the commit could not be read: it is not JSON: .*\. Fix or /u,
    )
    expect(run.stderr).toContain(`Fix or remove ${join(dir, file)}`)
    expect(run.stderr).not.toContain('context clear')
    expect(JSON.stringify(await noteOf())).toContain('Restarts')
    expect(await readFile(join(dir, file), 'utf8')).toBe('{')
  })

  test.each(['--task', '--reasoning', '--dependencies', '--constraint', '--risk'])(
    'an empty %s is refused before git commits',
    async (option) => {
      const before = await repository.head()
      const run = await commit(['-am', 'Retry', '--constraint', 'Only once.', option, ' '])
      expect(run.code).toBe(2)
      expect(run.stderr).toContain(`${option} is empty. Give a text, or leave it out.`)
      expect(await repository.head()).toBe(before)
    },
  )
})

const WRITTEN = /^(?:intent|reasoning|text|risk_notes|approach|reason|description|task|summary|nature|relationship)$/u

/** Returns every text of a note that a person wrote. */
function wordsOf(note: unknown): readonly string[] {
  const words: string[] = []
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (WRITTEN.test(key)) words.push(value)
    } else if (Array.isArray(value)) value.forEach((entry) => walk(entry, key))
    else if (typeof value === 'object' && value !== null) {
      for (const [name, entry] of Object.entries(value)) walk(entry, name)
    }
  }
  walk(note, '')
  return words
}
