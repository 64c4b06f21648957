import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROFILE_NAMES } from '@chronicle/context'
import { bytesPerFour } from '@chronicle/core/text'
import { contextPackageSchema, indexReceiptSchema } from '@chronicle/schema/validate'
import type { ContextPackage, IndexReceipt } from '@chronicle/schema'
import { jsonSchemas } from '@chronicle/schema/json'
import { createFixtureRepository } from '@chronicle/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, test } from 'vitest'
import { PROFILES } from '../src/retrieve/retrieve-flags.ts'
import { annotate, chronicle, documentOf, failedAnswer, type CliRun, type CliRunOptions } from './run-chronicle.ts'

const CLIENT = `import { acquire } from './pool'

/** Talks to the broker. */
export class MqttClient {
  connect(attempts: number): void {
    for (let i = 0; i < attempts; i++) this.dial(acquire(i))
  }

  dial(limit: number): void {}
}
`
const POOL = `/** Hands out connections. */
export function acquire(limit: number): number {
  return Math.min(limit, 4)
}
`
const TEST = `import { MqttClient } from './client'

it('reconnects after the broker restarts', () => {
  expect(new MqttClient().connect(3)).toBeUndefined()
})
`
/** Long enough to exceed any small budget. */
const REPORT = Array.from(
  { length: 400 },
  (_, i) =>
    `def broker_report_${i}(rows):\n    """Rows of report ${i}."""\n    return [row for row in rows if row > ${i}]\n`,
).join('\n')

const ODD = `src/d'or "x" $(id) ünï.ts`
const TASK = 'The client must reconnect when the broker restarts'

const repository = await createFixtureRepository()
afterAll(() => repository.dispose())
await repository.write({ 'src/client.ts': CLIENT, 'src/pool.ts': POOL, 'src/client.test.ts': TEST })
const first = await repository.commit('Add a client that connects to the broker')
await repository.commitFiles('Add reports', {
  [ODD]: 'export function oddlyNamed(): void {}\n',
  'tools/report.py': REPORT,
  'README.md': '# Broker client\n',
})
await annotate(repository.dir, {
  summary: 'Retry instead of failing',
  commit: first,
  regions: [
    {
      file: 'src/client.ts',
      anchor: 'connect',
      intent: 'Survive a restart of the broker',
      constraints: ['Give up before the watchdog does, after 5 s'],
      risk_notes: 'Blocks the caller',
      rejected_alternatives: [{ approach: 'retry for ever', reason: 'the watchdog' }],
    },
  ],
})

const retrieve = (args: readonly string[], options?: CliRunOptions): Promise<CliRun> =>
  chronicle(repository.dir, ['retrieve', ...args], options)

async function packageOf(args: readonly string[], options?: CliRunOptions): Promise<ContextPackage> {
  return documentOf(await retrieve([...args, '--format', 'json'], options), contextPackageSchema)
}

