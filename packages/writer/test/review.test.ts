import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { GitBackend, Redactor } from '@chronicle/core/contracts'
import { createMemoryStorage } from '@chronicle/core'
import { openRecorded } from '@chronicle/core/review'
import { createGitCli } from '@chronicle/git-cli'
import { okAsync, omitUndefined, type Annotation, type CommitId, type QualityReport } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHeuristicWriter } from '../src/heuristic/create-heuristic-writer.ts'
import { withFindings } from '../src/review/finding-list.ts'
import { reviewAnnotations } from '../src/review/review-annotations.ts'
import { reviewCommit } from '../src/review/review-commit.ts'
import type { ReviewRequest, ReviewServices } from '../src/review/review-request.ts'
import { openSilentCommits } from '../src/run/commits-without-findings.ts'

const SOURCE = `export function retry(times: number): number {
  return times
}

export function close(): void {}
`

let repository: FixtureRepository
let git: GitBackend
beforeEach(async () => {
  repository = await createFixtureRepository()
  git = createGitCli({ dir: repository.dir })
})
afterEach(async () => {
  await git.close()
  await repository.dispose()
})

function seamsOver(backend: GitBackend = git, redactor?: Redactor): ReviewServices {
  const ast = createTreeSitterParser()
  return {
    ...{ git: backend, ast },
    openRecorded: (call) => openRecorded({ git: backend, ast }, call),
    ...omitUndefined({ redactor }),
  }
}

async function review(request: ReviewRequest = {}, seams: ReviewServices = seamsOver()): Promise<QualityReport> {
  const report = await reviewAnnotations(seams, request)
  return report._unsafeUnwrap()
}

async function record(commit: CommitId, regions: readonly object[], extra: Partial<Annotation> = {}): Promise<void> {
  await repository.note(commit, {
    $schema: 'chronicle/v1',
    commit,
    timestamp: '2024-01-01T00:00:00Z',
    summary: 'Brokers restart at night',
    context_level: 'enhanced',
    regions,
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    ...extra,
  })
}

const NIGHT = { file: 'src/client.ts', intent: 'The broker restarts at night, so one refusal says little' }

