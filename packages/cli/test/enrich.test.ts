import { weightedProfile } from '@chronicle/context'
import { openChronicle } from '@chronicle/node'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { events, status, type Loopback, type Reply } from '../../llm-ai-sdk/test/loopback.ts'
import { compatibleWire } from '../../llm-ai-sdk/test/wire/compatible.ts'
import { chronicle, failureOf, testEnvironment, type CliRun } from './run-chronicle.ts'
import { serveModel } from './serve-model.ts'

const wire = compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')
const usage = { input: 1000, output: 100 }

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Begin', {
    'src/billing/invoice.ts': 'export function total(): number {\n  return 1\n}\n',
    'src/paint.ts': 'export const aws = "AKIAIOSFODNN7EXAMPL3" // AWS_SECRET: keep\n',
    'README.md': '# Shop\n',
  })
})
afterEach(() => repository.dispose())

function replyWith(purpose: string): Reply {
  const text = JSON.stringify({ domain: 'billing', module: '', purpose, concepts: ['VAT', 'receipt'] })
  return events(wire.stream({ text, usage }))
}

const serve = (replies: readonly Reply[], settings?: Readonly<Record<string, string>>): Promise<Loopback> =>
  serveModel(repository, wire, replies, settings)

const enrich = (...args: readonly string[]): Promise<CliRun> => chronicle(repository.dir, ['enrich', ...args])

test('describes source files, tells what it cost, and asks once', async () => {
  const server = await serve([replyWith('Adds up invoices.'), replyWith('Holds a key.')], { modelPrice: '1,10' })
  const first = await enrich()
  expect(first).toEqual({
    code: 0,
    stdout: [
      'src/billing/invoice.ts',
      '  Adds up invoices. (billing)',
      '  vat, receipt',
      'src/paint.ts',
      '  Holds a key. (billing)',
      '  vat, receipt',
      '2 files described. Model: openai-compatible/test-model. 2000 tokens in, 200 out, $0.0040.',
      'None of this is used yet. To use it: git chronicle enrich --promote',
      '',
    ].join('\n'),
    stderr: '',
  })
  expect((await enrich()).stdout).toContain('0 files described, 2 described before.')
  expect(server.requests).toHaveLength(2)
})

test('sends no secrets', async () => {
  const server = await serve([replyWith('x')])
  await enrich('src/paint.ts')
  expect(server.requests).toHaveLength(1)
  expect(JSON.stringify(server.requests)).toContain('REDACTED')
  expect(JSON.stringify(server.requests)).not.toContain('AKIAIOSFODNN7EXAMPL3')
})

test('takes files and folders, and another model', async () => {
  const server = await serve([replyWith('x')])
  const run = await enrich('src/billing', 'README.md', '--model', 'large')
  expect(run.stdout).toContain('2 files described. Model: openai-compatible/large.')
  expect(server.requests.map(({ body }) => body['model'])).toEqual(['large', 'large'])
})

test('tells beforehand what it would take', async () => {
  const server = await serve([], { modelPrice: '1,10' })
  const { stdout } = await enrich('--dry-run')
  expect(stdout).toMatch(
    /^src\/billing\/invoice\.ts\nsrc\/paint\.ts\nopenai-compatible\/test-model would be sent 2 files: about \d+ tokens in, \$0\.00\d\d, plus its answers\. 0 described before\.\n$/,
  )
  expect(server.requests).toEqual([])
})

describe('promoting', () => {
  const scores = async (task: string) => {
    await using opened = openChronicle({ dir: repository.dir, env: testEnvironment })
    const retrieval = opened.createRetrieval({ profile: weightedProfile() })
    return (await retrieval.retrieve({ task }))._unsafeUnwrap().provenance.scores
  }

  test('makes retrieval use what was proposed, and asks nobody', async () => {
    const server = await serve([replyWith('Adds up invoices.')])
    await enrich('src/billing')
    expect((await scores('Show the receipt'))['src/billing/invoice.ts'] ?? {}).not.toHaveProperty('concept_overlap')
    const promoted = await enrich('--promote')
    expect(promoted).toMatchObject({ code: 0, stdout: '1 description promoted, 2 files without a proposal.\n' })
    expect((await scores('Show the receipt'))['src/billing/invoice.ts']).toHaveProperty('concept_overlap')
    expect((await enrich('src/billing', '--promote')).stdout).toBe('0 descriptions promoted, 1 in use before.\n')
    expect(server.requests).toHaveLength(1)
  })
})

test('ends early where the model does not answer, and says how to go on', async () => {
  await serve([status(401, wire.failure(401, 'invalid key'))])
  const run = await enrich()
  expect(run.code).toBe(1)
  expect(run.stderr).toContain('Ended early, 0 files left: openai-compatible does not accept')
  expect(run.stdout).toContain('src/paint.ts: failed.')
})

test.each([
  [['--promote', '--dry-run'], 'usage'],
  [['src/none.ts'], 'file_not_found'],
  [['../elsewhere'], 'invalid_path'],
])('%j is wrong', async (args, code) => {
  await serve([])
  expect(failureOf(await enrich(...args))).toMatchObject({ code })
})

test('needs a model', async () => {
  expect(failureOf(await enrich())).toMatchObject({ code: 'model_not_configured' })
  expect(failureOf(await enrich('--promote'))).toMatchObject({ code: 'model_not_configured' })
})