describe('retrieve', () => {
  test('gives code, tests and what is recorded, as markdown', async () => {
    const run = await retrieve([TASK])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain(`## Task\n${TASK}\n`)
    expect(run.stdout).toContain('### src/client.ts')
    expect(run.stdout).toContain('for (let i = 0; i < attempts; i++) this.dial(acquire(i))')
    expect(run.stdout).toContain('reconnects after the broker restarts')
    expect(run.stdout).toContain(`constraint (src/client.ts MqttClient::connect, ${first.slice(0, 8)}): Give up before`)
    expect(run.stdout).toMatch(/risk .*: Blocks the caller/u)
    expect(run.stdout).toMatch(/rejected alternative .*: retry for ever: the watchdog/u)
    expect(run.stdout).toMatch(/intent .*: Survive a restart of the broker/u)
    expect(await retrieve([TASK])).toEqual(run)
  })

  test('prints JSON by its published schema', async () => {
    const run = await retrieve([TASK, '--format', 'json'])
    const document: unknown = JSON.parse(run.stdout)
    const validate = new Ajv2020({ strict: false }).compile(jsonSchemas['context-output'])
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
    const pack = contextPackageSchema.parse(document)
    expect(pack.scope[0]?.path).toBe('src/client.ts')
    expect(pack).toMatchObject({ budget: 32_768, base: { state: 'WORKTREE' }, provenance: { profile: 'fused' } })
    expect((await retrieve([TASK], { env: { CHRONICLE_FORMAT: 'json' } })).stdout).toBe(run.stdout)
  })

  test('takes the task from words, stdin or a file', async () => {
    const expected = (await packageOf([TASK])).task
    expect((await packageOf(TASK.split(' '))).task).toEqual(expected)
    expect((await packageOf(['-'], { input: `\uFEFF${TASK}` })).task).toEqual(expected)
    const folder = await mkdtemp(join(tmpdir(), 'chronicle-issue-'))
    await writeFile(join(folder, 'an issue.md'), TASK)
    expect((await packageOf(['--issue-file', join(folder, 'an issue.md')])).task).toEqual(expected)
    expect((await packageOf(['--issue-file', '-'], { input: TASK })).task).toEqual(expected)
    await rm(folder, { recursive: true })
  })

  test('answers about a revision that is not checked out, and about edits', async () => {
    const past = await packageOf([TASK, '--rev', 'HEAD~1'])
    expect(past.base).toEqual({ commit: first, state: first })
    expect(past.scope.map(({ path }) => path)).not.toContain('tools/report.py')
    await repository.write({ 'src/fresh.ts': 'export function reconnectNow(): void {}\n' })
    const edited = await packageOf(['Where is reconnectNow?'])
    expect(edited.scope[0]?.path).toBe('src/fresh.ts')
    await repository.remove('src/fresh.ts')
  })

  test('finds files whose names need care, and shows them', async () => {
    const run = await retrieve(['Change oddlyNamed'])
    expect(run.stdout).toContain('export function oddlyNamed')
    expect((await packageOf(['Change oddlyNamed'])).scope[0]?.path).toBe(ODD)
    expect((await packageOf([`Look at ${ODD}`])).scope.map(({ path }) => path)).toContain(ODD)
  })

  test.each([128, 129, 200, 333, 500, 1000, 2500, 8000, 32_768, 200_000])(
    'keeps within a budget of %d tokens, in markdown and as a prompt',
    async (budget) => {
      const task = ['Which broker_report filters rows of the client?', '--budget', `${budget}`]
      const tokens = bytesPerFour()
      expect(tokens.count((await retrieve(task)).stdout)).toBeLessThanOrEqual(budget)
      const prompt = await retrieve([...task, '--format', 'prompt'])
      expect(tokens.count(prompt.stdout)).toBeLessThanOrEqual(budget)
      const pack = await packageOf(task)
      expect(pack.token_count).toBeLessThanOrEqual(budget)
      expect(pack.budget).toBe(budget)
    },
  )

  test('fills a template, within the budget, and leaves code as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chronicle-template-'))
    const template = join(folder, 'template.txt')
    const words = 'Do no more than asked. '.repeat(40)
    await writeFile(template, `${words}\n\n\n{tests}\n{context}\n{types}\nNow: {task}\n`)
    await repository.write({ 'src/gaps.ts': 'export const brokerGap = 1\n\n\n\nexport const brokerGapEnd = 2\n' })
    const run = await retrieve(['Change brokerGap', '--template', template, '--budget', '2000'])
    await repository.remove('src/gaps.ts')
    expect(run.stdout.startsWith(`${words}\n\n\n`)).toBe(true)
    expect(run.stdout.endsWith('Now: ## Task\nChange brokerGap\n')).toBe(true)
    expect(run.stdout).toContain('export const brokerGap = 1\n\n\n\nexport const brokerGapEnd = 2\n')
    expect(bytesPerFour().count(run.stdout)).toBeLessThanOrEqual(2000)
    const small = await retrieve(['Change it', '--template', template, '--budget', '150'])
    expect(failedAnswer(small)).toMatchObject({ code: 'budget_too_small', exit: 2 })
    await writeFile(template, 'nothing to fill')
    expect(failedAnswer(await retrieve(['Change it', '--template', template])).code).toBe('usage')
    const twice = await retrieve(['Change it', '--template', template, '--format', 'json'])
    expect(failedAnswer(twice).code).toBe('usage')
    await rm(folder, { recursive: true })
  })

  test('writes to a file, and says so on stderr', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chronicle-output-'))
    const file = join(folder, "it's here.md")
    const run = await retrieve([TASK, '--output', file])
    expect(run).toMatchObject({ code: 0, stdout: '' })
    expect(run.stderr).toMatch(/^Wrote .*: \d+ files, [\d,]+ of 32,768 tokens\.\n$/u)
    expect(await readFile(file, 'utf8')).toBe((await retrieve([TASK])).stdout)
    const failed = await retrieve([TASK, '--output', join(folder, 'missing', 'x.md')])
    expect(failedAnswer(failed)).toMatchObject({ code: 'usage', schema: 'chronicle-context/v1' })
    await rm(folder, { recursive: true })
  })

  test('explains itself: after markdown, on stderr beside what programs read', async () => {
    const plain = await retrieve([TASK])
    const run = await retrieve([TASK, '--explain'])
    expect(run.stdout.startsWith(`${plain.stdout}\n## Task as understood\n`)).toBe(true)
    const row = /^\| 1 \| src\/client\.ts \| whole \| (\S+) \|(.*)\|$/mu.exec(run.stdout)
    const contributions = (row?.[2] ?? '').split('|').map((each) => Number(each.trim()) || 0)
    expect(contributions.reduce((sum, each) => sum + each, 0)).toBeCloseTo(Number(row?.[1]), 2)
    for (const heading of ['## Scores (profile fused', '## Tiers', '## Budget']) expect(run.stdout).toContain(heading)
    expect((await retrieve([TASK, '-v'])).stdout).toBe(run.stdout)
    const json = await retrieve([TASK, '--explain', '--format', 'json'])
    expect(json.stdout).toBe((await retrieve([TASK, '--format', 'json'])).stdout)
    expect(json.stderr).toContain('## Scores')
  })

  test.each<[string, readonly string[], string, RegExp]>([
    ['no task', [], 'task_empty', /git chronicle retrieve -h/u],
    ['white space', [' \n'], 'task_empty', /--issue-file/u],
    ['two tasks', [TASK, '--issue-file', 'a'], 'usage', /twice/u],
    ['a file that is not there', ['--issue-file', 'no such.md'], 'usage', /'no such\.md'\. There is no such file/u],
    ['a folder', ['--issue-file', 'src'], 'usage', /It is a folder/u],
    ['a template that is not there', [TASK, '--template', 'nowhere'], 'usage', /nowhere/u],
    ['stdin without anything', ['-'], 'usage', /pipe the task/u],
    ['a small budget', [TASK, '--budget', '127'], 'budget_too_small', /at least 128/u],
    ['a budget in words', [TASK, '--budget', 'much'], 'usage', /whole number/u],
    ['a scope of none', [TASK, '--scope-size', '0'], 'usage', /1 to 100/u],
    ['an unknown profile', [TASK, '--profile', 'magic'], 'usage', /fused/u],
  ])('refuses %s', async (_, args, code, message) => {
    const run = await retrieve(args)
    const failed = failedAnswer(run)
    expect(failed).toMatchObject({ code, exit: 2 })
    expect(run.stderr).toMatch(message)
  })

  test('refuses a revision that is not there', async () => {
    const run = await retrieve([TASK, '--rev', 'nowhere'])
    expect(failedAnswer(run)).toEqual({ schema: 'chronicle-context/v1', code: 'revision_not_found', exit: 1 })
    expect(run.stderr).toContain('Give a branch, a tag or a commit id.')
  })

  test('ranks by the profile that is asked for', async () => {
    expect(PROFILES).toEqual(PROFILE_NAMES)
    for (const profile of PROFILES)
      expect((await packageOf([TASK, '--profile', profile])).provenance.profile).toBe(profile)
  })

  test('limits the scope', async () => {
    expect((await packageOf([TASK, '--scope-size', '2'])).scope.length).toBeLessThanOrEqual(2)
  })

  test('does not let source drive a terminal', async () => {
    await repository.write({ 'src/escape.ts': 'export const brokerBell = "\u001B]0;owned\u0007"\n' })
    const shown = await retrieve(['Change brokerBell', '--no-pager'], { terminal: true })
    const piped = await retrieve(['Change brokerBell'])
    await repository.remove('src/escape.ts')
    expect(shown.stdout).toContain('\\u001b]0;owned\\u0007')
    expect(piped.stdout).toContain('\u001B]0;owned\u0007')
  })
})

