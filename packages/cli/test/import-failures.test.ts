import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { omitUndefined, type DiscussionReceipt } from '@chronicle/schema'
import { afterEach, describe, expect, it } from 'vitest'
import { startForgeServer, type Fault, type ForgeServer, type Routes } from './discussions/forge-server.ts'
import { recordedReasons } from './discussions/recorded-reasons.ts'
import { chronicle, failureOf, testEnvironment, type CliRun, type CliRunOptions } from './run-chronicle.ts'

const TOKEN = 'glpat-' + 'Xy12Zw34Qr56Ts78Uv90'
const PATH = 'src/été "x".ts'
const REASON = 'Two workers must never read the same row, because each would send its mail.'

const open: { close?: ForgeServer; repository?: FixtureRepository } = {}
afterEach(async () => {
  await open.close?.close()
  await open.repository?.dispose()
})

/** Creates a repository with three squashed changes, and a host's responses about them. */
async function threeChanges(
  host: 'github' | 'gitlab',
  description: (number: number) => string = () => REASON,
): Promise<{ readonly repository: FixtureRepository; readonly routes: Routes; readonly ids: readonly string[] }> {
  const repository = await createFixtureRepository({ name: "it's a repository" })
  open.repository = repository
  const ids: string[] = []
  for (const number of [1, 2, 3]) {
    const body = Array.from({ length: number }, (_, index) => `  take(${index})\n`).join('')
    await repository.write({ [PATH]: `export function work() {\n${body}}\n` })
    ids.push(await repository.commit(`Take a row (#${number})`))
  }
  const changes = ids.map((id, index) => changeOf(host, index + 1, id, description(index + 1))).toReversed()
  const routes = new Map<string, unknown>()
  for (const number of [1, 2, 3]) {
    const base =
      host === 'github'
        ? `/api/v3/repos/acme/shop/pulls/${number}`
        : `/api/v4/projects/acme/shop/merge_requests/${number}`
    routes.set(`${base}/commits`, [])
    for (const list of ['comments', 'reviews', 'discussions']) routes.set(`${base}/${list}`, [])
    routes.set(`/api/v3/repos/acme/shop/issues/${number}/comments`, [])
  }
  routes.set(host === 'github' ? '/api/v3/repos/acme/shop/pulls' : '/api/v4/projects/acme/shop/merge_requests', changes)
  return { repository, routes, ids }
}

function changeOf(host: 'github' | 'gitlab', number: number, id: string, text: string): object {
  const at = new Date(1_710_000_000_000 + number * 1000).toISOString()
  const both = { title: `Take a row ${number}`, updated_at: at, merged_at: at, merge_commit_sha: id }
  return host === 'github'
    ? {
        ...both,
        number,
        body: text,
        user: { login: 'ana', type: 'User' },
        html_url: `https://github.com/acme/shop/pull/${number}`,
        head: { sha: 'a'.repeat(40) },
      }
    : {
        ...both,
        iid: number,
        description: text,
        author: { username: 'ana', name: 'Ana' },
        web_url: `https://gitlab.com/acme/shop/-/merge_requests/${number}`,
        sha: 'a'.repeat(40),
      }
}

async function serve(
  routes: Routes,
  faults: Fault[] | ForgeServer['faults'] = [],
  token?: string,
): Promise<ForgeServer> {
  const server = await startForgeServer(routes, { pageSize: 2, ...omitUndefined({ token }) })
  server.faults = faults
  open.close = server
  return server
}

function run(
  dir: string,
  server: ForgeServer,
  args: readonly string[] = [],
  options: CliRunOptions = {},
): Promise<CliRun> {
  return chronicle(dir, ['import', 'github', 'acme/shop', '--host', server.url, '--json', ...args], options)
}

function receiptOf({ stdout, stderr }: CliRun): DiscussionReceipt {
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr)
  return JSON.parse(stdout) as DiscussionReceipt
}

