import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { repositoryRoot } from '../../src/checks/workspace-packages.ts'
import { installCheckoutCommand } from '../../src/testing/install-checkout-command.ts'
import { openForge } from './forge.ts'

const ACTION = join(repositoryRoot, 'action')
const run = promisify(execFile)

let folder: string
let environment: Record<string, string>
let server: string
let author: string

async function git(dir: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', dir, ...args], { env: environment })
  return stdout.trim()
}

async function runner(name: string, dir: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ACTION, name)], { cwd: dir, env: { ...environment, ...env } })
  return stdout
}

async function outputs(): Promise<Record<string, string>> {
  const text = await readFile(join(folder, 'output'), 'utf8')
  const given = text.matchAll(/^([\w-]+)<<(end-[\w-]+)\n([^]*?)\n\2$/gmu)
  return Object.fromEntries([...given].map(([, key = '', , value = '']) => [key, value]))
}

async function commit(dir: string, message: string, file: string, text: string): Promise<string> {
  await writeFile(join(dir, file), text)
  await git(dir, 'add', '--all')
  await git(dir, 'commit', '--quiet', '-m', message)
  return git(dir, 'rev-parse', 'HEAD')
}

const source = (value: number): string => `export function send(): number {\n  return ${value}\n}\n`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chronicle-merge-'))
  const programs = join(folder, 'bin')
  await installCheckoutCommand(programs)
  environment = {
    PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    RUNNER_TEMP: folder,
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_REPOSITORY: 'o/r',
    CHRONICLE_COMMAND: 'git chronicle',
    CHRONICLE_SARIF_FILE: join(folder, 'chronicle.sarif'),
  }
  server = join(folder, 'server.git')
  author = join(folder, 'author')
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', server)
  await git(server, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  await git(folder, 'clone', '--quiet', server, author)
  await commit(author, 'Base', 'send.ts', source(1))
  await git(author, 'push', '--quiet', 'origin', 'HEAD:main')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Whether the commands for sharing and reconciling exist. */
const isThere = ['sync', 'reconcile'].every((name) => existsSync(join(repositoryRoot, 'packages/cli/src', name)))

describe.skipIf(!isThere)('a pull request that is squashed by the server', () => {
  test('is checked, and what is recorded on its commits reaches the squash', { timeout: 240_000 }, async () => {
    const base = await git(author, 'rev-parse', 'HEAD')
    await run('git', ['chronicle', 'record', 'send.ts:send', '--constraint', 'At most one packet at a time'], {
      cwd: author,
      env: environment,
    })
    await git(author, 'checkout', '--quiet', '-b', 'topic')
    await commit(author, 'Send two', 'send.ts', source(2))
    const document = JSON.stringify({
      summary: 'Two',
      regions: [{ file: 'send.ts', anchor: 'send', intent: 'Two are fine now' }],
    })
    await run('git', ['chronicle', 'annotate', '--live', '--json', document], { cwd: author, env: environment })
    const head = await commit(author, 'Send three', 'send.ts', source(3))
    await git(author, 'push', '--quiet', 'origin', 'topic:topic', 'topic:refs/pull/7/head')
    await run('git', ['chronicle', 'sync', 'push', 'origin'], { cwd: author, env: environment })

    // A shallow checkout of the base, as on a CI runner.
    const checkout = join(folder, 'checkout')
    await git(folder, 'clone', '--quiet', '--depth', '1', `file://${server}`, checkout)
    const pull = { number: 7, merged: false, base: { sha: base }, head: { sha: head } }
    await writeFile(join(folder, 'event.json'), JSON.stringify({ action: 'opened', pull_request: pull }))
    await writeFile(join(folder, 'output'), '')
    await runner('prepare.mjs', checkout)
    expect(await outputs()).toEqual({ mode: 'check', range: `${base}...${head}`, branch: '' })
    await runner('check.mjs', checkout, { CHRONICLE_RANGE: `${base}...${head}` })
    expect(await outputs()).toMatchObject({ findings: '1', 'highest-risk': 'high' })

    // The server squashes, so nobody's hooks run.
    const other = join(folder, 'other')
    await git(folder, 'clone', '--quiet', server, other)
    await git(other, 'merge', '--quiet', '--squash', 'origin/topic')
    await git(other, 'commit', '--quiet', '-m', 'Send three (#7)\n\n* Send two\n\n* Send three')
    const squash = await git(other, 'rev-parse', 'HEAD')
    await git(other, 'push', '--quiet', 'origin', 'HEAD:main')
    await git(server, 'update-ref', '-d', 'refs/heads/topic')

    const merged = join(folder, 'merged')
    await git(folder, 'clone', '--quiet', '--depth', '1', `file://${server}`, merged)
    const event = { action: 'closed', pull_request: { ...pull, merged: true } }
    await writeFile(join(folder, 'event.json'), JSON.stringify(event))
    await writeFile(join(folder, 'output'), '')
    await runner('prepare.mjs', merged)
    expect(await outputs()).toEqual({ mode: 'reconcile', range: `${base}...${head}`, branch: head })
    await runner('reconcile.mjs', merged, { CHRONICLE_BRANCH: head })

    await run('git', ['chronicle', 'sync', 'pull', 'origin'], { cwd: author, env: environment })
    await git(author, 'fetch', '--quiet', 'origin', 'main')
    const { stdout } = await run('git', ['chronicle', 'show', squash, '--rev', 'origin/main'], {
      cwd: author,
      env: environment,
    })
    expect(stdout).toContain('Two are fine now')
    // A second run finds nothing to do and does not fail.
    await runner('reconcile.mjs', merged, { CHRONICLE_BRANCH: head })
  })

  test('is commented on GitLab, once', { timeout: 240_000 }, async () => {
    await using forge = asDisposable(await openForge('gitlab'))
    const dir = join(folder, 'gitlab')
    await git(folder, 'clone', '--quiet', server, dir)
    const base = await git(dir, 'rev-parse', 'HEAD')
    const head = await commit(dir, 'Send four', 'send.ts', source(4))
    const env = {
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
      CI_COMMIT_SHA: head,
      CI_PROJECT_ID: 'g/p',
      CI_PROJECT_URL: 'https://gitlab.example.com/g/p',
      CI_API_V4_URL: forge.url,
    }
    expect(await runner('gitlab-review.mjs', dir, env)).toContain('No CHRONICLE_TOKEN is set')
    const withToken = { ...env, CHRONICLE_TOKEN: 'secret' }
    forge.comments.push({ id: 1, body: '<!-- chronicle-check -->\nby somebody else', own: false })
    expect(await runner('gitlab-review.mjs', dir, withToken)).toContain('Comment: added')
    expect(await runner('gitlab-review.mjs', dir, withToken)).toContain('Comment: unchanged')
    expect(forge.comments).toHaveLength(2)
    expect(forge.comments[0]?.body).toContain('by somebody else')
    expect(forge.comments[1]?.body).toContain('/-/blob/')
    const quality = JSON.parse(await readFile(join(dir, 'gl-code-quality-report.json'), 'utf8')) as readonly object[]
    expect(quality[0]).toMatchObject({
      check_name: 'chronicle/constraint',
      severity: 'major',
      location: { path: 'send.ts', lines: { begin: 2 } },
    })
    expect([...forge.tokens]).toEqual(['secret'])
  })
})

describe.skipIf(!isThere)('a merge request that is squashed by GitLab', () => {
  test('leaves what is recorded on its commits to the squash', { timeout: 240_000 }, async () => {
    await git(author, 'fetch', '--quiet', 'origin', 'main')
    await git(author, 'checkout', '--quiet', '-B', 'proposal', 'origin/main')
    const recorded = await commit(author, 'Send five', 'send.ts', source(5))
    const document = JSON.stringify({
      summary: 'Five',
      regions: [{ file: 'send.ts', anchor: 'send', intent: 'Five are fine now' }],
    })
    await run('git', ['chronicle', 'annotate', '--live', '--json', document], { cwd: author, env: environment })
    await commit(author, 'Describe it', 'README.md', 'Five packets.\n')
    await git(author, 'push', '--quiet', 'origin', 'proposal:proposal', 'proposal:refs/merge-requests/8/head')
    await run('git', ['chronicle', 'sync', 'push', 'origin'], { cwd: author, env: environment })

    // GitLab gives the squash the title of the merge request, and lists no commits.
    const dir = join(folder, 'squashed-by-gitlab')
    await git(folder, 'clone', '--quiet', server, dir)
    await git(dir, 'merge', '--quiet', '--squash', 'origin/proposal')
    await git(dir, 'commit', '--quiet', '-m', 'Allow more packets')
    await git(dir, 'push', '--quiet', 'origin', 'HEAD:main')
    await git(server, 'update-ref', '-d', 'refs/heads/proposal')

    const job = join(folder, 'gitlab-job')
    await git(folder, 'clone', '--quiet', server, job)
    const example = await readFile(join(repositoryRoot, 'examples/gitlab-ci/.gitlab-ci.yml'), 'utf8')
    const script = example.slice(example.indexOf('chronicle-reconcile:')).matchAll(/^ {4}- (.*)$/gmu)
    // The rule of the job is no command, and this clone may push without a token.
    const commands = [...script].map(([, line = '']) => line).filter((line) => !/^if:|set-url/u.test(line))
    expect(commands).toHaveLength(7)
    const env = { ...environment, CHRONICLE_COMMAND: 'git chronicle', CI_SERVER_HOST: 'gitlab.example.com' }
    await run('sh', ['-e', '-c', commands.join('\n')], { cwd: job, env })
    const { stdout } = await run('git', ['chronicle', 'show', 'HEAD'], { cwd: job, env: environment })
    expect(stdout).toContain('Five are fine now')
    expect(stdout).toContain(recorded.slice(0, 7))
  })
})

describe('what a job cannot do', () => {
  test('is said: a mode that there is not, a merge request that there is not', async () => {
    await writeFile(join(folder, 'event.json'), '{}')
    const mode = await runner('prepare.mjs', author, { CHRONICLE_MODE: 'chekc' }).catch((error: unknown) => error)
    expect(mode).toMatchObject({
      code: 1,
      stdout: "::error title=Chronicle::'chekc' is no mode. Give check, reconcile or auto.\n",
    })
    const none = await runner('gitlab-review.mjs', author).catch((error: unknown) => error)
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no merge request to check') as string,
    })
  })
})
