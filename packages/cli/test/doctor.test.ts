import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import type { CommitId, QualityFinding, QualityFindingKind, QualityReport } from '@chronicle/schema'
import { qualityReportSchema } from '@chronicle/schema/validate'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { annotate, chronicle, failureOf, type CliRunOptions } from './run-chronicle.ts'

const LEDGER = `export function add(a: number, b: number): number {
  return a + b
}

export function post(amount: number): void {
  if (amount < 0) throw new Error('negative')
  console.log(amount)
}
`
const LOST = `export function lost(): void {
  console.log('here for a while')
}
`
const SECRET = ['AKIA', 'Q3EGRIS7', 'TVXZ2ABC'].join('')

/** Returns an annotation with one region, as other tools store it. */
function note(commit: CommitId, region: object, extra: object = {}): object {
  return {
    $schema: 'chronicle/v1',
    commit,
    timestamp: '2024-01-01T00:00:00Z',
    summary: 'A summary of its own',
    context_level: 'enhanced',
    regions: [
      { file: 'src/ledger.ts', lines: { start: 1, end: 3 }, intent: 'Cents, because floats lost money', ...region },
    ],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    ...extra,
  }
}

async function doctor(dir: string, args: readonly string[] = [], options?: CliRunOptions): Promise<QualityReport> {
  const run = await chronicle(dir, ['doctor', '--format', 'json', ...args], options)
  if (run.code !== 0 && run.code !== 3) throw new Error(`exit code ${run.code}: ${run.stdout}${run.stderr}`)
  return qualityReportSchema.parse(JSON.parse(run.stdout))
}

function kindsOf({ counts }: QualityReport): readonly string[] {
  return Object.keys(counts)
}

