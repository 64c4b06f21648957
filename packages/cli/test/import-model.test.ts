import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiscussionReceipt, Region } from '@chronicle/schema'
import { discussionReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { events, status, type Loopback, type Reply } from '../../llm-ai-sdk/test/loopback.ts'
import { anthropicWire as wire } from '../../llm-ai-sdk/test/wire/anthropic.ts'
import { chronicle, failureOf, type CliRun } from './run-chronicle.ts'
import { serveModel } from './serve-model.ts'

const NOTES = 'refs/notes/chronicle'
const PULL = 'https://github.com/acme/shop/pull/7'
const ANSWER = 'The firmware of the oldest boards must never get two frames in one packet, it drops the second one.'
const BOT = 'Packets must be smaller than 1 kB because the style guide says so.'
const usage = { input: 1000, output: 100 }

let repository: FixtureRepository
let dir: string
beforeEach(async () => {
  repository = await createFixtureRepository()
  dir = repository.dir
  await repository.write({ 'src/send.ts': 'export function send(frames: Frame[]): void {\n  write(join(frames))\n}\n' })
  await repository.commit('Begin')
  const commit = await repository.commitFiles('Write frames one by one (#7)', {
    'src/send.ts': 'export function send(frames: Frame[]): void {\n  for (const frame of frames) write(frame)\n}\n',
  })
  const at = '2024-01-02T00:00:00Z'
  const user = (login: string): object => ({ user: { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' } })
  const comment = (id: number, by: string, body: string): object => ({
    ...{ id, body, ...user(by), created_at: at, html_url: `${PULL}#discussion_r${id}`, path: 'src/send.ts' },
    ...{
      side: 'RIGHT',
      line: 2,
      original_line: 2,
      original_commit_id: commit,
      ...(id === 1 ? {} : { in_reply_to_id: 1 }),
    },
    ...{ diff_hunk: '@@ -2 +2 @@', pull_request_url: 'https://api.github.com/repos/acme/shop/pulls/7' },
  })
  const pull = { number: 7, title: 'Write frames one by one', body: 'As discussed.', html_url: PULL, ...user('ana') }
  await repository.write({
    'answers/pulls.json': JSON.stringify([
      { ...pull, merged_at: at, updated_at: at, merge_commit_sha: commit, head: { sha: commit } },
    ]),
    'answers/comments.json': JSON.stringify([
      comment(1, 'dana', 'Why not join them into one packet?'),
      comment(2, 'ana', ANSWER),
      comment(3, 'style[bot]', BOT),
    ]),
  })
})
afterEach(() => repository.dispose())

const emission = (quote: string, intent: string): object => ({
  ...{ file: 'src/send.ts', ast_anchor: { name: 'send' }, intent },
  constraints: [{ text: 'One frame a packet for the oldest boards.', source: 'inferred' }],
  evidence: [{ kind: 'discussion', quote, url: `${PULL}#discussion_r2` }],
})
const emit = (input: object): Reply =>
  events(wire.stream({ calls: [{ name: 'emit_annotation', json: JSON.stringify(input) }], usage }))
const done = events(wire.stream({ text: 'Summary: Old boards keep working.', usage }))

const configure = (replies: readonly Reply[]): Promise<Loopback> => serveModel(repository, wire, replies)

const run = (...args: readonly string[]): Promise<CliRun> =>
  chronicle(dir, ['import', 'github', 'acme/shop', '--from', 'answers', ...args], {
    env: { [wire.keyVariable]: 'sk-test' },
  })

async function receiptOf(...args: readonly string[]): Promise<DiscussionReceipt> {
  const ended = await run('--json', ...args)
  if (ended.stdout === '') throw new Error(ended.stderr)
  return discussionReceiptSchema.parse(JSON.parse(ended.stdout))
}

async function stored(): Promise<readonly Region[]> {
  const note = await repository.git('notes', `--ref=${NOTES}`, 'show', 'HEAD')
  return (JSON.parse(note) as { readonly regions: readonly Region[] }).regions
}

const ASK = ['--ask-model', '--max-spend-tokens', '1000000'] as const

test('no model is asked unless it is said, and not without a limit', async () => {
  const server = await configure([])
  expect((await receiptOf()).totals).toMatchObject({ annotated: 1 })
  const unlimited = await run('--ask-model', '--force')
  expect([unlimited.code, failureOf(unlimited).code]).toEqual([2, 'spending_limit_required'])
  expect(failureOf(unlimited).message).toContain(
    '--max-spend <dollars>, --max-spend-tokens <n>, or --limit <n> changes',
  )
  await repository.git('config', '--unset', 'chronicle.provider')
  expect(failureOf(await run(...ASK)).code).toBe('model_not_configured')
  expect(server.requests).toHaveLength(0)
})

test('what people said is quoted, and what the model makes of it stands beside that, cited', async () => {
  const server = await configure([
    emit(emission(BOT, 'Small packets, as the style guide asks.')),
    emit(emission(ANSWER, 'Old boards lose what follows in a packet.')),
    done,
  ])
  const receipt = await receiptOf(...ASK)
  expect(receipt).toMatchObject({
    totals: { annotated: 1 },
    usage: { input_tokens: 3000, output_tokens: 300 },
    changes: [
      { number: 7, status: 'annotated', commits: [{ regions: [{ file: 'src/send.ts' }, { file: 'src/send.ts' }] }] },
    ],
  })
  const regions = await stored()
  const evidence = { kind: 'discussion', quote: ANSWER, url: `${PULL}#discussion_r2`, author: 'ana' }
  const own = regions.find(({ intent }) => intent === 'Old boards lose what follows in a packet.')
  expect(own).toMatchObject({
    evidence: [evidence],
    recorded: { with: expect.stringContaining('test-model') as string },
  })
  const quoted = regions.find((region) => region !== own)
  expect(quoted?.evidence).toContainEqual(expect.objectContaining(evidence))
  expect(quoted?.recorded?.with).toMatch(/^github/u)
  const sent = JSON.stringify(server.requests.map(({ body }) => body))
  expect(sent).toContain('must never get two frames in one packet')
  expect(sent).not.toContain('style[bot]')
  expect(JSON.stringify(regions)).not.toContain('style guide')
  // The change has been imported and read, so no request is sent.
  expect(await receiptOf(...ASK)).toMatchObject({ known: 1, changes: [] })
  expect(server.requests).toHaveLength(3)
})

test('what was only quoted before is read, and what was refused is told', async () => {
  expect((await receiptOf()).totals).toMatchObject({ annotated: 1 })
  const bad = emission(BOT, 'Small packets, as the style guide asks.')
  await configure([emit(bad), done, done])
  const ended = await run(...ASK)
  const failureLine =
    '  annotation_refused: What the model said about src/send.ts:send was refused: No evidence was found to exist.'
  const log = await readFile(join(dir, '.git/chronicle/failed.log'), 'utf8')
  expect(ended.stdout + ended.stderr + log).toContain('No evidence was found to exist.')
  expect(log).toContain('"kind":"refused"')
  expect(ended.stdout, ended.stderr).toContain(failureLine)
})

test('a model that cannot be asked loses nothing of what was quoted, and is asked the next time', async () => {
  await configure([status(401, wire.failure(401, 'invalid key'))])
  const ended = await run(...ASK)
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain(wire.keyVariable)
  expect(await stored()).toHaveLength(1)
  await configure([emit(emission(ANSWER, 'Old boards lose what follows in a packet.')), done])
  expect((await receiptOf(...ASK)).totals).toMatchObject({ annotated: 1 })
  expect(await stored()).toHaveLength(2)
})

test.each(['annotate', 'backfill'])('what was imported is shown to the model that %s asks', async (command) => {
  expect((await receiptOf()).totals).toMatchObject({ annotated: 1 })
  const bad = emission(BOT, 'Small packets, as the style guide asks.')
  const server = await configure([emit(bad), emit(emission(ANSWER, 'Old boards lose what follows in a packet.')), done])
  const args = command === 'annotate' ? ['annotate', '--commit', 'HEAD'] : ['backfill', '--limit', '1']
  const ended = await chronicle(dir, [...args, '--format', 'json'], { env: { [wire.keyVariable]: 'sk-test' } })
  expect(ended.code, ended.stderr).toBe(0)
  const [first] = server.requests.map(({ body }) => JSON.stringify(body))
  expect(first).toContain(`ana at ${PULL}#discussion_r2:`)
  expect(first).toContain('must never get two frames in one packet')
  expect(first).not.toContain('style[bot]')
  const regions = await stored()
  expect(regions.map(({ intent }) => intent)).toContain('Old boards lose what follows in a packet.')
  expect(JSON.stringify(regions)).not.toContain('style guide')
  expect(regions).toHaveLength(2)
})
