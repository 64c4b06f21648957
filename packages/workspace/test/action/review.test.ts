import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { omitUndefined, type CheckOutput, type CommitId } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { repositoryRoot } from '../../src/checks/workspace-packages.ts'
import { installCheckoutCommand } from '../../src/testing/install-checkout-command.ts'
import { openForge, type Forge } from './forge.ts'
import { testNote } from '../test-note.ts'

const ACTION = join(repositoryRoot, 'action')
const HOSTILE =
  'Never call @everyone, see <img src=x> [link](http://evil) `code` | ![pic](http://evil/p) #12 ::set-output::\n\n# Title'

let repository: FixtureRepository
let folder: string
let programs: string
let base: CommitId
let head: CommitId

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly outputs: ReadonlyMap<string, string>
  readonly summary: string
}

/** Runs a step of the action as a CI runner does: in the checkout, with the files that a runner provides. */
async function step(name: string, env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const output = join(folder, 'output')
  const summary = join(folder, 'summary')
  await Promise.all([writeFile(output, ''), writeFile(summary, '')])
  const run = await new Promise<Pick<Run, 'code' | 'stdout' | 'stderr'>>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ACTION, name)],
      {
        cwd: repository.dir,
        env: {
          PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
          HOME: folder,
          GIT_CONFIG_NOSYSTEM: '1',
          RUNNER_TEMP: folder,
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          GITHUB_EVENT_PATH: join(folder, 'event.json'),
          GITHUB_REPOSITORY: 'o/r',
          CHRONICLE_COMMAND: ' git  chronicle ',
          CHRONICLE_SARIF_FILE: join(folder, 'chronicle.sarif'),
          ...env,
        },
      },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
  })
  const given = (await readFile(output, 'utf8')).matchAll(/^([\w-]+)<<(end-[\w-]+)\n([^]*?)\n\2$/gmu)
  const outputs = new Map([...given].map(([, key = '', , value = '']) => [key, value]))
  return { ...run, outputs, summary: await readFile(summary, 'utf8') }
}

async function event(pull: object | undefined, action = 'synchronize'): Promise<void> {
  await writeFile(join(folder, 'event.json'), JSON.stringify({ action, ...omitUndefined({ pull_request: pull }) }))
}

function note(commit: CommitId, constraints: readonly string[]): Promise<unknown> {
  const region = {
    file: 'src/a (b).ts',
    ast_anchor: { type: 'function', name: 'send' },
    lines: { start: 1, end: 3 },
    intent: 'Sends',
    constraints: constraints.map((text) => ({ text, source: 'author' })),
  }
  return repository.note(commit, testNote(commit, [region]))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chronicle-action-'))
  programs = join(folder, 'bin')
  await installCheckoutCommand(programs)
  repository = await createFixtureRepository({ name: 'a checkout' })
  base = await repository.commitFiles('Base', { 'src/a (b).ts': 'export function send(): number {\n  return 1\n}\n' })
  await note(base, ['At most one packet at a time', HOSTILE])
  head = await repository.commitFiles('Change', { 'src/a (b).ts': 'export function send(): number {\n  return 2\n}\n' })
})
afterAll(async () => {
  await repository.dispose()
  await rm(folder, { recursive: true, force: true })
})

const pull = (): object => ({ number: 7, merged: false, base: { sha: base }, head: { sha: head } })

async function check(env: Readonly<Record<string, string>> = {}): Promise<Run & { readonly report: CheckOutput }> {
  const run = await step('check.mjs', { CHRONICLE_RANGE: `${base}...${head}`, ...env })
  expect(run.stderr).toBe('')
  return { ...run, report: JSON.parse(await readFile(run.outputs.get('report') ?? '', 'utf8')) as CheckOutput }
}

describe('check.mjs', () => {
  test('writes a report, a SARIF log and outputs', async () => {
    const { code, outputs, report, stdout } = await check()
    expect([code, stdout]).toEqual([0, ''])
    expect(report.findings).toHaveLength(2)
    expect(Object.fromEntries(outputs)).toMatchObject({ findings: '2', acknowledged: '0', 'highest-risk': 'high' })
    const sarif = JSON.parse(await readFile(join(folder, 'chronicle.sarif'), 'utf8')) as {
      runs: [{ results: { locations: [{ physicalLocation: object }] }[] }]
    }
    expect(sarif.runs[0].results[0]?.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'src/a%20(b).ts', uriBaseId: '%SRCROOT%' },
      region: { startLine: 2, endLine: 2 },
    })
  })

  test('annotates lines by commands of the job, which recorded text cannot give', async () => {
    const { stdout } = await check({ CHRONICLE_ANNOTATIONS: 'commands' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toMatch(/^::error file=src\/a \(b\)\.ts,line=2,endLine=2,title=Constraint \(high risk\)::send: /u)
    }
  })

  test('says that there is nothing to check, and what Chronicle said when it fails', async () => {
    const none = await step('check.mjs')
    expect([none.code, none.stdout]).toEqual([
      1,
      '::error title=Chronicle::There is no pull request to check. Run on pull_request events, or set mode: reconcile.\n',
    ])
    const unknown = await step('check.mjs', { CHRONICLE_RANGE: 'nowhere...HEAD' })
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toContain('Unknown revision')
    expect(unknown.stdout).toContain('failed with exit code 1.')
    const missing = await step('check.mjs', { CHRONICLE_RANGE: 'a...b', CHRONICLE_COMMAND: 'no-such-program' })
    expect(missing.stdout).toContain("Cannot run 'no-such-program'")
  })
})

