import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitId, GrepOutput, LogOutput, ShowOutput, StatusOutput } from '@chronicle/schema'
import { grepOutputSchema, logOutputSchema, showOutputSchema, statusOutputSchema } from '@chronicle/schema/validate'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { annotate, chronicle, jsonOf, type CliRun } from './run-chronicle.ts'

const CLIENT = `export class Client {
  connect(attempts: number): void {
    for (let i = 0; i < attempts; i++) this.dial()
  }

  close(): void {}

  dial(): void {}
}
`

const commits: Record<string, CommitId> = {}
const run = (...args: readonly string[]): Promise<CliRun> => chronicle(dir, args)

async function json<T>(...args: readonly string[]): Promise<T> {
  const [name = '', ...rest] = args
  return jsonOf<T>(await run(name, '--format', 'json', ...rest))
}

const grep = (...args: readonly string[]): Promise<GrepOutput> => json('grep', ...args)
const log = (...args: readonly string[]): Promise<LogOutput> => json('log', ...args)
const show = (...args: readonly string[]): Promise<ShowOutput> => json('show', ...args)
const status = (...args: readonly string[]): Promise<StatusOutput> => json('status', ...args)
const texts = ({ matches }: GrepOutput): readonly string[] => matches.map(({ kind, text }) => `${kind}: ${text}`)
const subjectsOf = ({ entries }: LogOutput): readonly string[] => entries.map(({ subject }) => subject)

async function step(name: string, files: Record<string, string>, annotation?: object): Promise<void> {
  commits[name] = await repository.commitFiles(name, files)
  if (annotation !== undefined) await annotate(dir, { summary: `About ${name}`, ...annotation })
}

const repository = await createFixtureRepository({ name: 'a "quoted" répertoire' })
const dir = repository.dir
await step(
  'first',
  { 'src/old client.ts': CLIENT, 'src/pool.ts': 'export function pool(): number {\n  return 3\n}\n' },
  {
    regions: [
      {
        file: 'src/old client.ts',
        anchor: 'connect',
        intent: 'Survives a restart of the broker',
        reasoning: `${'Nobody knew why it failed on Mondays. '.repeat(9)}Half of the alarms were restarts. ${'So it went on. '.repeat(9)}`,
        constraints: ['Must give up before the\n  watchdog does'],
        rejected_alternatives: [{ approach: 'Retry for ever', reason: 'the watchdog' }],
        risk_notes: 'A broker that drops keeps this busy.',
        tags: ['Net'],
      },
      { file: 'src/old client.ts', anchor: 'close', intent: 'Lets go of the socket', tags: ['lifecycle'] },
      { file: 'src/pool.ts', anchor: 'pool', intent: 'Hands out three connections' },
    ],
    cross_cutting: [{ description: 'Limits', regions: ['src/old client.ts:connect', 'src/pool.ts:pool'] }],
  },
)
await repository.rename('src/old client.ts', 'src/größe.ts')
commits['rename'] = await repository.commit('rename')
await step('docs', { 'docs/run.md': '# Run\n' }, { regions: [{ file: 'docs/', intent: 'Documents are in English' }] })
await repository.branch('side')
await step('plain', { 'other.txt': 'x\n' })
await step(
  'pool',
  { 'src/pool.ts': 'export function pool(): number {\n  return 4\n}\n' },
  { regions: [{ file: 'src/pool.ts', anchor: 'pool', intent: 'Hands out four', constraints: ['At most four (4)'] }] },
)
await repository.checkout('side')
await step(
  'aside',
  { 'src/aside.ts': 'export function aside(): void {}\n' },
  { regions: [{ file: 'src/aside.ts', anchor: 'aside', intent: 'Beside the watchdog' }] },
)
await repository.checkout('main')
afterAll(() => repository.dispose())