describe('a host that is not well', () => {
  it.each([
    ['a rate limit', { status: 403, body: { message: 'API rate limit exceeded' }, headers: { 'retry-after': '0' } }],
    ['a limit that ends', { status: 429, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } }],
    ['a server error', { status: 502, headers: { 'retry-after': '0' } }],
    ['a connection that is cut', 'cut'],
    ['a page of a proxy', 'html'],
  ] as readonly (readonly [string, Fault])[])('is asked again after %s', async (_, fault) => {
    const { repository, routes } = await threeChanges('github')
    const server = await serve(routes, [fault])
    const done = await run(repository.dir, server)
    expect(receiptOf(done)).toMatchObject({ totals: { annotated: 3 } })
    expect(done.code).toBe(0)
  })

  it.each([
    [{ status: 401 }, {}, 'forge_unauthorized', 'GitHub wants a token to show acme/shop. Set GITHUB_TOKEN.'],
    [
      { status: 401, body: { message: 'Bad credentials' } },
      { GITHUB_TOKEN: TOKEN },
      'forge_unauthorized',
      'GitHub refuses the token (Bad credentials). Check GITHUB_TOKEN: it may have expired, or be for another host.',
    ],
    [
      { status: 403, body: { message: 'Resource not accessible' } },
      { GH_TOKEN: TOKEN },
      'forge_unauthorized',
      'GitHub may not show acme/shop (Resource not accessible). The token needs read access to its pull requests.',
    ],
    [
      { status: 404 },
      {},
      'forge_not_found',
      'GitHub has no acme/shop, or does not show it: a private repository needs a token in GITHUB_TOKEN.',
    ],
    [{ status: 422, body: { message: 'No' } }, {}, 'forge_failed', /^GitHub answered http.*\/pulls with 422 \(No\)\.$/],
    [{ status: 200, body: { message: 'x' } }, {}, 'forge_failed', /something other than a list/],
  ] as const)('fails at %j', async (fault, env, code, message) => {
    const { repository, routes } = await threeChanges('github')
    const server = await serve(routes, [fault])
    const done = await run(repository.dir, server, [], { env })
    expect(done.code).toBe(1)
    const failure = failureOf(done)
    expect(failure.code).toBe(code)
    expect(failure.message).toMatch(message)
    expect(`${done.stdout}${done.stderr}`).not.toContain(TOKEN)
  })

  it('says when a limit lasts too long, and goes on later', async () => {
    const { repository, routes } = await threeChanges('github')
    const far = String(Math.floor(Date.now() / 1000) + 7200)
    // The first seven requests are two pages of changes, and all requests about the first change.
    const server = await serve(routes, (path, index) =>
      index >= 7 ? { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': far } } : undefined,
    )
    const stopped = await run(repository.dir, server)
    expect(stopped.code).toBe(1)
    expect(receiptOf(stopped)).toMatchObject({
      totals: { annotated: 1 },
      stopped: { error: { code: 'forge_rate_limited' }, left: 2 },
    })
    expect(stopped.stderr).toMatch(
      /Ended early, 2 left: GitHub answers no more requests until .*Start it again to go on/,
    )
    server.faults = []
    const again = await run(repository.dir, server)
    expect(receiptOf(again)).toMatchObject({ known: 1, totals: { annotated: 2 } })
    expect(await recordedReasons(repository.dir)).toHaveLength(3)
  })

  it('cannot be reached', async () => {
    const { repository, routes } = await threeChanges('github')
    const server = await serve(routes)
    await server.close()
    const done = await run(repository.dir, server, ['--max-wait', '1'])
    expect(failureOf(done).message).toMatch(/^GitHub could not be reached at 127\.0\.0\.1:\d+: ECONNREFUSED\./)
  })

  it('is left when the import is interrupted, and what was read is stored', async () => {
    const { repository, routes } = await threeChanges('github')
    const stop = new AbortController()
    const server = await serve(routes, (path) => {
      if (path.endsWith('/pulls/2/comments')) stop.abort()
      return undefined
    })
    const done = await run(repository.dir, server, [], { signal: stop.signal })
    expect(done.code).toBe(130)
    expect(receiptOf(done)).toMatchObject({
      totals: { annotated: 1 },
      stopped: { error: { code: 'aborted' }, left: 2 },
    })
    expect(await recordedReasons(repository.dir)).toHaveLength(1)
  })
})

