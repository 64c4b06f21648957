import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { status } from '../../llm-ai-sdk/test/loopback.ts'
import { chronicle, testEnvironment, type CliRun } from './run-chronicle.ts'
import { configure, serveReplies } from './serve-model.ts'

const TASK = 'Answers are sluggish'
const KEY = 'sk-test-embeddings'

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Begin', {
    'src/gate.ts':
      'const key = "AKIAIOSFODNN7EXAMPL3"\nexport function throttle(gate: number): number {\n  return gate\n}\n',
    'src/invoice.ts': 'export function total(): number {\n  return 1\n}\n',
    'src/paint.ts': 'export class Painter {}\n',
  })
})
afterEach(() => repository.dispose())

interface EmbeddingServer {
  readonly url: string
  /** The texts of each request. */
  readonly requests: (readonly string[])[]
  readonly keys: (string | undefined)[]
}

/** Words with the same meaning give the same number. */
const meaning = (text: string): readonly number[] =>
  [/sluggish|throttle/i, /total|bill/i].map((word) => +word.test(text))
const vectorsOf = (texts: readonly string[]): readonly (readonly number[])[] =>
  texts.map((text) => [...meaning(text), 0.1])

/** Starts a server with OpenAI's embeddings API. `answer` returns a status and a body, or vectors. */
async function serve(
  answer: (
    texts: readonly string[],
    request: number,
  ) => readonly (readonly number[])[] | readonly [number, object] = vectorsOf,
): Promise<EmbeddingServer> {
  const requests: (readonly string[])[] = []
  const keys: (string | undefined)[] = []
  const { url } = await serveReplies([
    (response, { body, headers }) => {
      const input = body['input'] as readonly string[]
      keys.push(headers.authorization)
      const made = answer(input, requests.push(input))
      if (typeof made[0] === 'number') return status(made[0], made[1])(response)
      const data = made.map((embedding, index) => ({ object: 'embedding', index, embedding }))
      const usage = { prompt_tokens: 1, total_tokens: 1 }
      return status(200, { object: 'list', data, model: 'test', usage })(response)
    },
  ])
  return { url: `${url}/v1`, requests, keys }
}

const setUp = ({ url }: EmbeddingServer): Promise<void> =>
  configure(repository, { embeddingModel: 'meaning-1', embeddingProvider: 'openai-compatible', embeddingBaseUrl: url })

const retrieve = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<CliRun> =>
  chronicle(repository.dir, ['retrieve', TASK, ...args], { env: { OPENAI_COMPATIBLE_API_KEY: KEY, ...env } })