describe('repositories of other kinds', () => {
  test('without any commit, or any file', async () => {
    await using empty = await createFixtureRepository()
    const run = await chronicle(empty.dir, ['retrieve', TASK])
    expect(run.code).toBe(0)
    expect(run.stderr).toContain('warning: No file of this state can be read as source or text.')
    await empty.write({ 'src/client.ts': CLIENT })
    const found = await chronicle(empty.dir, ['retrieve', TASK])
    expect(found).toMatchObject({ code: 0, stderr: '' })
    expect(found.stdout).toContain('### src/client.ts')
  })

  test('bare', async () => {
    await using bare = await createFixtureRepository({ bare: true })
    const none = await chronicle(bare.dir, ['retrieve', TASK])
    expect(failedAnswer(none).code).toBe('revision_not_found')
    const commit = await bare.commitFiles('Add a client', { 'src/client.ts': CLIENT })
    const run = await chronicle(bare.dir, ['retrieve', TASK, '--format', 'json'])
    const pack = contextPackageSchema.parse(JSON.parse(run.stdout))
    expect(pack.base).toEqual({ commit, state: commit })
    expect(pack.files[0]?.path).toBe('src/client.ts')
  })

  test('without source', async () => {
    await using plain = await createFixtureRepository()
    await plain.write({ 'notes/broker.txt': 'The broker restarts at night.\n', 'logo.png': new Uint8Array([0, 1, 2]) })
    await plain.commit('Add notes')
    const run = await chronicle(plain.dir, ['retrieve', TASK])
    expect(run.code).toBe(0)
    expect(run.stderr).toContain('warning: No file has a grammar')
    expect(run.stdout).toContain('notes/broker.txt')
  })

  test('where nothing can be written', async () => {
    await using sealed = await createFixtureRepository()
    await sealed.commitFiles('Add a client', { 'src/client.ts': CLIENT })
    await writeFile(join(sealed.dir, '.git/chronicle'), 'no folder')
    await chmod(join(sealed.dir, '.git/chronicle'), 0o444)
    const run = await chronicle(sealed.dir, ['retrieve', TASK])
    expect(run.code).toBe(0)
    expect(run.stderr).toContain('warning: The knowledge base cannot be kept on disk.')
    expect(run.stdout).toContain('### src/client.ts')
    expect(failedAnswer(await chronicle(sealed.dir, ['index']))).toMatchObject({ code: 'knowledge_store_unusable' })
  })

  test('no repository', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chronicle-none-'))
    expect(failedAnswer(await chronicle(folder, ['retrieve', TASK])).code).toBe('not_a_repository')
    await rm(folder, { recursive: true })
  })
})