describe('a token', () => {
  it('goes to the host in a header, from stdin too, and nowhere else', async () => {
    const { repository, routes } = await threeChanges('gitlab')
    const server = await serve(routes, [], TOKEN)
    const args = ['import', 'gitlab', 'acme/shop', '--host', server.url, '--json', '--token-stdin']
    const done = await chronicle(repository.dir, args, { input: `${TOKEN}\n` })
    expect(receiptOf(done).totals.annotated).toBe(3)
    expect([...server.tokens]).toEqual([`Bearer ${TOKEN}`])
    const { stdout } = await promisify(execFile)('grep', ['-rl', TOKEN, join(repository.dir, '.git')], {
      env: testEnvironment,
    }).catch(() => ({ stdout: '' }))
    expect(stdout).toBe('')
  })

  it('is sent to no host that only the repository names', async () => {
    const { repository, routes } = await threeChanges('github')
    const server = await serve(routes)
    await repository.git('remote', 'add', 'origin', 'https://git.evil.example/acme/shop.git')
    const done = await chronicle(repository.dir, ['import', 'github', '--json'], { env: { GITHUB_TOKEN: TOKEN } })
    expect(failureOf(done)).toMatchObject({
      code: 'repository_not_known',
      message:
        'The remote origin is on git.evil.example, not on github.com. If that is a GitHub of your own, name it as the host. Your token is sent there.',
    })
    await repository.git('remote', 'set-url', 'origin', 'git@gitlab.com:acme/shop.git')
    const other = await chronicle(repository.dir, ['import', 'github', '--json'])
    expect(failureOf(other).message).toBe('The remote origin is on gitlab.com, not on github.com. Import from gitlab.')
    const named = await chronicle(repository.dir, ['import', 'github', '--host', server.url, '--json'])
    expect(receiptOf(named).totals.annotated).toBe(3)
    // As `git fetch` does: the first URL, and the longest prefix.
    await repository.git('config', '--add', 'remote.origin.url', 'git@github.com:acme/shop.git')
    await repository.git('config', 'url.https://first.example/.insteadOf', 'git@gitlab.com:')
    await repository.git('config', '--add', 'url.https://first.example/.insteadOf', 'git@')
    const first = await chronicle(repository.dir, ['import', 'github', '--json'])
    expect(failureOf(first).message).toContain('The remote origin is on first.example, not on github.com.')
  })

  it.each([
    [['import', 'github'], /^There is no remote origin\. Say which repository to ask for, as owner\/name\.$/],
    [
      ['import', 'github', '--remote', 'https://user:s3cret@example.org/x'],
      /^There is no remote https:\/\/example\.org\/x\./,
    ],
    [
      ['import', 'github', 'https://user:s3cret@example.org/x/y'],
      /^'https:\/\/example\.org\/x\/y' is on example\.org, /,
    ],
    [['import', 'github', 'shop'], /^'shop' names no repository\. Give it as owner\/name\.$/],
    [
      ['import', 'github', 'a/b', '--host', 'http://git.example.org'],
      /^'http:\/\/git\.example\.org' is not an accepted host/,
    ],
    [['import', 'github', 'a/b', '--token-stdin'], /^There is no token on stdin\.$/],
    [['import', 'github', '--from', 'nowhere'], /^'nowhere' cannot be imported: ENOENT/],
  ] as const)('%j is refused', async (args, message) => {
    const { repository } = await threeChanges('github')
    const done = await chronicle(repository.dir, args, { input: '' })
    expect(failureOf(done).message).toMatch(message)
  })
})

