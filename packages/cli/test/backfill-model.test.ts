import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WritingReceipt } from '@chronicle/schema'
import { writingReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compatibleWire } from '../../llm-ai-sdk/test/wire/compatible.ts'
import { serveWriter, type ServedWriter, type WriterOptions } from './interrupt/serve-writer.ts'
import { annotate, chronicle, failureOf, readJson, type CliRun } from './run-chronicle.ts'
import { importSensorHistory } from './sensor-history.ts'
import { configure, modelSettings } from './serve-model.ts'

const NOTES = 'refs/notes/chronicle'
const wire = compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')

let repository: FixtureRepository
let dir: string
let server: ServedWriter
let options: { -readonly [Key in keyof WriterOptions]: WriterOptions[Key] }

beforeEach(async () => {
  repository = await createFixtureRepository()
  dir = repository.dir
  await importSensorHistory(repository, 4, 4)
  options = { tools: true }
  server = await serveWriter(wire, options)
  await configure(repository, modelSettings(wire, server))
})
afterEach(async () => {
  await server.close()
  await repository.dispose()
})

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> =>
  chronicle(dir, args, { env: { [wire.keyVariable]: 'sk-test', ...env } })

async function backfill(args: readonly string[]): Promise<WritingReceipt> {
  const ended = await run(['backfill', '--format', 'json', ...args])
  return writingReceiptSchema.parse(JSON.parse(ended.stdout))
}