describe('comment.mjs', () => {
  let forge: Forge
  let report: string
  beforeEach(async () => {
    forge = await openForge('github')
    await event(pull())
    report = (await check()).outputs.get('report') ?? ''
  })
  afterEach(() => forge.close())

  const comment = (of = report): Promise<Run> =>
    step('comment.mjs', { CHRONICLE_REPORT: of, CHRONICLE_TOKEN: 'secret', GITHUB_API_URL: forge.url })
  const methods = (): readonly string[] => forge.writes.splice(0).map(({ method }) => method)

  async function reportWith(change: (report: CheckOutput) => object): Promise<string> {
    const file = join(folder, 'other.json')
    await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(report, 'utf8')) as CheckOutput)))
    return file
  }

  test('adds one comment, leaves it where nothing changed, and edits it where something did', async () => {
    const first = await comment()
    expect([first.code, first.stderr]).toEqual([0, ''])
    expect(methods()).toEqual(['POST'])
    expect(first.outputs.get('comment-url')).toBe('http://forge/c/1000')
    expect(first.summary.trim()).toBe(forge.comments[0]?.body.trim())
    expect((await comment()).stdout).toContain('Comment: unchanged')
    expect(methods()).toEqual([])
    const fewer = await reportWith((all) => ({
      ...all,
      findings: all.findings.slice(1),
      stats: { ...all.stats, findings_found: 1 },
    }))
    expect((await comment(fewer)).stdout).toContain('Comment: updated http://forge/c/1000')
    expect(methods()).toEqual(['PATCH'])
    expect(forge.comments).toHaveLength(1)
    expect(forge.comments[0]?.body).toContain('1 finding, at most high risk')
    expect([...forge.tokens]).toEqual(['Bearer secret'])
  })

  test('says that nothing is left to say, but adds no comment for that', async () => {
    const none = await reportWith((all) => ({ ...all, findings: [], stats: { ...all.stats, findings_found: 0 } }))
    expect((await comment(none)).stdout).toContain('Comment: none')
    expect(methods()).toEqual([])
    await comment()
    await comment(none)
    expect(methods()).toEqual(['POST', 'PATCH'])
    expect(forge.comments[0]?.body).toContain('nothing recorded is at risk any more')
  })

  test.each([
    ['a job', false],
    ['a person', true],
  ])('finds its comment behind many others, and leaves those of other people alone: token of %s', async (_, own) => {
    forge.isPersonal = own
    for (let id = 1; id <= 150; id++) forge.comments.push({ id, body: `Comment ${id}`, own: false })
    forge.comments.push({ id: 151, body: '<!-- chronicle-check -->\nby somebody else', own: false })
    await comment()
    expect(methods()).toEqual(['POST'])
    await comment(await reportWith((all) => ({ ...all, findings: all.findings.slice(1) })))
    expect(methods()).toEqual(['PATCH'])
    expect(forge.comments).toHaveLength(152)
    expect(forge.comments[150]?.body).toContain('by somebody else')
  })

  test('adds a comment where it may not edit its own', async () => {
    forge.comments.push({ id: 1, body: '<!-- chronicle-check -->\nold', own: true })
    forge.failures.push({ status: 403, method: 'PATCH' })
    await comment()
    expect(methods()).toEqual(['POST'])
    expect(forge.comments.map(({ body }) => body.includes('old'))).toEqual([true, false])
  })

  test('leaves one comment where two jobs wrote at once', async () => {
    forge.beforeAdd = () => void forge.comments.push({ id: 999, body: '<!-- chronicle-check -->\nold', own: true })
    expect((await comment()).stdout).toContain('Comment: updated http://forge/c/999')
    expect(forge.comments.map(({ id }) => id)).toEqual([999])
    expect(forge.comments[0]?.body).toContain('2 findings')
  })

  test('goes on without a comment where the token may not write one, as from a fork', async () => {
    forge.failures.push({ status: 403, method: 'POST' })
    const { code, stdout, summary } = await comment()
    expect(code).toBe(0)
    expect(stdout).toContain('::warning title=Chronicle::The token may not comment here')
    expect(summary).toContain('2 findings')
  })

  test('asks a busy server again, and tells of one that refuses', async () => {
    forge.failures.push(
      { status: 502, headers: { 'retry-after': '0' } },
      { status: 429, headers: { 'retry-after': '0' } },
    )
    expect((await comment()).stdout).toContain('Comment: added')
    forge.failures.push({ status: 401 })
    const { code, stdout } = await comment()
    expect([code, stdout]).toEqual([
      1,
      '::error title=Chronicle::GitHub did not let us read the comments of the pull request: 401 Not this time\n',
    ])
  })

  test('links to lines, and gives recorded text no meaning', async () => {
    await comment()
    const body = forge.comments[0]?.body ?? ''
    expect(body).toContain(`[src/a &#40;b&#41;.ts&#58;2](https://github.com/o/r/blob/${head}/src/a%20%28b%29.ts#L2-L2)`)
    const hostile = body.split('\n').find((line) => line.includes('everyone')) ?? ''
    expect(hostile).toContain('Never call &#64;everyone')
    expect(hostile.replaceAll(/\[src[^\]]*\]\([^)]*\)/gu, '')).not.toMatch(/[@<>[\]!|]|http:\/\//u)
    expect(body.split('\n').some((line) => line.startsWith('# Title'))).toBe(false)
  })

  test('shows what was answered as answered', async () => {
    const { report: before } = await check()
    const [first] = before.findings
    await repository.git('checkout', '--quiet', '-b', 'answered', head)
    await repository.git(
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      `Answer\n\nChronicle-Ack: ${first?.id ?? ''} The peer takes two now`,
    )
    const answered = await repository.git('rev-parse', 'HEAD')
    await repository.checkout('main')
    const run = await check({ CHRONICLE_RANGE: `${base}...${answered}` })
    expect(Object.fromEntries(run.outputs)).toMatchObject({ findings: '1', acknowledged: '1' })
    await comment(run.outputs.get('report'))
    const body = forge.comments[0]?.body ?? ''
    expect(body).toContain('1 finding, at most high risk, 1 answered')
    expect(body).toContain('answered by Ada Fixture: The peer takes two now')
    const sarif = JSON.parse(await readFile(join(folder, 'chronicle.sarif'), 'utf8')) as {
      runs: [{ results: { suppressions?: object[] }[] }]
    }
    expect(sarif.runs[0].results.map(({ suppressions }) => suppressions?.length ?? 0)).toEqual([0, 1])
  })
})