describe('files', () => {
  it('that gh api wrote are imported without asking anybody', async () => {
    const { repository, routes, ids } = await threeChanges('github')
    const folder = join(repository.dir, '..', 'answers of gh')
    await mkdir(join(folder, '2'), { recursive: true })
    const pulls = routes.get('/api/v3/repos/acme/shop/pulls') as Record<string, unknown>[]
    await writeFile(join(folder, 'pulls.json'), `${JSON.stringify(pulls.slice(0, 2))}${JSON.stringify(pulls.slice(2))}`)
    const comment = {
      ...{
        id: 5,
        path: PATH,
        side: 'RIGHT',
        original_line: 3,
        line: 3,
        diff_hunk: '@@ -1,3 +1,4 @@\n export function work() {\n   take(0)\n+  take(1)',
      },
      ...{
        user: { login: 'ana', type: 'User' },
        created_at: '2024-03-09T16:00:00Z',
        html_url: 'https://github.com/acme/shop/pull/2#discussion_r5',
      },
      body: 'The second row is taken in the same transaction, otherwise the lock is lost between both.',
      pull_request_url: 'https://api.github.com/repos/acme/shop/pulls/2',
    }
    await writeFile(join(folder, '2', 'comments.jsonl'), `${JSON.stringify(comment)}\n`)
    await writeFile(join(folder, 'other.json'), '[{"what":1}]')
    const before = globalThis.fetch
    globalThis.fetch = () => Promise.reject(new Error('asked'))
    const done = await chronicle(repository.dir, ['import', 'github', '--json', '--from', folder]).finally(() => {
      globalThis.fetch = before
    })
    expect(receiptOf(done)).toMatchObject({ totals: { annotated: 3 }, repository: 'github.com/acme/shop' })
    for (const pull of pulls) pull['html_url'] = `https://proxy.example/changes/${String(pull['number'])}`
    await writeFile(join(folder, 'pulls.json'), JSON.stringify(pulls))
    const unnamed = await chronicle(repository.dir, ['import', 'github', '--json', '--dry-run', '--from', folder])
    expect(receiptOf(unnamed).repository).toBe('files')
    expect(done.stderr).toContain('other.json has 1 entry of no known kind, which were left out.')
    const [thread] = (await recordedReasons(repository.dir)).filter(({ urls }) => urls.includes(comment.html_url))
    expect(thread).toMatchObject({ commit: ids[1], file: PATH, text: ['  take(1)'] })
  })

  it.each([
    ['github', /^No pull request is in .*empty\.json\. Write the answer to repos/],
    ['gitlab', /^No merge request is in .*empty\.json\. Write the answer to merge_requests/],
  ] as const)('without any change are refused: %s', async (kind, message) => {
    const { repository } = await threeChanges(kind)
    const file = join(repository.dir, '..', 'empty.json')
    await writeFile(file, '[]')
    const done = await chronicle(repository.dir, ['import', kind, '--json', '--from', file])
    expect(failureOf(done)).toMatchObject({ code: 'discussion_file_unreadable' })
    expect(failureOf(done).message).toMatch(message)
  })
})