const stored = (): Promise<string> => repository.git('for-each-ref', 'refs/notes')
const log = async (): Promise<readonly Record<string, unknown>[]> =>
  (await readFile(join(dir, '.git/chronicle/failed.log'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const note = (revision: string): Promise<string> => repository.git('notes', `--ref=${NOTES}`, 'show', revision)

describe('what it would cost', () => {
  test('--estimate tells commits, tokens and dollars, and asks nobody, not even for a key', async () => {
    await repository.git('config', 'chronicle.modelPrice', '3,15')
    const ended = await chronicle(dir, ['backfill', '--estimate', '--format', 'json'])
    expect(ended.code, ended.stderr).toBe(0)
    const { estimate, totals, commits, usage, dry_run: dryRun } = writingReceiptSchema.parse(JSON.parse(ended.stdout))
    expect(totals).toMatchObject({ unasked: 4, annotated: 0 })
    expect(estimate?.input_tokens).toBeGreaterThan(4 * 1000)
    expect(estimate?.cost_usd).toBeCloseTo(
      ((estimate?.input_tokens ?? 0) * 3 + (estimate?.output_tokens ?? 0) * 15) / 1e6,
      9,
    )
    expect(commits.reduce((sum, each) => sum + (each.estimate?.input_tokens ?? 0), 0)).toBe(estimate?.input_tokens)
    expect([usage, dryRun, server.requests(), await stored()]).toEqual([undefined, true, 0, ''])
    const output = await run(['backfill', '--estimate'])
    expect(output.stdout).toMatch(
      /^4 commits: 0 would be annotated, 4 would be asked about\. Writer: llm \(openai-compatible\/test-model\)\.\nNo model was asked\. About 4 commits it would take about \d+ tokens in, \d+ out, \$\d+\.\d{4}\.\n$/u,
    )
  })

  test('the estimate is near what it then takes', async () => {
    const { estimate } = await backfill(['--estimate'])
    const { totals } = await backfill(['--limit', '4'])
    expect(totals.annotated).toBe(4)
    // The loopback model reports 100 tokens per request; here the sent text itself is counted.
    const sent = server.sentTokens()
    expect((estimate?.input_tokens ?? 0) / sent).toBeGreaterThan(0.5)
    expect((estimate?.input_tokens ?? 0) / sent).toBeLessThan(2)
  })

  test('without a model it costs nothing', async () => {
    const ended = await run(['backfill', '--estimate', '--writer', 'heuristic'])
    expect(ended.stdout).toContain('No model is set: nothing would be asked, and nothing spent.')
    expect(await stored()).toBe('')
  })

  test('--dry-run asks when it is told to', async () => {
    expect((await backfill(['--dry-run'])).totals).toMatchObject({ unasked: 4 })
    expect(server.requests()).toBe(0)
    const output = await run(['backfill', '--dry-run'])
    expect(output.stdout).toMatch(/^Would ask the model about [\da-f]{12} \(Change 3\): about \d+ tokens in,/u)
    expect((await backfill(['--dry-run', '--ask-model', '--limit', '4'])).totals).toMatchObject({ annotated: 4 })
    expect(await stored()).toBe('')
  })
})

describe('a limit', () => {
  test('is asked for', async () => {
    const ended = await run(['backfill'])
    expect(ended.code).toBe(2)
    expect(failureOf(ended)).toMatchObject({ code: 'spending_limit_required', data: { commits: 4 } })
    expect(failureOf(ended).message).toContain('git chronicle backfill --estimate')
    expect(failureOf(await run(['backfill', '--dry-run', '--ask-model'])).code).toBe('spending_limit_required')
    expect(server.requests()).toBe(0)
    expect((await run(['backfill', '--writer', 'heuristic'])).code).toBe(0)
  })

  test.each([[['--max-spend-tokens', '1000000']], [['--limit', '4']], [['--max-spend', '5']]])(
    '%j is one',
    async (args) => {
      if (args[0] === '--max-spend') await repository.git('config', 'chronicle.modelPrice', '3,15')
      expect((await backfill(args)).totals).toMatchObject({ annotated: 4 })
    },
  )

  test('of the configuration is one', async () => {
    await repository.git('config', 'chronicle.maxSpendTokens', '1000000')
    expect((await backfill([])).totals).toMatchObject({ annotated: 4 })
  })
})

describe('what failed', () => {
  test('is tried again by --retry-failed, and then settled', async () => {
    const [bad] = (await repository.git('rev-list', '--skip=1', '-n1', 'HEAD')).split('\n')
    options.fails = (commit) => commit === bad
    const first = await run(['backfill', '--limit', '4', '--format', 'json'])
    expect(first.code).toBe(1)
    expect(JSON.parse(first.stdout)).toMatchObject({ totals: { annotated: 3, failed: 1 } })
    const again = await backfill(['--retry-failed', '--max-spend-tokens', '1000000'])
    expect(again.commits).toMatchObject([{ commit: bad, status: 'failed' }])
    delete options.fails
    const settled = await backfill(['--retry-failed', '--max-spend-tokens', '1000000'])
    expect(settled.commits).toMatchObject([{ commit: bad, status: 'annotated' }])
    expect((await backfill(['--retry-failed', '--max-spend-tokens', '1000000'])).commits).toEqual([])
    expect((await log()).map(({ kind, commit, code }) => [kind, commit, code])).toEqual([
      ['failed', bad, 'model_failed'],
      ['failed', bad, 'model_failed'],
      ['settled', bad, undefined],
    ])
  })

  test('and is gone, or cannot be read, is left out', async () => {
    await repository.write({
      '.git/chronicle/failed.log': `{"commit":"${'a'.repeat(40)}","code":"model_failed","message":"x"}\nhalf a li`,
    })
    expect((await backfill(['--retry-failed', '--limit', '4'])).commits).toEqual([])
    await repository.remove('.git/chronicle/failed.log')
    await repository.write({ '.git/chronicle/failed.log/x': '' })
    const failure = failureOf(await run(['backfill', '--retry-failed', '--limit', '1']))
    expect(failure.code).toBe('failed_log_unreadable')
    expect(failure.message).toContain('failed.log')
  })

  test.each([
    ['--since', '2024-01-01'],
    ['--path', 'src'],
    ['--order', 'most_blamed'],
  ])('is not chosen by %s', async (...args) => {
    const ended = await run(['backfill', '--retry-failed', ...args])
    expect(ended.code).toBe(2)
    expect(failureOf(ended).message).toContain('cannot be used with')
  })
})

describe('--replace', () => {
  test("takes the place of the writer's own words, never of another's", async () => {
    await annotate(dir, {
      summary: 'By its author',
      regions: [{ file: 'src/f3.ts', anchor: 'f', intent: 'The words of the author' }],
    })
    await backfill(['--limit', '4', '--writer', 'heuristic', '--force'])
    await backfill(['--limit', '4', '--force'])
    expect(await note('HEAD')).toContain('is what is needed')
    options.words = 'is wanted'
    const replaced = await backfill(['--limit', '4', '--replace'])
    expect(replaced.totals).toMatchObject({ annotated: 4 })
    const now = await note('HEAD')
    for (const words of ['The words of the author', 'Value 3 is wanted', 'Value 3 is needed'])
      expect(now).toContain(words)
    expect(now).not.toContain('is what is needed')
    expect((await backfill(['--limit', '4', '--replace'])).totals).toMatchObject({ unchanged: 4 })
  })

  test("leaves another person's words, and another model's", async () => {
    await backfill(['--limit', '4'])
    options.words = 'is wanted'
    await repository.git('config', 'user.email', 'somebody@example.com')
    await backfill(['--limit', '1', '--replace'])
    expect(await note('HEAD')).toContain('is what is needed')
    await repository.git('config', 'user.email', 'ada@example.com')
    await repository.git('config', 'chronicle.model', 'other-model')
    await backfill(['--limit', '2', '--replace'])
    expect(await note('HEAD~1')).toContain('is what is needed')
    expect(await note('HEAD~1')).toContain('is wanted')
  })

  test('of annotate, too', async () => {
    await run(['annotate'])
    options.words = 'is wanted'
    await run(['annotate', '--replace'])
    expect(await note('HEAD')).not.toContain('is what is needed')
    const { regions } = await readJson(dir, ['src/f3.ts', 'f'])
    expect(regions).toHaveLength(1)
  })
})