describe('coverage', () => {
  test('leaves out commits that changed nothing to speak of', async () => {
    await repository.write({ 'src/client.ts': SOURCE })
    await record(await repository.commit('Add the client'), [NIGHT])
    await repository.commitFiles('Update dependencies', { 'package-lock.json': '{}\n' })
    await repository.commitFiles('Indent', { 'src/client.ts': SOURCE.replaceAll('\n  ', '\n    ') })
    await repository.commit('Nothing at all')
    await repository.commitFiles('Add one', { 'src/other.ts': 'export const one = 1\n' })
    await repository.rename('src/other.ts', 'src/renamed.ts')
    const last = await repository.commitFiles('Add two', {
      'src/renamed.ts': 'export const one = 1\nexport const two = 2\n',
    })
    const { coverage } = await review()
    expect(coverage).toEqual({
      ...{ commits: 6, enhanced: 1, inferred: 0, nothing_to_record: 3, unannotated: 2, nothing_found: 0 },
      newest_unannotated: [
        { commit: last, subject: 'Add two' },
        { commit: expect.any(String) as unknown, subject: 'Add one' },
      ],
      unannotated_files: [{ path: 'src/renamed.ts', commits: 2 }],
    })
    expect((await review({ paths: ['src/client.ts'] })).coverage).toMatchObject({ commits: 2, unannotated: 0 })
  })

  test('does not miss what is recorded about a unit that was moved in', async () => {
    const kept = 'export function keep(): string {\n  return "kept as it was"\n}\n'
    const mean = `export function mean(list: number[]): number {
  const sum = list.reduce((a, b) => a + b, 0)
  return sum / list.length
}
`
    const first = await repository.commitFiles('Average', { 'a.ts': `${kept}\n${mean}`, 'b.ts': '// empty\n' })
    await record(first, [{ file: 'a.ts', ast_anchor: { type: 'function', name: 'mean' }, intent: 'Averages' }])
    await repository.commitFiles('Move it', { 'a.ts': kept, 'b.ts': mean })
    const { coverage } = await review()
    expect(coverage.unannotated_files).toEqual([])
  })

  test('names no commit that is too large to annotate', async () => {
    const small = await repository.commitFiles('Add the client', { 'src/client.ts': SOURCE })
    await repository.commitFiles('Add a table', { 'src/table.ts': '  [0, 1],\n'.repeat(2001) })
    const { coverage } = await review()
    expect(coverage.unannotated).toBe(2)
    expect(coverage.newest_unannotated.map(({ commit }) => commit)).toEqual([small])
    const larger = await review({ maxDiffLines: 2001 })
    expect(larger.coverage.newest_unannotated).toHaveLength(2)
  })

  test('tells commits that a writer found nothing in from those that nobody looked at', async () => {
    const silent = await repository.commitFiles('Add the client', { 'src/client.ts': SOURCE })
    const open = await repository.commitFiles('Say more', { 'src/client.ts': `${SOURCE}// more\n` })
    const cache = createMemoryStorage()
    const known = await openSilentCommits(cache, createHeuristicWriter())
    known.add(silent)
    await known.save()
    const { coverage } = await review({}, { ...seamsOver(), cache })
    expect(coverage).toMatchObject({ unannotated: 2, nothing_found: 1 })
    expect(coverage.newest_unannotated.map(({ commit }) => commit)).toEqual([open])
  })

  test('does not count what was retracted, and counts a backend that knows no changes by its notes', async () => {
    const first = await repository.commitFiles('Add the client', { 'src/client.ts': SOURCE })
    await record(first, [{ ...NIGHT, intent: 'Add the client' }])
    const second = await repository.commitFiles('Say more', { 'src/client.ts': `${SOURCE}// more\n` })
    await record(second, [NIGHT])
    await repository.note(
      first,
      `${JSON.stringify({ $schema: 'chronicle-correction/v1', correction_type: 'retract', reason: 'no', author: 'A <a@b>', timestamp: '2024-02-01T00:00:00Z' })}\n`,
      'refs/notes/chronicle-corrections',
    )
    const report = await review()
    expect(report.counts).toEqual({})
    expect(report.coverage).toMatchObject({ enhanced: 1, unannotated: 1 })

    const { changesOf: _, ...without } = git
    const blind = await review({}, seamsOver(without))
    expect(blind.coverage).toMatchObject({ commits: 2, enhanced: 1, unannotated: 1 })
    expect(blind.diagnostics.map(({ code }) => code)).toEqual(['changes_unknown', 'secrets_not_searched'])
  })
})

describe('what is called dead', () => {
  test('is not what was renamed, moved or rewritten under its name', async () => {
    const commit = await repository.commitFiles('Add the client', { 'src/client.ts': SOURCE })
    await record(commit, [
      { ...NIGHT, ast_anchor: { type: 'function', name: 'retry' }, lines: { start: 1, end: 3 } },
      {
        ...NIGHT,
        ast_anchor: { type: 'function', name: 'close' },
        lines: { start: 5, end: 5 },
        intent: 'Sockets leak',
      },
    ])
    await repository.rename('src/client.ts', 'src/connection.ts')
    await repository.commit('Rename the client')
    await repository.commitFiles('Rewrite all of it', {
      'src/connection.ts':
        '// new\nexport function retry(a: string): string {\n  return a + a\n}\nexport function shut(): void {\n  drain()\n}\n',
    })
    const report = await review()
    expect(report.findings).toMatchObject([{ kind: 'dead_anchor', commit, path: 'src/connection.ts', anchor: 'close' }])
    expect(await review({ paths: ['src/connection.ts'] })).toMatchObject({ counts: { dead_anchor: 1 } })
    expect(await review({ paths: ['src/connect'] })).toMatchObject({ counts: {} })
  })

  test('is not what a commit said of lines that it did not write', async () => {
    await repository.commitFiles('Add notes', { 'notes.txt': 'one\ntwo\nthree\n' })
    const commit = await repository.commitFiles('Be loud', { 'notes.txt': 'one\ntwo\nthree!\n' })
    await record(commit, [
      { file: 'notes.txt', lines: { start: 1, end: 1 }, intent: 'Alarms are read aloud' },
      { file: 'notes.txt', lines: { start: 3, end: 3 }, intent: 'Night shift is far away' },
    ])
    expect((await review()).counts).toEqual({})
    await repository.commitFiles('Ask', { 'notes.txt': 'one\ntwo\nfour?\n' })
    const { findings } = await review()
    expect(findings.map(({ kind, message }) => [kind, message])).toEqual([
      [
        'dead_anchor',
        'None of the lines that its commit wrote is left in notes.txt. If the code is elsewhere, say where. ' +
          'If it is gone for good, nothing needs to be done.',
      ],
    ])
  })
})