describe('with an embedding model that is set', () => {
  test('a file is found that says the same in other words, and is embedded once', async () => {
    const server = await serve()
    expect((await retrieve()).stderr).toContain('No word of the task occurs in the repository.')
    expect(server.requests).toHaveLength(0)
    await setUp(server)
    const first = await retrieve(['--format', 'json'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const { scope, provenance } = JSON.parse(first.stdout) as {
      readonly scope: readonly { readonly path: string }[]
      readonly provenance: { readonly scores: Readonly<Record<string, Readonly<Record<string, number>>>> }
    }
    expect(scope[0]?.path).toBe('src/gate.ts')
    expect(provenance.scores['src/gate.ts']?.['embedding']).toBeGreaterThan(0)
    expect(server.requests[0]).toEqual([TASK])
    expect(server.requests.slice(1).flat()).toContain('src/paint.ts\nPainter')
    expect(new Set(server.keys)).toEqual(new Set([`Bearer ${KEY}`]))
    expect(JSON.stringify(server.requests)).not.toContain('AKIAIOSFODNN7EXAMPL3')
    const asked = server.requests.length
    expect((await retrieve(['--format', 'json'])).stdout).toBe(first.stdout)
    await repository.write({ 'src/paint.ts': 'export class Brush {}\n' })
    await retrieve()
    expect(
      server.requests
        .slice(asked)
        .flat()
        .map((text) => text.split(/\s/u)[0]),
    ).toEqual(['src/paint.ts', 'src/paint.ts'])
  })

  test('by an option or the environment, and not with another profile, nor without embeddings', async () => {
    const server = await serve()
    const env = { CHRONICLE_EMBEDDING_PROVIDER: 'openai-compatible', CHRONICLE_EMBEDDING_BASE_URL: server.url }
    await retrieve(['--embedding-model', 'meaning-1', '--profile', 'weighted'], env)
    await retrieve(['--no-embeddings'], { ...env, CHRONICLE_EMBEDDING_MODEL: 'meaning-1' })
    expect(server.requests).toHaveLength(0)
    await retrieve(['--embedding-model', 'meaning-1', '--profile', 'fused'], env)
    expect(server.requests[0]).toEqual([TASK])
  })

  test('it shares provider and address with the other model, where it has none of its own', async () => {
    const server = await serve()
    await configure(repository, {
      provider: 'openai-compatible',
      model: 'chat',
      baseUrl: server.url,
      embeddingModel: 'meaning-1',
    })
    expect(await retrieve()).toMatchObject({ code: 0, stderr: '' })
    expect(server.requests[0]).toEqual([TASK])
  })

  test('who wrote a repository does not decide that files are sent', async () => {
    const server = await serve()
    const file = `[chronicle.read]\nembedding_model = "meaning-1"\nembedding_base_url = "${server.url}"\n`
    await repository.write({ '.chronicle-config.toml': file })
    expect((await retrieve()).stderr).toContain(
      'chronicle.read.embedding_model in .chronicle-config.toml is not a setting',
    )
    expect(server.requests).toHaveLength(0)
  })
})

describe('an embedding model that cannot be asked costs a warning, not the answer', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'no provider',
      {},
      "The embedding model meaning-1 has no provider, so it is not asked. Set chronicle.embeddingProvider in git's configuration.",
    ],
    [
      'no key',
      { embeddingProvider: 'openai' },
      'The provider openai needs a key. Set OPENAI_API_KEY in the environment. Files were ranked without it.',
    ],
    [
      'no address',
      { embeddingProvider: 'openai-compatible' },
      'The provider openai-compatible needs the address of its API.',
    ],
    [
      'a provider without such models',
      { provider: 'anthropic' },
      'The provider anthropic has no embedding models. Use one of',
    ],
    [
      'a limit in dollars without a price',
      { embeddingProvider: 'openai-compatible', embeddingBaseUrl: 'http://127.0.0.1:9/v1', maxSpend: '1' },
      'A spending limit in dollars needs the price of openai-compatible/meaning-1.',
    ],
    [
      'nobody there',
      { embeddingProvider: 'openai-compatible', embeddingBaseUrl: 'http://127.0.0.1:9/v1', maxSpendTokens: '1' },
      'Files were ranked without it.',
    ],
  ])('%s', async (_, settings, message) => {
    await configure(repository, { embeddingModel: 'meaning-1', ...settings })
    const { code, stderr, stdout } = await retrieve(['--budget', '400'], { ANTHROPIC_API_KEY: KEY })
    expect(code).toBe(0)
    expect(stderr).toContain(message)
    expect(stdout).toContain('src/')
  })

  test('a key that is not accepted', async () => {
    await setUp(await serve(() => [401, { error: { message: 'invalid key', type: 'error', code: 401 } }]))
    const { code, stderr } = await retrieve()
    expect(code).toBe(0)
    expect(stderr).toContain('OPENAI_COMPATIBLE_API_KEY')
    expect(stderr).toContain('Files were ranked without it.')
    expect(stderr).not.toContain(KEY)
  })

  test('vectors of different lengths in one answer', async () => {
    await setUp(
      await serve((texts, request) =>
        request === 1 ? vectorsOf(texts) : texts.map((_, index) => (index === 1 ? [1] : [1, 0, 0])),
      ),
    )
    const { code, stderr } = await retrieve()
    expect(code).toBe(0)
    expect(stderr).toContain('A vector has 1 numbers instead of 3.')
    expect(stderr).toContain('Files were ranked without it.')
  })

  test('a model that has changed under its name', async () => {
    await setUp(await serve())
    await retrieve()
    const longer = await serve((texts) => texts.map((text) => [...meaning(text), 0.1, 0.1]))
    await setUp(longer)
    await repository.write({ 'src/paint.ts': 'export class Brush {}\n' })
    const { code, stderr } = await retrieve()
    expect(code).toBe(0)
    expect(stderr).toContain(
      'openai-compatible/meaning-1 gave vectors of another length for 1 of 3 files than for the task, so another model has its name now.',
    )
  })
})

test('a server of tools ranks by it, too, and tells what it lacks', async () => {
  const server = await serve()
  await setUp(server)
  const ask = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        ...['--conditions=chronicle-source', '--import', import.meta.resolve('tsx')],
        ...[fileURLToPath(new URL('../src/bin.ts', import.meta.url)), 'mcp', 'start'],
      ],
      cwd: repository.dir,
      env: { ...(testEnvironment as Record<string, string>), ...env },
      stderr: 'ignore',
    })
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    const { content } = await client.callTool({ name: 'chronicle_context', arguments: { task: TASK } })
    await client.close()
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  }
  const found = await ask({ OPENAI_COMPATIBLE_API_KEY: KEY })
  expect(server.requests[0]).toEqual([TASK])
  expect(found.indexOf('src/gate.ts')).toBeLessThan(found.indexOf('src/paint.ts'))
  const without = await ask({
    CHRONICLE_EMBEDDING_MODEL: 'meaning-2',
    CHRONICLE_EMBEDDING_BASE_URL: 'http://127.0.0.1:9/v1',
    CHRONICLE_MAX_SPEND_TOKENS: '1',
  })
  expect(without).toContain('Files were ranked without it.')
})