describe('what is stored', () => {
  it('is nothing in a dry run, and as much as --limit and --since say', async () => {
    const { repository, routes } = await threeChanges('github')
    const server = await serve(routes)
    const dry = await run(repository.dir, server, ['--dry-run'])
    expect(receiptOf(dry)).toMatchObject({ dry_run: true, totals: { annotated: 3 } })
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
    const one = await run(repository.dir, server, ['--limit', '1'])
    expect(receiptOf(one).changes.map(({ number }) => number)).toEqual([3])
    const since = new Date(1_710_000_002_000).toISOString()
    const two = await run(repository.dir, server, ['--since', since])
    expect(receiptOf(two)).toMatchObject({ known: 1, changes: [{ number: 2 }] })
  })

  it('names a change whose commits are not there, and finds it once they are', async () => {
    const { repository, routes, ids } = await threeChanges('github')
    const pulls = routes.get('/api/v3/repos/acme/shop/pulls') as Record<string, unknown>[]
    const [third] = pulls
    if (third === undefined) throw new Error('no change')
    third['merge_commit_sha'] = 'b'.repeat(40)
    const server = await serve(routes)
    const pretty = await chronicle(repository.dir, ['import', 'github', 'acme/shop', '--host', server.url])
    expect(pretty.stdout).toContain('#3 lost: Its commit bbbbbbbbbbbb is not here, and no other was recognised as it.')
    expect(pretty.stdout).toMatch(/3 pull requests of .*: 2 quoted, 0 without a reason, 1 lost\./)
    // As in a rewritten history, another commit has the number and was made at the time of the merge.
    third['merged_at'] = new Date(
      Number(await repository.git('show', '-s', '--format=%ct', ids[2] as string)) * 1000,
    ).toISOString()
    third['updated_at'] = third['merged_at']
    const again = await run(repository.dir, server)
    expect(receiptOf(again)).toMatchObject({ known: 2, changes: [{ number: 3, status: 'annotated' }] })
  })

  it('says that a clone is shallow where commits are missing', async () => {
    const { repository, routes } = await threeChanges('github')
    const server = await serve(routes)
    const shallow = join(repository.dir, '..', 'shallow')
    await promisify(execFile)('git', ['clone', '-q', '--depth', '1', `file://${repository.dir}`, shallow], {
      env: testEnvironment,
    })
    await promisify(execFile)('git', ['-C', shallow, 'config', 'user.name', 'Ada'])
    await promisify(execFile)('git', ['-C', shallow, 'config', 'user.email', 'ada@example.com'])
    const done = receiptOf(await run(shallow, server))
    expect(done).toMatchObject({ totals: { lost: 2, nothing: 1 } })
    expect(done.changes.find(({ status }) => status === 'nothing')?.reason).toMatch(/the clone is shallow/)
    expect(done.changes.find(({ status }) => status === 'lost')?.reason).toMatch(
      /The clone is shallow: run git fetch --unshallow\.$/,
    )
  })

  it('holds no secret, and what looks like one stays', async () => {
    const secret = 'ghp_' + 'Ab1Cd2Ef3Gh4'.repeat(3)
    const texts = [
      `The old token ${secret} must never be used again, because it was in a log.`,
      'The pool needs DATABASE_PASSWORD=hT7kQ9xZ2mN4pR6s to be set, otherwise every test waits for a lock that nobody has.',
      'Commit 1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b broke this, because the digest sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 was compared as a number.',
    ]
    const { repository, routes } = await threeChanges('github', (number) => texts[number - 1] ?? '')
    const server = await serve(routes)
    const done = await run(repository.dir, server)
    expect(receiptOf(done).totals.annotated).toBe(3)
    const stored = (await recordedReasons(repository.dir)).map(({ region }) => JSON.stringify(region)).join('\n')
    for (const each of [secret, 'hT7kQ9xZ2mN4pR6s']) {
      expect(stored).not.toContain(each)
      expect(done.stdout).not.toContain(each)
    }
    expect(stored).toContain('[REDACTED:')
    expect(stored).toContain('1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b')
    expect(stored).toContain('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
    // The data kept between runs contains no person's text.
    const kept = await readdir(join(repository.dir, '.git', 'chronicle'), { recursive: true, withFileTypes: true })
    const files = kept.filter((entry) => entry.isFile() && entry.parentPath.includes('discussions'))
    expect(files).toHaveLength(1)
    for (const { parentPath, name } of files) {
      expect(await readFile(join(parentPath, name), 'utf8')).not.toMatch(/ana|token|because|acme/)
    }
  })
})
