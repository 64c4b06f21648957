import { createFixtureRepository, importCommits, plantedSecrets, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chronicle } from './run-chronicle.ts'

/*
 * Tests the table of planted secrets, and text that only looks like a secret, with every importer of foreign text:
 * discussions of both hosts, exported documents, agent-trace records and git-appraise comments. Writers and transcripts
 * are tested separately, with the same table.
 */

const SECRETS = plantedSecrets(84, 5)
const HARMLESS = [
  '3f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39',
  '5b0a4c1e-6a7e-4a53-9a0e-2f1d3c4b5a60',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'data-testid="submit-button-primary"',
] as const
const LINES = [...SECRETS.map(({ line }) => line), ...HARMLESS]
const messageWith = (line: string): string =>
  `We must never send this again:\n${line}\n\nIt was in a log because the client repeats what fails.`

let repository: FixtureRepository
let ids: readonly string[]
beforeEach(async () => {
  repository = await createFixtureRepository()
  ids = await importCommits(
    repository,
    LINES.map((_, number) => ({
      ref: 'refs/heads/main',
      parents: number === 0 ? [] : [number - 1],
      date: 1_704_067_200 + number * 60,
      message: `Change ${number} (#${number + 1})\n`,
      changes: [{ path: `src/f${number % 9}.ts`, content: `export function f() {\n  return ${number}\n}\n` }],
    })),
  )
})
afterEach(() => repository.dispose())

/** Imports texts, and looks for secrets in everything printed, stored and kept. */
async function passes(args: readonly string[], input?: string): Promise<string> {
  const done = await chronicle(repository.dir, ['import', ...args, '--json'], input === undefined ? {} : { input })
  expect(done.code, done.stderr + done.stdout.slice(0, 2000)).toBe(0)
  const notes = await repository.git('log', '-p', '--format=%B', 'refs/notes/chronicle')
  const kept = await repository.git('grep', '--no-index', '-rhIF', '', '--', '.git/chronicle').catch(() => '')
  // In JSON, line breaks and quotes are escaped.
  const texts = `${done.stdout}${done.stderr}${notes}${kept}`.replaceAll('\\n', '\n').replaceAll('\\"', '"')
  for (const { kind, secret } of SECRETS) expect(texts.includes(secret), kind).toBe(false)
  expect(notes).toContain('[REDACTED:')
  for (const each of HARMLESS) expect(notes.replaceAll('\\"', '"'), each).toContain(each)
  return notes
}

describe('no secret comes in, and what is none stays, by', () => {
  test('the discussions of GitHub', async () => {
    const at = '2024-03-01T00:00:00Z'
    const user = { user: { login: 'ana', type: 'User' } }
    const urls = LINES.map((_, number) => `https://github.com/acme/shop/pull/${number + 1}`)
    const pulls = LINES.map((line, number) => ({
      ...{ number: number + 1, title: `Change ${number}`, body: messageWith(line), html_url: urls[number], ...user },
      ...{ merged_at: at, updated_at: at, merge_commit_sha: ids[number], head: { sha: ids[number] } },
    }))
    const comments = LINES.flatMap((line, number) => {
      const url = urls[number] ?? ''
      const shared = {
        path: `src/f${number % 9}.ts`,
        side: 'RIGHT',
        line: 2,
        original_line: 2,
        original_commit_id: ids[number],
      }
      const api = `https://api.github.com/repos/acme/shop/pulls/${number + 1}`
      const of = (id: number, by: string, body: string): object => ({
        ...{ id, body, user: { login: by, type: 'User' }, created_at: at, html_url: `${url}#discussion_r${id}` },
        ...{ ...shared, diff_hunk: '@@ -2 +2 @@', pull_request_url: api },
      })
      const root = number * 10 + 1
      return [
        of(root, 'dana', `Why not with ${line}?`),
        { ...of(root + 1, 'ana', messageWith(line)), in_reply_to_id: root },
      ]
    })
    await repository.write({
      'answers/pulls.json': JSON.stringify(pulls),
      'answers/comments.json': JSON.stringify(comments),
    })
    await passes(['github', 'acme/shop', '--from', 'answers'])
  })

  test('the discussions of GitLab', async () => {
    const at = '2024-03-01T00:00:00Z'
    const author = { author: { username: 'ana', name: 'Ana' } }
    const requests = LINES.map((line, number) => ({
      ...{ iid: number + 1, title: `Change ${number}`, description: messageWith(line), ...author, state: 'merged' },
      web_url: `https://gitlab.com/acme/shop/-/merge_requests/${number + 1}`,
      ...{ merged_at: at, updated_at: at, merge_commit_sha: ids[number], squash_commit_sha: null, sha: ids[number] },
    }))
    const discussions = LINES.map((line, number) => ({
      notes: [
        {
          ...{
            id: number + 1,
            body: `We decided to keep it. ${messageWith(line)}`,
            ...author,
            created_at: at,
            system: false,
          },
          ...{ noteable_type: 'MergeRequest', noteable_iid: number + 1 },
        },
      ],
    }))
    await repository.write({
      'answers/requests.json': JSON.stringify(requests),
      'answers/discussions.json': JSON.stringify(discussions),
    })
    await passes(['gitlab', 'acme/shop', '--from', 'answers'])
  })

  test('the documents of an export', async () => {
    const { stdout } = await (async () => {
      const note = { summary: 'Once', commit: ids[0], regions: [{ file: 'src/f0.ts', anchor: 'f', intent: 'Kept' }] }
      const made = await chronicle(repository.dir, ['annotate', '--live'], { input: JSON.stringify(note) })
      expect(made.code, made.stderr).toBe(0)
      return chronicle(repository.dir, ['export'])
    })()
    const [exported = '{}'] = stdout.trim().split('\n')
    const documents = LINES.map((line, number) => {
      const document = JSON.parse(exported.replaceAll(ids[0] ?? '', ids[number] ?? '')) as object
      return replaceTexts(document, 'Kept', messageWith(line))
    })
    await repository.git('update-ref', '-d', 'refs/notes/chronicle')
    await passes([], documents.map((each) => `${JSON.stringify(each)}\n`).join(''))
  })

  test('records of agent-trace', async () => {
    const records = LINES.map((line, number) => ({
      ...{ version: '0.1.0', id: '550e8400-e29b-41d4-a716-446655440000', timestamp: '2026-01-23T14:30:00Z' },
      ...{ vcs: { type: 'git', revision: ids[number] }, tool: { name: 'cursor', version: '2.4.0' } },
      files: [
        {
          path: `src/f${number % 9}.ts`,
          conversations: [
            {
              contributor: { type: 'ai', model_id: 'a/b' },
              ranges: [{ start_line: 1, end_line: 2 }],
              url: `https://x.example/${encodeURIComponent(HARMLESS[0])}`,
            },
          ],
        },
      ],
      metadata: { chronicle: [{ intent: messageWith(line) }], note: messageWith(line) },
    }))
    await passes([], records.map((each) => `${JSON.stringify(each)}\n`).join(''))
  })

  test('comments of git-appraise', async () => {
    const comments = LINES.map((line, number) => ({
      ...{ timestamp: '1704100000', author: 'ana', location: { commit: ids[number] }, description: messageWith(line) },
    }))
    await passes([], comments.map((each) => `${JSON.stringify(each)}\n`).join(''))
  })
})

/** Returns the same value with one text replaced by another. */
function replaceTexts(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value === from ? to : value
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceTexts(each, from, to)]))
}