describe.each([
  ['grep', grepOutputSchema, ['.'], 160],
  ['log', logOutputSchema, [], 160],
  ['show', showOutputSchema, ['main~4'], 200],
  ['status', statusOutputSchema, [], 190],
] as const)('%s', (name, schema, args, budget) => {
  test('prints markdown, JSON by its schema, and pretty text, the same each time', async () => {
    const printed = await run(name, ...args, '--format', 'json')
    expect(printed).toMatchObject({ code: 0, stderr: '' })
    expect(schema.safeParse(JSON.parse(printed.stdout)).error).toBeUndefined()
    const markdown = await run(name, ...args)
    expect(markdown).toMatchObject({ code: 0, stderr: '' })
    expect((await run(name, ...args, '--format', 'pretty')).code).toBe(0)
    expect(await run(name, ...args)).toEqual(markdown)
  })

  test('keeps within a budget, and says how to get all', async () => {
    const { stdout } = await run(name, ...args, '--max-tokens', `${budget}`)
    expect(stdout.length).toBeLessThanOrEqual(4 * budget)
    expect(stdout).toContain('--max-tokens ')
  })

  test('has help with examples', async () => {
    const { code, stdout } = await run(name, '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(`Examples:\n  git chronicle ${name}`)
  })

  test('works in a bare clone and with sha256, and says that there is no commit', async () => {
    await using bare = await createFixtureRepository({ bare: true, objectFormat: 'sha256' })
    const none = await chronicle(bare.dir, [name, ...args])
    expect(none.code).toBe(name === 'status' || name === 'log' ? 0 : 1)
    expect(none.stdout).toContain('HEAD names a branch that has no commit')
    const commit = await bare.commitFiles('first', { 'a.ts': 'export const a = 1\n' })
    const region = { file: 'a.ts', intent: 'Guards the watchdog', constraints: [], tags: [] }
    await bare.note(commit, {
      $schema: 'chronicle/v1',
      commit,
      summary: 'S',
      context_level: 'inferred',
      regions: [region],
    })
    const { code, stdout } = await chronicle(bare.dir, [name, ...(name === 'show' ? [] : args)])
    expect(code).toBe(0)
    expect(stdout).toContain(commit.slice(0, 7))
  })
})

describe('grep', () => {
  test('finds texts of every kind, across line breaks, under the present name of a file', async () => {
    const output = await grep('the watchdog')
    expect(texts(output)).toEqual([
      'constraint: Must give up before the watchdog does',
      'rejected: Retry for ever: the watchdog',
    ])
    expect(output.matches[0]).toMatchObject({
      commit: commits['first'],
      file: 'src/größe.ts',
      recorded_file: 'src/old client.ts',
      anchor: 'Client::connect',
      source: 'author',
    })
    expect(texts(await grep('alarms were'))).toEqual(['reasoning: […] Half of the alarms were restarts. […]'])
  })

  test('narrows by path, tag and kind, by the index alone', async () => {
    const renamed = await grep('.', 'src/größe.ts', '--kind', 'intent')
    expect(texts(renamed)).toEqual(['intent: Survives a restart of the broker', 'intent: Lets go of the socket'])
    expect(renamed.stats.annotations_read).toBe(1)
    expect((await grep('--tag', 'lifecycle', '--kind', 'intent')).stats).toMatchObject({
      annotations: 4,
      annotations_read: 1,
      matches: 1,
    })
    expect(texts(await grep('--tag', 'net,none', '--kind', 'constraints,rejected-alternatives'))).toHaveLength(2)
    expect((await grep('watchdog', 'docs')).stats).toMatchObject({ annotations_read: 1, matches: 0 })
    expect(texts(await grep('--kind', 'cross_cutting', '--', 'src/pool.ts'))).toEqual(['cross_cutting: Limits'])
  })

  test('takes rules of a folder for what is below it, and paths from the current folder', async () => {
    expect(texts(await grep('English', 'docs/run.md'))).toEqual(['intent: Documents are in English'])
    const below = await chronicle(join(dir, 'src'), ['grep', 'four', 'pool.ts', '--format', 'json'])
    expect(texts(JSON.parse(below.stdout) as GrepOutput)).toEqual([
      'constraint: At most four (4)',
      'intent: Hands out four',
    ])
  })

  test('searches the history asked about, or everything', async () => {
    expect(texts(await grep('beside'))).toEqual([])
    expect(texts(await grep('beside', '--rev', 'side'))).toEqual(['intent: Beside the watchdog'])
    expect(texts(await grep('beside', '--all'))).toEqual(['intent: Beside the watchdog'])
  })

  test('ends at a limit, and says so', async () => {
    const output = await grep('.', '--limit', '2')
    expect(output.stats).toMatchObject({ matches: 2, more: true })
    const { stdout } = await run('grep', '.', '-n', '2')
    expect(stdout).toContain('older matches: `--limit 8`')
  })

  test('says what a pattern may have meant', async () => {
    expect((await grep('four (4)')).diagnostics).toMatchObject([{ code: 'pattern_is_text' }])
    const { stdout } = await run('grep', 'four (4)')
    expect(stdout).toContain('(pattern_is_text): `--fixed-strings`')
    expect(texts(await grep('-F', 'four (4)'))).toEqual(['constraint: At most four (4)'])
    expect((await grep('watch\\|wait')).diagnostics).toMatchObject([{ code: 'pattern_escapes' }])
    const broken = await run('grep', 'four (')
    expect([broken.code, broken.stderr]).toEqual([
      2,
      'error: Not a regular expression: "four (" (Unterminated group). It can be looked for as text. Add --fixed-strings (-F).\n',
    ])
  })

  test('refuses what asks for nothing, a kind that is none, and paths that are not there', async () => {
    expect((await run('grep')).stderr).toBe('error: Nothing to look for. Give a pattern, a kind, a tag or a path.\n')
    expect((await run('grep', '')).stderr).toBe('error: The pattern is empty. Give some text to look for.\n')
    expect((await run('grep', '--kind', 'constrain', 'x')).stderr).toContain('Did you mean constraint?')
    expect((await run('grep', 'x', 'src/pol.ts')).stderr).toContain('src/pool.ts')
    expect((await run('grep', 'x', '../out.ts')).stderr).toContain("'../out.ts' is outside the repository")
    expect((await run('grep', 'x', '--rev', 'nowhere')).stderr).toContain('Unknown revision: "nowhere"')
  })

  test('takes a pattern that begins with a dash, and paths alone', async () => {
    expect((await grep('-e', '-x')).query.pattern).toBe('-x')
    expect((await grep('-e', 'four', 'src/pool.ts')).stats.matches).toBe(2)
  })
})

describe('log', () => {
  test('lists annotated commits, newest first, with what binds', async () => {
    const output = await log()
    expect(subjectsOf(output)).toEqual(['pool', 'docs', 'first'])
    expect(output.stats).toEqual({ annotations: 4, entries_returned: 3 })
    const { stdout } = await run('log')
    expect(stdout).toContain('  - must [author] Must give up before the watchdog does')
    expect(stdout).toContain('  - rejected: Retry for ever: the watchdog')
    expect(subjectsOf(await log('side'))).toEqual(['aside', 'docs', 'first'])
  })

  test('takes ranges, paths under their former names, and times', async () => {
    expect(subjectsOf(await log('side..main'))).toEqual(['pool'])
    expect(subjectsOf(await log('side...main'))).toEqual(['aside', 'pool'])
    expect(subjectsOf(await log('src/größe.ts'))).toEqual(['first'])
    expect(subjectsOf(await log('main', '--', 'docs'))).toEqual(['docs'])
    expect(subjectsOf(await log('src'))).toEqual(['pool', 'first'])
    expect(subjectsOf(await log('--since', commits['docs'] ?? ''))).toEqual(['pool', 'docs'])
    const places = (await log('src/pool.ts')).entries.flatMap(({ regions }) => regions.map(({ file }) => file))
    expect(places).toEqual(['src/pool.ts', 'src/pool.ts'])
  })

  test('goes on where a page ended, until everything was listed once', async () => {
    const all: string[] = []
    for (let before: readonly string[] = []; ;) {
      const output = await log('-n', '1', ...before)
      all.push(...subjectsOf(output))
      const last = output.entries.at(-1)
      if (output.stats.more !== true || last === undefined) break
      before = ['--before', last.commit]
    }
    expect(all).toEqual(['pool', 'docs', 'first'])
    const { stdout } = await run('log', '-n', '1', '--', 'src')
    expect(stdout).toContain(`--before ${commits['pool']?.slice(0, 12) ?? ''}`)
  })

  test('says why there is nothing, and refuses what is neither a revision nor a path', async () => {
    expect((await run('log', 'other.txt')).stdout).toContain(
      'no record. The query succeeded; none of the 4 annotations',
    )
    expect((await run('log', 'nowhere')).stderr).toContain('Unknown revision: "nowhere"')
    expect((await run('log', 'src/pol.ts')).stderr).toContain('File not found: src/pol.ts')
    expect((await run('log', 'main', 'src', '--', 'docs')).stderr).toContain(
      'Only one revision or range can precede --',
    )
    expect((await run('log', '--before', 'nowhere')).stderr).toContain('Give the last commit of the page before')
    expect((await run('log', '--since', '2024-13-45')).stderr).toContain('Not a date in the calendar')
  })
})

describe('show', () => {
  test('shows the whole annotation and what became of its regions', async () => {
    const output = await show(commits['first'] ?? '')
    expect(output.commit).toMatchObject({ commit: commits['first'], subject: 'first', reachable: true })
    expect(output.regions.map(({ ast_anchor: unit, now }) => [unit?.name, now?.freshness, now?.file])).toEqual([
      ['Client::connect', 'moved', 'src/größe.ts'],
      ['Client::close', 'moved', 'src/größe.ts'],
      ['pool', 'drifted', 'src/pool.ts'],
    ])
    expect(output.regions[2]?.now).toMatchObject({
      lines: { start: 1, end: 3 },
      intact_lines: { intact: 2, recorded: 3 },
    })
    expect(output.cross_cutting).toMatchObject([{ description: 'Limits' }])
    expect(await show('docs~0').catch(() => undefined)).toBeUndefined()
  })

  test('answers for a commit without annotation, and refuses what is no commit', async () => {
    const { code, stdout } = await run('show', commits['plain'] ?? '')
    expect([code, stdout]).toEqual([0, expect.stringContaining('no record. The query succeeded')])
    expect((await run('show', 'nowhere')).stderr).toContain('Unknown revision: "nowhere"')
    expect(await run('show')).toEqual(await run('show', 'HEAD'))
  })

  test('tells that a commit is not in this history', async () => {
    expect((await show('side')).commit.reachable).toBe(false)
    expect((await run('show', 'side')).stdout).toContain('**Not in this history:**')
  })
})

describe('corrections', () => {
  test('are applied by all of them, and what was retracted is shown by show alone', async () => {
    await using station = await createFixtureRepository()
    await station.write({ 'a.ts': 'export function one(): void {}\n\nexport function two(): void {}\n' })
    const commit = await station.commit('Add')
    await annotate(station.dir, {
      summary: 'S',
      regions: [
        { file: 'a.ts', anchor: 'one', intent: 'Wrong from the start' },
        { file: 'a.ts', anchor: 'two', intent: 'Right', constraints: ['At most five'] },
      ],
    })
    const there = (...args: readonly string[]): Promise<CliRun> => chronicle(station.dir, args)
    const retracted = await there('retract', commit, '--region', 'one', '--reason', 'Never true')
    expect(retracted.stderr).toBe('')
    const edited = await there(
      ...['correct', commit, '--region', 'two', '--field', 'constraints', '--amend', 'At most five'],
      ...['--with', 'At most six', '--reason', 'Counted again'],
    )
    expect(edited.stderr).toBe('')
    const found = JSON.parse((await there('grep', 'at most|wrong', '--format', 'json')).stdout) as GrepOutput
    expect(texts(found)).toContain('constraint: At most six')
    expect(texts(found).join()).not.toContain('Wrong')
    const verbose = JSON.parse((await there('grep', 'wrong', '--format', 'json', '--verbose')).stdout) as GrepOutput
    expect(verbose.matches).toMatchObject([{ text: 'Wrong from the start', retracted: true }])
    const listed = JSON.parse((await there('log', '--format', 'json')).stdout) as LogOutput
    expect(listed.entries).toMatchObject([{ regions: [{ anchor: 'two' }], retracted: 1 }])
    const shown = JSON.parse((await there('show', '--format', 'json')).stdout) as ShowOutput
    expect(shown.regions).toMatchObject([{ retracted: true }, { constraints: [{ text: 'At most six' }] }])
    expect(shown.stats).toMatchObject({ retracted: 1, corrections: 2 })
    expect((await there('show')).stdout).toContain('RETRACTED')
    const account = JSON.parse((await there('status', '--format', 'json')).stdout) as StatusOutput
    expect(account.recorded).toMatchObject({ corrected: 1, regions: 1 })
  })
})

describe('status', () => {
  test('counts what is recorded and what that covers', async () => {
    const output = await status()
    expect(output.recorded).toMatchObject({
      ...{ annotations: 4, in_history: 3, elsewhere: 1, missing: 0, annotations_read: 3, enhanced: 3, inferred: 0 },
      ...{ regions: 5, constraints: 2, risks: 1, rejected_alternatives: 1, cross_cutting: 1, corrected: 0 },
    })
    expect(output.coverage).toMatchObject({ commits: 5, recent_commits: 5, recent_annotated: 3, files: 4 })
    expect(output.activity[0]).toMatchObject({ summary: expect.stringContaining('About') as string })
    const { stdout } = await run('status')
    expect(stdout).toContain('1 annotation on commits that are not in this history')
    expect(stdout).toContain('there is no remote')
  })

  test('finds annotations of commits that a rewrite took away, and show still shows them', async () => {
    await using station = await createFixtureRepository()
    await station.commitFiles('Keep', { 'a.ts': 'export const a = 1\n' })
    const lost = await station.commitFiles('Lose', { 'a.ts': 'export const a = 2\n' })
    await annotate(station.dir, { summary: 'S', regions: [{ file: 'a.ts', intent: 'Two' }] })
    await station.git('reset', '--quiet', '--hard', 'HEAD~1')
    await station.git('reflog', 'expire', '--expire=now', '--all')
    await station.git('prune', '--expire=now')
    const there = (...args: readonly string[]): Promise<CliRun> => chronicle(station.dir, [...args, '--format', 'json'])
    await rm(join(station.dir, '.git/chronicle'), { recursive: true, force: true })
    expect((JSON.parse((await there('status')).stdout) as StatusOutput).recorded).toMatchObject({
      in_history: 0,
      missing: 1,
    })
    const shown = JSON.parse((await there('show', lost.slice(0, 8))).stdout) as ShowOutput
    expect(shown.commit).toEqual({ commit: lost, reachable: false })
    expect(shown.regions).toMatchObject([{ intent: 'Two' }])
  })

  test('tells of annotated commits that were rewritten without a hook, and of the way back', async () => {
    await using station = await createFixtureRepository()
    await station.commitFiles('Keep', { 'a.ts': 'export function keep(): number {\n  return 1\n}\n' })
    await annotate(station.dir, {
      summary: 'Keep',
      regions: [{ file: 'a.ts', anchor: 'keep', intent: 'One, never two' }],
    })
    await station.git('commit', '--quiet', '--amend', '-m', 'Keep one')
    const lines = 'rewritten, but annotations were not carried over'
    expect((await chronicle(station.dir, ['status'])).stdout).toContain(lines)
    // Since `status` has found this, answers about code report it too.
    expect((await chronicle(station.dir, ['read', 'a.ts'])).stdout).toContain(lines)
    await chronicle(station.dir, ['reconcile'])
    expect((await chronicle(station.dir, ['status'])).stdout).not.toContain(lines)
    expect((await chronicle(station.dir, ['read', 'a.ts', 'keep'])).stdout).toContain('One, never two')
  })

  test('says what a remote did not have at the last fetch, and what it had beside', async () => {
    await using station = await createFixtureRepository()
    const { dir: there } = station
    const sharing = async (): Promise<StatusOutput['sharing']> =>
      (JSON.parse((await chronicle(there, ['status', '--format', 'json'])).stdout) as StatusOutput).sharing
    await station.commitFiles('One', { 'a.ts': 'export const a = 1\n' })
    await annotate(there, { summary: 'S', regions: [{ file: 'a.ts', intent: 'One' }] })
    expect(await sharing()).toEqual([])
    await station.git('config', 'remote.Origin.url', '/nowhere')
    const tracking = 'refs/notes/remotes/Origin/chronicle'
    const about = { remote: 'Origin', ref: 'refs/notes/chronicle', tracking_ref: tracking }
    expect(await sharing()).toEqual([{ ...about, state: 'never_fetched', not_shared: 1, not_here: 0 }])
    await station.git('update-ref', tracking, 'refs/notes/chronicle')
    expect(await sharing()).toEqual([{ ...about, state: 'in_step', not_shared: 0, not_here: 0 }])
    await station.commitFiles('Two', { 'a.ts': 'export const a = 2\n' })
    await annotate(there, { summary: 'S', regions: [{ file: 'a.ts', intent: 'Two' }] })
    expect(await sharing()).toEqual([{ ...about, state: 'differs', not_shared: 1, not_here: 0 }])
    const { stdout } = await chronicle(there, ['status'])
    expect(stdout).toContain('- Origin: annotations on 1 commit, as of the last fetch: `git chronicle sync push`')
    const ours = await station.git('rev-parse', 'refs/notes/chronicle')
    await station.git('update-ref', 'refs/notes/chronicle', tracking)
    await station.git('update-ref', tracking, ours)
    expect(await sharing()).toEqual([{ ...about, state: 'differs', not_shared: 0, not_here: 1 }])
  })
})