test('an intent may repeat the subject where the region says more, and no reasoning may', async () => {
  const commit = await repository.commitFiles('Retry refused connections', { 'src/client.ts': SOURCE })
  const region = { ...NIGHT, intent: 'Retry refused connections' }
  await record(commit, [{ ...region, reasoning: 'Half of the alarms were restarts of less than a second.' }])
  expect((await review()).counts).toEqual({})
  await record(commit, [{ ...NIGHT, reasoning: 'Retries connections that were refused.' }])
  const { findings } = await review()
  expect(findings.map(({ kind, message }) => [kind, message.split('.')[0]])).toEqual([
    ['restatement', 'The reasoning says "Retries connections that were refused'],
  ])
})

test('what answers a flag closes it', async () => {
  const commit = await repository.commitFiles('Add the client', { 'src/client.ts': SOURCE })
  await record(commit, [{ ...NIGHT, constraints: [{ text: 'Never at noon', source: 'author' }] }])
  const correction = { $schema: 'chronicle-correction/v1', file: 'src/client.ts', author: 'A <a@b>' }
  const flag = { ...correction, correction_type: 'flag', reason: 'At noon, too', timestamp: '2024-02-01T00:00:00Z' }
  const edit = {
    ...correction,
    correction_type: 'remove',
    field: 'constraints',
    target_value: 'Never at noon',
    reason: 'wrong',
  }
  const refs = 'refs/notes/chronicle-corrections'
  const store = (...all: readonly object[]): Promise<unknown> =>
    repository.note(commit, all.map((each) => `${JSON.stringify(each)}\n`).join(''), refs)
  await store(flag)
  expect((await review()).counts).toEqual({ open_correction: 1 })
  await store(flag, { ...edit, timestamp: '2024-01-31T00:00:00Z' })
  expect((await review()).counts).toEqual({ open_correction: 1 })
  await store(flag, { ...edit, timestamp: '2024-02-02T00:00:00Z' })
  expect((await review()).counts).toEqual({})
})

test('a constraint has a source when its author stated it, or something is cited', async () => {
  const commit = await repository.commitFiles('Add the client\n\nThe watchdog fires after five seconds.', {
    'src/client.ts': SOURCE,
  })
  const evidence = [{ kind: 'commit_message', quote: 'The watchdog fires after five seconds.' }]
  const constraint = (source: string): object[] => [{ text: 'Give up before the watchdog does', source }]
  await record(commit, [
    { ...NIGHT, constraints: constraint('author') },
    { ...NIGHT, intent: 'Watched from outside', constraints: constraint('inferred'), evidence },
  ])
  expect((await review()).counts).toEqual({})
})

test('no more is listed and looked at than asked for, and the report says so', async () => {
  for (let number = 1; number <= 5; number++) {
    await repository.write({ 'src/client.ts': `${SOURCE}// ${number}\n` })
    await record(await repository.commit(`Count ${number}`), [
      { file: `gone-${number}.ts`, intent: 'Gone for good', context_level: 'inferred' },
    ])
  }
  const report = await review({ maxNotes: 3, maxCommits: 2, findingsPerKind: 1 })
  expect(report.notes).toEqual({ found: 5, reviewed: 3 })
  expect(report.coverage.commits).toBe(2)
  expect(report.counts).toEqual({ dead_anchor: 3, unchanged_file: 2 })
  expect(report.findings).toHaveLength(2)
  expect(report.diagnostics.map(({ message }) => message)).toContain('There are 5 notes; the newest 3 were reviewed.')
})

