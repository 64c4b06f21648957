import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DiscussionReceipt } from '@chronicle/schema'
import { discussionReceiptSchema } from '@chronicle/schema/validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDiscussedHistory, PROGRAMS, type DiscussedHistory, type Host } from './discussions/discussed-history.ts'
import { forgeAnswers } from './discussions/forge-answers.ts'
import { startForgeServer, type ForgeServer } from './discussions/forge-server.ts'
import { recordedReasons, type RecordedReason } from './discussions/recorded-reasons.ts'
import { chronicle, testEnvironment } from './run-chronicle.ts'

const run = promisify(execFile)
const TOKEN = 'ghp_' + 'a1B2c3D4e5'.repeat(3) + 'f6G7h8'

/** Runs an import and returns its output with --format json. */
async function importAll(
  dir: string,
  host: Host,
  server: ForgeServer,
  ...args: readonly string[]
): Promise<DiscussionReceipt> {
  const done = await chronicle(dir, ['import', host, 'acme/shop', '--host', server.url, '--format', 'json', ...args], {
    env: { GITHUB_TOKEN: TOKEN, GITLAB_TOKEN: TOKEN },
  })
  if (done.stdout === '') throw new Error(done.stderr)
  return discussionReceiptSchema.parse(JSON.parse(done.stdout))
}

describe.each(['github', 'gitlab'] as const)('a hundred merged changes of %s', (host) => {
  let history: DiscussedHistory
  let server: ForgeServer
  let dir: string
  let recorded: readonly RecordedReason[]
  let receipt: DiscussionReceipt

  beforeAll(async () => {
    history = await buildDiscussedHistory(host, 100)
    // A clone has neither the branches nor the original commits that were squashed or rebased.
    dir = join(await mkdtemp(join(tmpdir(), 'chronicle-discussions-')), 'a clone')
    await run('git', ['clone', '-q', '--no-local', '--single-branch', '-b', 'main', history.repository.dir, dir], {
      env: testEnvironment,
    })
    for (const [key, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'ada@example.com'],
    ] as const)
      await run('git', ['-C', dir, 'config', key, value])
    server = await startForgeServer(forgeAnswers(host, history), { pageSize: 7, token: TOKEN })
    // The host sometimes refuses with a rate limit.
    server.faults = (_, index) =>
      index % 97 === 40
        ? {
            status: host === 'github' ? 403 : 429,
            body: { message: 'You have exceeded a secondary rate limit' },
            headers: { 'retry-after': '0' },
          }
        : undefined
    receipt = await importAll(dir, host, server)
    recorded = await recordedReasons(dir)
  })

  afterAll(async () => {
    await server.close()
    await history.repository.dispose()
    await rm(join(dir, '..'), { recursive: true, force: true })
  })

  it('finds the commits of every one', () => {
    expect(receipt.stopped).toBeUndefined()
    expect(receipt.changes).toHaveLength(100)
    const found = new Map(receipt.changes.map(({ number, how }) => [number, how]))
    expect(
      history.changes
        .filter(({ number, manner, commits }) => {
          const how = found.get(number)
          // A single commit does not show whether it was squashed or rebased.
          return how !== manner && !(commits.length === 1 && (how === 'squash' || how === 'rebase'))
        })
        .map(({ number, manner }) => [number, manner, found.get(number)]),
    ).toEqual([])
    expect(receipt.totals).toMatchObject({ lost: 0, failed: 0 })
  })

  it('quotes each reason on its commit and its lines, and nothing else', () => {
    const missing = history.reasons.filter(
      ({ url, commit, line, path }) =>
        !recorded.some(
          (each) =>
            each.urls.includes(url) &&
            each.commit === commit &&
            (line === undefined || (each.file === path && each.text.includes(line))),
        ),
    )
    const given = new Set(history.reasons.map(({ url }) => url))
    const extra = recorded.filter(({ urls }) => !urls.some((url) => given.has(url)))
    expect(extra.map(({ region }) => region)).toEqual([])
    expect(history.reasons).toHaveLength(host === 'github' ? 179 : 189)
    expect(missing).toEqual([])
  })

  it('quotes no program', () => {
    const authors = recorded.flatMap(({ evidence }) => evidence.map(({ author = '' }) => author))
    expect(authors.length).toBeGreaterThan(100)
    expect(authors.filter((author) => PROGRAMS.has(author))).toEqual([])
  })

  it('asks for nothing again that nothing happened to', async () => {
    const before = server.requests.length
    const again = await importAll(dir, host, server)
    expect(again).toMatchObject({ known: 100, changes: [] })
    expect(server.requests.slice(before).every((path) => !/\/\d+\//.test(path))).toBe(true)
    const forced = await importAll(dir, host, server, '--force', '--limit', '30')
    expect(forced.totals).toMatchObject({ annotated: 0, lost: 0, failed: 0 })
    expect(forced.changes).toHaveLength(30)
  })
})
