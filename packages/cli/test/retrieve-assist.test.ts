import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { events, status, type Loopback, type Reply } from '../../llm-ai-sdk/test/loopback.ts'
import { compatibleWire } from '../../llm-ai-sdk/test/wire/compatible.ts'
import { chronicle, type CliRun } from './run-chronicle.ts'
import { serveModel } from './serve-model.ts'

const wire = compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Begin', {
    'src/invoice.ts': 'export function total(): number {\n  return 1\n}\n',
    'src/session.ts': 'export function refreshToken(): string {\n  return "t"\n}\n',
  })
})
afterEach(() => repository.dispose())

const serve = (...replies: readonly Reply[]): Promise<Loopback> => serveModel(repository, wire, replies)

const words = (): Reply =>
  events(
    wire.stream({
      text: JSON.stringify({
        ...{ task_type: 'bug_fix', keywords: ['refresh', 'token', 'session'], symbol_hints: ['refreshToken'] },
        ...{ file_hints: [], error_patterns: [], concepts: [] },
      }),
      usage: { input: 10, output: 10 },
    }),
  )

const retrieve = (...args: readonly string[]): Promise<CliRun> => chronicle(repository.dir, ['retrieve', ...args])

test('a model adds the words that a short task leaves out, and the same task is asked about once', async () => {
  const server = await serve(words())
  const assisted = await retrieve('Logged out', '--llm-assist', '--budget', '400')
  expect(assisted).toMatchObject({ code: 0, stderr: '' })
  expect(assisted.stdout).toContain('src/session.ts')
  expect((await retrieve('Logged out', '--llm-assist', '--budget', '400')).stdout).toBe(assisted.stdout)
  expect(server.requests).toHaveLength(1)
})

test('no model is asked without the option, nor where the task names code', async () => {
  const server = await serve(words())
  await retrieve('Logged out')
  await retrieve('total in src/invoice.ts', '--llm-assist')
  expect(server.requests).toHaveLength(0)
})

test('secrets are taken out of the task before it is sent', async () => {
  const server = await serve(words())
  await retrieve('Login AKIAIOSFODNN7EXAMPL3', '--llm-assist')
  expect(server.requests).toHaveLength(1)
  expect(JSON.stringify(server.requests)).not.toContain('AKIAIOSFODNN7EXAMPL3')
})

test('a model that fails costs a warning', async () => {
  await serve(status(400, { error: { message: 'no such model' } }))
  const answer = await retrieve('Logged out', '--llm-assist')
  expect(answer.code).toBe(0)
  expect(answer.stderr).toContain('The task was understood without it.')
})

test('a model that is not configured is an error that says where to do it', async () => {
  const { code, stdout, stderr } = await retrieve('Logged out', '--llm-assist', '--format', 'json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'model_not_configured' } })
  expect(stderr).toContain('There is no model that --llm-assist could ask.')
  expect(stderr).toContain('chronicle.provider')
})