test('secrets are looked for in all that is stored, retracted or not', async () => {
  const commit = await repository.commitFiles('Add the client', { 'src/client.ts': SOURCE })
  await record(commit, [{ ...NIGHT, risk_notes: 'hush' }], { summary: 'hush' })
  const redactor: Redactor = {
    name: 'hush',
    redact: (texts) =>
      okAsync(
        texts.map((text) => ({
          text,
          secrets: text.includes('hush') ? [{ rule: 'hush', lines: { start: 1, end: 1 } }] : [],
        })),
      ),
  }
  const { findings, diagnostics } = await review({}, seamsOver(git, redactor))
  expect(findings.map(({ kind, path, fix }) => [kind, path, fix])).toEqual([
    ['secret_in_note', 'src/client.ts', `git chronicle scrub --text - --commit ${commit}`],
    ['secret_in_note', undefined, `git chronicle scrub --text - --commit ${commit}`],
  ])
  expect(diagnostics).toEqual([])
})

test('a commit is shown with every claim and what became of its evidence', async () => {
  const commit = await repository.commitFiles('Add the client\n\nBrokers refuse the first call after a restart.', {
    'src/client.ts': SOURCE,
  })
  await record(commit, [
    {
      ...NIGHT,
      ast_anchor: { type: 'function', name: 'retry' },
      lines: { start: 1, end: 3 },
      constraints: [{ text: 'Five times at most', source: 'author' }],
      evidence: [
        { kind: 'commit_message', quote: 'Brokers refuse the first call' },
        { kind: 'file_lines', file: 'src/client.ts', lines: { start: 90, end: 91 } },
        { kind: 'author_context', quote: 'said at lunch' },
      ],
    },
  ])
  const reviewed = (await reviewCommit(seamsOver(), 'HEAD'))._unsafeUnwrap()
  expect(reviewed).toMatchObject({
    ...{ $schema: 'chronicle-review/v1', commit, subject: 'Add the client' },
    annotation: { context_level: 'enhanced', summary: 'Brokers restart at night', cross_cutting: 0 },
    regions: [
      {
        ...{ file: 'src/client.ts', anchor: 'retry', freshness: 'fresh', context_level: 'enhanced' },
        evidence: [{ verdict: 'found' }, { verdict: 'not_found' }, { verdict: 'unverified' }],
      },
    ],
    findings: [{ kind: 'evidence_not_found', commit }],
  })
  expect(reviewed.regions[0]?.evidence[1]?.reason).toContain('not the lines 90-91')

  const bare = await repository.commitFiles('Empty it', { 'src/client.ts': '' })
  const nothing = (await reviewCommit(seamsOver(), bare))._unsafeUnwrap()
  expect(nothing).toMatchObject({ commit: bare, regions: [], findings: [] })
  expect(nothing.annotation).toBeUndefined()
  const gone = (await reviewCommit(seamsOver(), commit))._unsafeUnwrap()
  expect(gone.regions[0]?.freshness).toBe('orphaned')
  expect(gone.findings.map(({ kind }) => kind)).toEqual(['dead_anchor', 'evidence_not_found'])
})

test('what cannot be asked is an error', async () => {
  await repository.commitFiles('Add a', { 'a.txt': 'a\n' })
  const both = await reviewAnnotations(seamsOver(), { commit: 'HEAD', range: 'HEAD' })
  expect(both._unsafeUnwrapErr()).toMatchObject({ code: 'invalid_query' })
  expect((await reviewCommit(seamsOver(), 'nowhere'))._unsafeUnwrapErr()).toMatchObject({ code: 'revision_not_found' })
  const signal = AbortSignal.abort()
  expect((await reviewAnnotations(seamsOver(), {}, { signal }))._unsafeUnwrapErr()).toMatchObject({ code: 'aborted' })
})

test('findings from elsewhere take their place among those of a report', async () => {
  await repository.write({ 'src/client.ts': SOURCE })
  await record(await repository.commit('Add the client'), [{ ...NIGHT, file: 'gone.ts', context_level: 'inferred' }])
  const report = withFindings(await review(), [
    { kind: 'shallow_history', message: 'Shallow.' },
    { kind: 'identity_unknown', message: 'Nobody.' },
  ])
  expect(report.findings.map(({ kind }) => kind)).toEqual([
    'identity_unknown',
    'dead_anchor',
    'unchanged_file',
    'shallow_history',
  ])
  expect(report.counts).toEqual({ identity_unknown: 1, dead_anchor: 1, unchanged_file: 1, shallow_history: 1 })
})