describe('index', () => {
  test('tells what is known of a state, in words and by its schema', async () => {
    const run = await chronicle(repository.dir, ['index'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^Indexed the working tree: 6 files, \d+ units, 2 past commits\.\n$/u)
    const past = await chronicle(repository.dir, ['index', '--rev', first, '--format', 'json'])
    const receipt: IndexReceipt = indexReceiptSchema.parse(JSON.parse(past.stdout))
    expect(receipt).toMatchObject({ base: { commit: first, state: first }, files: 3, commits: 1 })
  })

  test('learns what the edge of a shallow clone changed when its parents come in', async () => {
    await using clone = await createFixtureRepository()
    await clone.git('fetch', '--quiet', '--depth=1', `file://${repository.dir}`, 'main:shallow')
    await clone.git('checkout', '--quiet', 'shallow')
    expect((await chronicle(clone.dir, ['index'])).stdout).toContain(' 0 past commits.')
    await clone.git('fetch', '--quiet', '--unshallow', `file://${repository.dir}`, 'main')
    expect((await chronicle(clone.dir, ['index'])).stdout).toContain(' 2 past commits.')
  })

  test('refuses a revision that is not there', async () => {
    const run = await chronicle(repository.dir, ['index', '--rev', 'nowhere'])
    expect(failedAnswer(run)).toEqual({ schema: 'chronicle-index/v1', code: 'revision_not_found', exit: 1 })
  })
})