describe('verdict.mjs', () => {
  test.each([
    ['none', 'high', 0],
    ['high', 'medium', 0],
    ['high', 'none', 0],
    ['high', 'high', 1],
    ['low', 'medium', 1],
    ['hihg', 'low', 1],
  ])('fail-on %s with a highest risk of %s exits with %i', async (failOn, highest, code) => {
    const run = await step('verdict.mjs', { CHRONICLE_FAIL_ON: failOn, CHRONICLE_HIGHEST_RISK: highest })
    expect(run.code).toBe(code)
    if (failOn === 'hihg') expect(run.stdout).toContain("'hihg' is no risk. Give none, low, medium or high as fail-on.")
    else if (code === 1) expect(run.stdout).toContain(`of ${highest} risk. Answer it, or change the code.`)
  })
})

test('action.yml runs scripts that are there, and gives each the inputs that it has', async () => {
  const text = await readFile(join(ACTION, 'action.yml'), 'utf8')
  const scripts = [...text.matchAll(/GITHUB_ACTION_PATH\/([\w-]+\.mjs)"/gu)].map(([, name = '']) => name)
  expect(scripts).toEqual(['prepare.mjs', 'check.mjs', 'comment.mjs', 'verdict.mjs', 'reconcile.mjs'])
  for (const name of scripts) expect(existsSync(join(ACTION, name))).toBe(true)
  const inputs = /^inputs:\n([^]*?)^outputs:/mu.exec(text)?.[1] ?? ''
  const declared = [...inputs.matchAll(/^ {2}([\w-]+):/gmu)].map(([, name = '']) => name)
  const used = new Set([...text.matchAll(/inputs\.([\w-]+)/gu)].map(([, name = '']) => name))
  expect([...used].sort()).toEqual([...declared].sort())
  // Expressions must go into the environment: in a script, the text of a pull request could become code.
  for (const [, line = ''] of text.matchAll(/^\s+run: (.*)$/gmu)) expect(line).not.toContain('${{')
  const sources = await Promise.all(scripts.map((name) => readFile(join(ACTION, name), 'utf8')))
  const given = [...text.matchAll(/^\s+(CHRONICLE_\w+):/gmu)].map(([, name = '']) => name)
  const helpers = await readFile(join(ACTION, 'run-program.mjs'), 'utf8')
  for (const name of given)
    expect(
      [...sources, helpers].some((source) => source.includes(name)),
      name,
    ).toBe(true)
})