/** Splits a command after `git chronicle` into words, as a shell would. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(2)
}

describe('a repository in order', () => {
  let repository: FixtureRepository
  beforeAll(async () => {
    repository = await createFixtureRepository()
    await repository.git('config', 'user.name', 'Ada')
    await repository.git('config', 'user.email', 'ada@example.com')
    await repository.commitFiles('Add the ledger', { 'src/ledger.ts': LEDGER })
    await annotate(repository.dir, {
      summary: 'Cents, not euros',
      regions: [
        {
          file: 'src/ledger.ts',
          anchor: 'add',
          intent: 'Amounts are cents, because sums of floats drifted from what the bank reported',
          constraints: ['Callers round before they call'],
        },
      ],
    })
  })
  afterAll(() => repository.dispose())

  test('has no finding, and says what it has', async () => {
    const report = await doctor(repository.dir)
    expect(report.counts).toEqual({})
    expect(report.findings).toEqual([])
    expect(report.coverage).toMatchObject({ commits: 1, enhanced: 1, inferred: 0, unannotated: 0 })
    expect(report.notes).toEqual({ found: 1, reviewed: 1 })
    expect(report.environment.map(({ name }) => name)).toEqual([
      'git backend',
      'git',
      'node',
      'SQLite',
      'identity',
      'cache',
      'hooks',
      'index',
      'commit-graph',
    ])
    expect(report.diagnostics).toEqual([])
  })

  test('passes whatever it must not fail on', async () => {
    const run = await chronicle(repository.dir, ['doctor', '--fail-on', 'info'])
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('1 note reviewed at ')
    expect(run.stdout).toContain('Nothing is wrong with them.')
    expect(run.stdout).toContain('1 of 1 commit (100 %) annotated: 1 by their authors')
  })
})

describe('a repository with planted problems', () => {
  let repository: FixtureRepository
  let report: QualityReport
  const commits: Record<string, CommitId> = {}

  async function plant(
    name: string,
    files: Record<string, string>,
    content: (commit: CommitId) => unknown,
  ): Promise<void> {
    const commit = await repository.commitFiles(`Change ${name} of the ledger`, files)
    commits[name] = commit
    const planted = content(commit)
    if (planted !== undefined) await repository.note(commit, planted)
  }

  beforeAll(async () => {
    repository = await createFixtureRepository()
    const touch = (line: string): Record<string, string> => ({ 'src/ledger.ts': `${LEDGER}\n// ${line}\n` })
    await plant('secret', { 'src/ledger.ts': LEDGER, 'src/lost.ts': LOST }, (commit) =>
      note(commit, { ast_anchor: { type: 'function', name: 'add' }, reasoning: `The key was ${SECRET} until May` }),
    )
    await plant('dead', { 'src/lost.ts': `${LOST}// kept\n` }, (commit) =>
      note(commit, {
        file: 'src/lost.ts',
        ast_anchor: { type: 'function', name: 'lost' },
        lines: { start: 4, end: 4 },
        intent: 'Waits for the courier, who is late on Mondays',
      }),
    )
    await plant('malformed', touch('one'), () => '{"regions": [')
    await plant('unknown', touch('two'), (commit) => ({ ...note(commit, {}), $schema: 'other/v9' }))
    await plant('constraint', touch('three'), (commit) =>
      note(commit, {
        ast_anchor: { type: 'function', name: 'add' },
        context_level: 'inferred',
        constraints: [
          { text: 'Amounts never exceed what a card terminal prints', source: 'inferred' },
          { text: 'Receipts stay readable for ten years', source: 'author' },
        ],
      }),
    )
    await plant('repeat', touch('four'), (commit) => note(commit, { intent: 'Changes the repeat of the ledger' }))
    const [known, guessed] = [{}, { context_level: 'inferred', intent: 'Cents it is, as far as one can tell' }]
    await plant('elsewhere', { 'docs/other.md': 'Other\n' }, (commit) => {
      const [region] = (note(commit, guessed) as { readonly regions: readonly object[] }).regions
      const document = note(commit, known) as { readonly regions: readonly object[] }
      return { ...document, regions: [...document.regions, region] }
    })
    await plant('twice', touch('five'), (commit) =>
      note(
        commit,
        {},
        {
          regions: [
            { file: 'src/ledger.ts', intent: 'Banks reject half cents' },
            { file: 'src/ledger.ts', intent: 'Banks reject half cents.' },
          ],
        },
      ),
    )
    await plant('references', touch('six'), (commit) =>
      note(
        commit,
        { semantic_dependencies: [{ file: 'src/ledger.ts', anchor: 'subtract', nature: 'mirrors it' }] },
        { cross_cutting: [{ description: 'Rounding', regions: ['src/gone.ts:round'] }] },
      ),
    )
    await plant('evidence', touch('seven'), (commit) =>
      note(commit, {
        evidence: [
          { kind: 'commit_message', quote: 'nobody ever wrote this sentence' },
          { kind: 'author_context', quote: 'said beside the message' },
        ],
      }),
    )
    await plant('flagged', touch('eight'), (commit) => note(commit, { ast_anchor: { type: 'function', name: 'post' } }))
    await chronicle(
      repository.dir,
      ['flag', 'src/ledger.ts', 'post', '--commit', commits['flagged'] ?? '', '--reason', 'Not so'],
      {
        env: {
          GIT_AUTHOR_NAME: 'Bo',
          GIT_AUTHOR_EMAIL: 'bo@example.com',
          GIT_COMMITTER_NAME: 'Bo',
          GIT_COMMITTER_EMAIL: 'bo@example.com',
        },
      },
    )
    await repository.branch('aside')
    await repository.checkout('aside')
    await plant('aside', touch('nine'), (commit) => note(commit, {}))
    await repository.checkout('main')
    await plant('plain', touch('ten'), () => undefined)
    await repository.remove('src/lost.ts')
    await plant('last', touch('eleven'), () => undefined)
    const missing = await repository.git('notes', '--ref=chronicle', 'list')
    expect(missing).not.toBe('')
    report = await doctor(repository.dir)
  })
  afterAll(() => repository.dispose())

  const found = (kind: QualityFindingKind): readonly QualityFinding[] =>
    report.findings.filter((finding) => finding.kind === kind)

  test.each([
    ['secret_in_note', 'secret', 1],
    ['malformed_note', 'malformed', 1],
    ['unknown_schema', 'unknown', 1],
    ['dead_anchor', 'dead', 1],
    ['dead_reference', 'references', 2],
    ['open_correction', 'flagged', 1],
    ['evidence_not_found', 'evidence', 1],
    ['constraint_without_source', 'constraint', 2],
    ['restatement', 'repeat', 1],
    ['unchanged_file', 'elsewhere', 1],
    ['duplicate_region', 'twice', 1],
    ['commit_out_of_history', 'aside', 1],
  ] as const)('%s is found on the commit that has it, and on no other', (kind, name, count) => {
    expect(found(kind).map(({ commit }) => commit)).toEqual(Array.from({ length: count }, () => commits[name]))
    expect(report.counts[kind]).toBe(count)
  })

  test('a secret is never repeated', async () => {
    expect(JSON.stringify(report)).not.toContain(SECRET)
    const run = await chronicle(repository.dir, ['doctor', '--format', 'markdown'])
    expect(run.stdout).not.toContain(SECRET)
    expect(run.stdout).toContain('- Secrets in notes (1), secret_in_note\n')
  })

  test('counts the commits that have nothing, and the files that they changed', () => {
    expect(report.coverage).toMatchObject({ enhanced: 10, unannotated: 3 })
    expect(report.coverage.newest_unannotated.map(({ subject }) => subject)[0]).toBe('Change last of the ledger')
    expect(report.coverage.unannotated_files).toEqual([])
  })

  test('is narrowed to paths, commits and ranges', async () => {
    expect(kindsOf(await doctor(repository.dir, ['src/lost.ts']))).toEqual(['dead_anchor'])
    const one = await doctor(repository.dir, ['--commit', commits['twice'] ?? ''])
    expect(kindsOf(one)).toEqual(['duplicate_region'])
    expect(one.scope).toEqual({ revisions: commits['twice'] })
    const range = await doctor(repository.dir, [
      '--range',
      `${commits['malformed'] ?? ''}..${commits['unknown'] ?? ''}`,
    ])
    expect(kindsOf(range)).toEqual(['unknown_schema'])
    expect(range.coverage.commits).toBe(1)
  })

  test('counts what it does not list', async () => {
    const limited = await doctor(repository.dir, ['--limit', '1'])
    expect(limited.findings.filter(({ kind }) => kind === 'constraint_without_source')).toHaveLength(1)
    expect(limited.counts).toEqual(report.counts)
    const run = await chronicle(repository.dir, ['doctor', '--limit', '1'])
    expect(run.stdout).toContain('and 1 more (--limit)')
  })

  test.each([
    ['dead_anchor', 3],
    ['error', 3],
    ['notes_not_fetched', 0],
    ['notes_not_fetched,info', 3],
  ])('--fail-on %s ends with %i', async (kinds, code) => {
    expect((await chronicle(repository.dir, ['doctor', '--fail-on', kinds])).code).toBe(code)
  })

  test.each([
    [['--fail-on', 'everything'], "'everything' is none of"],
    [['--commit', 'nowhere'], 'Unknown revision: "nowhere"'],
    [['--range', 'a..b'], 'Unknown revision: "b"'],
    [['../outside'], "'../outside' is outside the repository"],
  ])('refuses %j', async (args, message) => {
    const run = await chronicle(repository.dir, ['doctor', ...args])
    expect(run.code).not.toBe(0)
    expect(failureOf(run).message).toContain(message)
  })

  test('its commands lose nothing', () => {
    const commands = report.findings.map(({ fix = '' }) => fix)
    for (const command of commands)
      expect(command).not.toMatch(/ (?:prune|update-ref|--force|retract|--remove|--region \S+ --commit) /u)
    for (const { fix } of found('constraint_without_source'))
      expect(fix).toMatch(/^git chronicle flag .* --id [\da-f]+ /u)
    for (const { fix } of [...found('restatement'), ...found('evidence_not_found')]) {
      expect(fix).toMatch(/^git chronicle correct .* --amend .* --with NEW_VALUE /u)
    }
    const [dead] = found('dead_anchor')
    expect(dead?.fix).toBe(
      `git chronicle reattach ${commits['dead']?.slice(0, 12) ?? ''} --file src/lost.ts --region lost --to PATH:UNIT`,
    )
    expect(dead?.message).toContain('If it is gone for good, nothing needs to be done.')
    expect(found('secret_in_note')[0]?.fix).toBe(`git chronicle scrub --text - --commit ${commits['secret'] ?? ''}`)
    expect(found('open_correction')[0]?.fix).toContain(' --amend VALUE --with NEW_VALUE ')
    for (const { fix } of found('dead_reference')) expect(fix).toContain(' --with FILE:ANCHOR ')
    expect(found('unchanged_file')[0]?.fix).toBeUndefined()
  })

  test('groups what it found by file and commit', async () => {
    const { stdout } = await chronicle(repository.dir, ['doctor'])
    const commit = commits['constraint']?.slice(0, 12) ?? ''
    const [, ledger = ''] = /^src\/ledger\.ts\n((?: .*\n)*)/mu.exec(stdout) ?? []
    expect(ledger.match(new RegExp(`^  ${commit}$`, 'gmu'))).toHaveLength(1)
    expect(ledger.match(/\[constraint_without_source\]$/gmu)).toHaveLength(2)
    expect(stdout.match(/^src\/ledger\.ts$/gmu)).toHaveLength(1)
    expect(stdout).toMatch(/^Notes as a whole\n {2}[\da-f]{12}\n/mu)
    const markdown = await chronicle(repository.dir, ['doctor', '--format', 'markdown'])
    expect(markdown.stdout).toContain(`\n### ${commit}\n\n- `)
  })

  test('its commands mend what they are for', async () => {
    const env = {
      GIT_AUTHOR_NAME: 'Bo',
      GIT_AUTHOR_EMAIL: 'bo@example.com',
      GIT_COMMITTER_NAME: 'Bo',
      GIT_COMMITTER_EMAIL: 'bo@example.com',
    }
    const kinds = [
      'secret_in_note',
      'constraint_without_source',
      'restatement',
      'evidence_not_found',
      'dead_reference',
    ] as const
    for (const finding of kinds.flatMap(found)) {
      const run = await chronicle(repository.dir, wordsOf(finding.fix ?? ''), { env, input: SECRET })
      expect([finding.fix, run.code, run.stderr]).toEqual([finding.fix, 0, ''])
    }
    const after = await doctor(repository.dir, [], { env })
    // The replacements in the commands are placeholders, such as `FILE:ANCHOR` and `NEW_VALUE`, which are no better.
    expect(kindsOf(after)).toEqual([
      'malformed_note',
      'unknown_schema',
      'open_correction',
      'dead_anchor',
      'dead_reference',
      'evidence_not_found',
      'restatement',
      // Nothing to fix: the region is about code that existed before.
      'unchanged_file',
      'duplicate_region',
      'commit_out_of_history',
    ])
    expect(after.counts.dead_reference).toBe(2)
  })
})

test('a note of two documents, one after the other, is told of, and is no error', async () => {
  await using repository = await createFixtureRepository({ config: { 'user.name': 'Ada', 'user.email': 'a@b.c' } })
  const commit = await repository.commitFiles('Add the ledger', { 'src/ledger.ts': LEDGER })
  const documents = ['Banks reject half cents', 'Sums are kept in cents'].map((intent) => note(commit, { intent }))
  await repository.note(commit, documents.map((each) => JSON.stringify(each)).join('\n'))
  expect((await doctor(repository.dir)).findings).toEqual([
    {
      kind: 'concatenated_note',
      severity: 'info',
      commit,
      message: `The note on commit ${commit} holds 2 JSON documents; read as one, merged`,
      fix: `git notes --ref=chronicle edit ${commit.slice(0, 12)}`,
    },
  ])
})

describe('the surroundings', () => {
  test('an identity that is not known, and an impossible setting', async () => {
    await using repository = await createFixtureRepository()
    await repository.commitFiles('Add a', { 'a.txt': 'a\n' })
    await repository.git('config', 'chronicle.depth', 'deep')
    await repository.git('config', '--unset', 'user.email')
    await repository.git('config', 'user.useConfigOnly', 'true')
    const report = await doctor(repository.dir)
    expect(kindsOf(report)).toEqual(['invalid_configuration', 'identity_unknown'])
    expect(report.findings[0]?.message).toContain('chronicle.depth')
    expect(report.diagnostics.map(({ code }) => code)).toContain('no_notes')
  })

  test('notes that were fetched to a place of their own', async () => {
    await using repository = await createFixtureRepository({ config: { 'remote.origin.url': 'nowhere' } })
    const commit = await repository.commitFiles('Add a', { 'a.txt': 'a\n' })
    await repository.note(commit, note(commit, { file: 'a.txt' }), 'refs/notes/remotes/origin/chronicle')
    const report = await doctor(repository.dir)
    expect(report.findings.find(({ kind }) => kind === 'notes_not_fetched')?.fix).toBe(
      'git notes --ref=chronicle merge refs/notes/remotes/origin/chronicle',
    )
    await repository.git('notes', '--ref=chronicle', 'merge', 'refs/notes/remotes/origin/chronicle')
    expect(kindsOf(await doctor(repository.dir))).not.toContain('notes_not_fetched')
  })

  test('a shallow clone, a note on a commit that is missing, and a cache that cannot be written', async () => {
    await using repository = await createFixtureRepository()
    const first = await repository.commitFiles('Add a', { 'a.txt': 'a\n' })
    await repository.note(first, note(first, { file: 'a.txt' }))
    const second = await repository.commitFiles('Change a', { 'a.txt': 'b\n' })
    await repository.note(second, note(second, { file: 'a.txt', intent: 'Another reason' }))
    const clone = join(repository.dir, '..', 'clone')
    await repository.git('clone', '--quiet', '--depth=1', `file://${repository.dir}`, clone)
    await repository.git('-C', clone, 'fetch', '--quiet', 'origin', 'refs/notes/chronicle:refs/notes/chronicle')
    await writeFile(join(clone, '.git', 'chronicle'), 'in the way')
    const report = await doctor(clone)
    expect(kindsOf(report)).toEqual(['identity_unknown', 'cache_not_writable', 'missing_commit', 'shallow_history'])
    const missing = ({ findings }: QualityReport) => findings.find(({ kind }) => kind === 'missing_commit')
    expect(missing(report)).toMatchObject({ commit: first, fix: 'git fetch --unshallow origin' })
    await repository.git('-C', clone, 'remote', 'rename', 'origin', 'upstream')
    expect(missing(await doctor(clone))?.fix).toBe('git fetch --unshallow upstream')
    await repository.git('-C', clone, 'fetch', '--quiet', '--unshallow', 'upstream')
    expect(missing(await doctor(clone))).toBeUndefined()
  })

  test('a note on a commit that is missing, with a command to fetch it where there is a remote', async () => {
    await using repository = await createFixtureRepository()
    await repository.commitFiles('Add a', { 'a.txt': 'a\n' })
    const gone = await repository.commitFiles('Change a', { 'a.txt': 'b\n' })
    await repository.note(gone, note(gone, { file: 'a.txt', lines: { start: 1, end: 1 } }))
    await repository.git('reset', '--quiet', '--hard', 'HEAD~1')
    const clone = join(repository.dir, '..', 'clone')
    await repository.git('clone', '--quiet', `file://${repository.dir}`, clone)
    await repository.git('-C', clone, 'fetch', '--quiet', 'origin', 'refs/notes/chronicle:refs/notes/chronicle')
    const missing = async () => (await doctor(clone)).findings.find(({ kind }) => kind === 'missing_commit')
    expect(await missing()).toMatchObject({ commit: gone, fix: `git fetch origin ${gone}` })
    await repository.git('-C', clone, 'remote', 'rename', 'origin', 'Mirror')
    expect((await missing())?.fix).toBe(`git fetch Mirror ${gone}`)
    await repository.git('-C', clone, 'remote', 'remove', 'Mirror')
    expect(await missing()).toMatchObject({ commit: gone })
    expect(await missing()).not.toHaveProperty('fix')
  })

  test('what a rewrite carried on is no finding, whether its old commit is still here or not', async () => {
    await using repository = await createFixtureRepository()
    const first = await repository.commitFiles('Add a', { 'a.txt': 'a\n' })
    await repository.note(first, note(first, { file: 'a.txt' }))
    await repository.git('commit', '--quiet', '--amend', '--message=Add a, and say why')
    const amended = (await repository.git('rev-parse', 'HEAD')).trim() as CommitId
    expect(kindsOf(await doctor(repository.dir))).toContain('commit_out_of_history')
    const carried = { operation: 'amend', derived_from: [first], original_annotations_preserved: true }
    await repository.note(amended, note(amended, { file: 'a.txt' }, { provenance: carried }))
    expect(kindsOf(await doctor(repository.dir))).not.toContain('commit_out_of_history')
    // If only the message changes, the code that the note is about does not, so the note is copied.
    await repository.git('commit', '--quiet', '--amend', '--message=Because')
    const copied = (await repository.git('rev-parse', 'HEAD')).trim() as CommitId
    await repository.note(copied, note(copied, { file: 'a.txt' }, { provenance: carried }))
    expect(kindsOf(await doctor(repository.dir))).not.toContain('commit_out_of_history')
    const clone = join(repository.dir, '..', 'clone')
    await repository.git('clone', '--quiet', `file://${repository.dir}`, clone)
    await repository.git('-C', clone, 'fetch', '--quiet', 'origin', 'refs/notes/chronicle:refs/notes/chronicle')
    const report = await doctor(clone)
    expect(report.notes.found).toBe(3)
    expect(kindsOf(report)).not.toContain('missing_commit')
  })

  test('a flag of a note that rewrites carried on is one finding, and a rule of plain words is no repetition', async () => {
    await using repository = await createFixtureRepository()
    await repository.commitFiles('Add a', { 'a.ts': LEDGER })
    await chronicle(repository.dir, ['record', './', '--constraint', 'No blocking calls'])
    await chronicle(repository.dir, ['flag', './', '--reason', 'Calls of the clock may block'])
    for (const message of ['Add a, again', 'Add a, at last']) {
      await repository.git('commit', '--quiet', '--amend', `--message=${message}`)
      expect((await chronicle(repository.dir, ['reconcile'])).code).toBe(0)
    }
    const report = await doctor(repository.dir)
    const head = (await repository.git('rev-parse', 'HEAD')).trim()
    expect(report.findings.filter(({ kind }) => kind === 'open_correction')).toMatchObject([{ commit: head }])
    expect(kindsOf(report)).not.toContain('restatement')
  })

  test('a rule for a folder that is gone is told of, and one for a folder that was renamed is not', async () => {
    await using repository = await createFixtureRepository()
    await repository.commitFiles('Add', { 'lib/a.ts': LEDGER, 'src/b.ts': LOST, 'c.ts': 'export const c = 1\n' })
    for (const folder of ['lib/', 'src/', './'])
      await chronicle(repository.dir, ['record', folder, '--constraint', `Stays without a lock: ${folder}`])
    await repository.rename('src', 'code')
    await repository.commit('Rename')
    await repository.remove('lib')
    await repository.commit('Remove')
    const dead = async () => (await doctor(repository.dir)).findings.filter(({ kind }) => kind === 'dead_anchor')
    const [gone, ...others] = await dead()
    expect(others).toEqual([])
    expect(gone?.message).toMatch(/^lib\/ is gone\. /u)
    const run = await chronicle(repository.dir, wordsOf((gone?.fix ?? '').replace('PATH:UNIT', 'code/')))
    expect(run.code).toBe(0)
    expect(await dead()).toEqual([])
  })

  test('a repository without a commit has nothing to review', async () => {
    await using repository = await createFixtureRepository()
    await mkdir(join(repository.dir, 'src'))
    const run = await chronicle(repository.dir, ['doctor'])
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('HEAD names a branch that has no commit yet, so there was nothing to review.')
    expect(
      qualityReportSchema.parse(JSON.parse((await chronicle(repository.dir, ['doctor', '--json'])).stdout)),
    ).toMatchObject({ commit: '', notes: { found: 0 }, diagnostics: [{ code: 'no_commits' }] })
    const narrow = await chronicle(repository.dir, ['doctor', '--range', 'HEAD'])
    expect(narrow.code).toBe(1)
    expect(failureOf(narrow).message).toContain('HEAD names a branch that has no commit')
  })
})
