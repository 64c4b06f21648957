import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitId, ReconcileReceipt } from '@chronicle/schema'
import { reconcileReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chronicle, failureOf, readJson } from './run-chronicle.ts'

let repository: FixtureRepository
let before: CommitId
let after: CommitId
beforeEach(async () => {
  repository = await createFixtureRepository({ name: 'odd "näme"' })
  await repository.write({ 'pool.ts': 'export function acquire(): number {\n  return 4\n}\n' })
  before = await repository.commit('Add the pool')
  await repository.note(before, {
    ...{ $schema: 'chronicle/v1', commit: before, timestamp: '2024-01-01T00:00:00Z', summary: 'Four connections' },
    ...{ context_level: 'enhanced', cross_cutting: [] },
    regions: [{ file: 'pool.ts', lines: { start: 1, end: 3 }, intent: 'Four are enough' }],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  })
  await repository.git('commit', '--quiet', '--amend', '-m', 'Add a pool\n\nOf connections')
  after = await repository.head()
})
afterEach(() => repository.dispose())

const reconcile = async (...args: readonly string[]): Promise<ReconcileReceipt> => {
  const { code, stdout, stderr } = await chronicle(repository.dir, ['reconcile', '--format', 'json', ...args])
  expect([code, stderr]).toEqual([0, ''])
  return reconcileReceiptSchema.parse(JSON.parse(stdout))
}

test('says in a dry run what would be carried, and why', async () => {
  const run = await chronicle(repository.dir, ['reconcile', '--dry-run'])
  expect(run).toEqual({
    code: 0,
    stderr: '',
    stdout: `Would carry what is recorded on 1 commit to 1 successor.
  + ${after.slice(0, 12)} Add a pool [same_commit]
      from ${before.slice(0, 12)} Add the pool
      it changes the same files in the same way; same author and author time
`,
  })
  expect(await reconcile('--dry-run')).toMatchObject({ status: 'carried', dry_run: true, lost: 1 })
})

test('carries once', async () => {
  expect(await reconcile()).toMatchObject({
    status: 'carried',
    lost: 1,
    matches: [{ from: [before], to: after, rule: 'same_commit', status: 'carried' }],
  })
  expect((await readJson(repository.dir, ['pool.ts'])).regions).toMatchObject([{ commit: after }])
  expect(await reconcile()).toMatchObject({ status: 'unchanged', matches: [{ status: 'unchanged' }] })
  expect((await chronicle(repository.dir, ['reconcile'])).stdout).toBe('Nothing to carry.\n')
})

test('is found by doctor, and then said by read until it is done', async () => {
  const codes = async (): Promise<readonly string[]> =>
    (await readJson(repository.dir, ['pool.ts'])).diagnostics.map(({ code }) => code)
  expect(await codes()).not.toContain('rewritten_commits')
  const doctor = await chronicle(repository.dir, ['doctor', '--format', 'json'])
  expect(JSON.parse(doctor.stdout)).toMatchObject({ counts: { rewritten_commits: 1 } })
  expect(doctor.stdout).toContain('1 annotated commit was rewritten, but annotations were not carried over.')
  expect(await codes()).toContain('rewritten_commits')
  await reconcile()
  expect(await codes()).not.toContain('rewritten_commits')
  expect((await chronicle(repository.dir, ['doctor', '--format', 'json'])).stdout).not.toContain('rewritten_commits')
})

test('is told by the first read that finds nothing, of commits that are still on a branch', async () => {
  const codes = async (): Promise<readonly string[]> =>
    (await readJson(repository.dir, ['pool.ts'])).diagnostics.map(({ code }) => code)
  expect(await codes()).not.toContain('recorded_on_other_branches')
  await repository.git('branch', 'topic', before)
  const { stdout } = await chronicle(repository.dir, ['read', 'pool.ts'])
  expect(stdout.replace(/\s+/gu, ' ')).toContain(
    `1 commit of another branch has a note about this file: 'git chronicle show ${before.slice(0, 7)}' shows it.`,
  )
  await reconcile()
  const { diagnostics, regions } = await readJson(repository.dir, ['pool.ts'])
  expect(regions).toHaveLength(1)
  expect(diagnostics.map(({ code }) => code)).not.toContain('recorded_on_other_branches')
})

test.each([['history', 'pool.ts'], ['lookup', 'pool.ts'], ['check'], ['check', '--staged']])(
  'is told once by %s %s, of commits that are still on a branch, until it is done',
  async (...question) => {
    await repository.git('branch', 'topic', before)
    await repository.write({ 'pool.ts': 'export function acquire(): number {\n  return 8\n}\n', 'new.ts': '' })
    await repository.stage()
    const told = async (): Promise<number> => {
      const { stdout } = await chronicle(repository.dir, question)
      return stdout.split(/1 commit of another branch has a note about this\s+file/u).length - 1
    }
    expect(await told()).toBe(1)
    await repository.git('branch', '-D', 'topic')
    expect(await told()).toBe(0)
    await repository.git('branch', 'topic', before)
    await reconcile()
    expect(await told()).toBe(0)
  },
)

test('is not told of the branches that are being merged', async () => {
  await repository.commitFiles('Another file', { 'other.ts': 'export {}\n' })
  await repository.git('checkout', '--quiet', '-b', 'topic', after)
  const eight = await repository.commitFiles('Eight', { 'more.ts': 'export const eight = 8\n' })
  await repository.git('notes', '--ref=chronicle', 'copy', before, eight)
  await repository.checkout('main')
  await repository.git('merge', '--no-commit', '--quiet', 'topic')
  await repository.write({ 'pool.ts': 'export function acquire(): number {\n  return 4\n}\n// four\n' })
  expect((await chronicle(repository.dir, ['check'])).stdout).not.toContain('another branch')
})

test('is not told by notes of another branch that are not about the place', async () => {
  const isTold = async (...question: readonly string[]): Promise<boolean> =>
    (await readJson(repository.dir, question)).diagnostics.some(({ code }) => code === 'recorded_on_other_branches')
  await repository.git('branch', 'topic', before)
  const record = (region: object): Promise<unknown> =>
    repository.note(before, {
      ...{ $schema: 'chronicle/v1', commit: before, timestamp: '2024-01-01T00:00:00Z', summary: 'Four connections' },
      ...{ context_level: 'enhanced', cross_cutting: [] },
      regions: [{ intent: 'Four are enough', ...region }],
      provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    })
  const releases = { file: 'pool.ts', ast_anchor: { type: 'function', name: 'release' } }
  await record(releases)
  expect([await isTold('pool.ts'), await isTold('pool.ts', 'acquire')]).toEqual([true, false])
  await record({ file: './' })
  expect(await isTold('pool.ts')).toBe(false)
  await record({})
  expect(await isTold('pool.ts')).toBe(false)
})

test('is told on the branch that has the change of another one, by every question, and on no other branch', async () => {
  await repository.write({ 'pool.ts': 'export function acquire(): number {\n  return 8\n}\n' })
  const eight = await repository.commit('Eight connections')
  await repository.git('notes', '--ref=chronicle', 'copy', before, eight)
  await repository.git('update-ref', 'refs/heads/other', after)
  await repository.git('checkout', '--quiet', 'other')
  await repository.write({ 'other.ts': 'export {}\n' })
  await repository.commit('Add another file')
  await repository.git('cherry-pick', eight)
  await reconcile('--branch', before)
  const told = async (...question: readonly string[]): Promise<boolean> =>
    (await chronicle(repository.dir, question)).stdout.includes('1 annotated commit was picked or squashed')
  expect(await told('lookup', 'pool.ts')).toBe(false)
  expect((await chronicle(repository.dir, ['doctor'])).stdout).toContain(
    '1 annotated commit was picked or squashed from another branch, but annotations were not carried over.',
  )
  for (const question of [['read', 'pool.ts'], ['lookup', 'pool.ts'], ['check', 'HEAD'], ['status']]) {
    expect([question, await told(...question)]).toEqual([question, true])
  }
  await repository.checkout('main')
  expect(await told('lookup', 'pool.ts')).toBe(false)
  await repository.checkout('other')
  expect(await reconcile()).toMatchObject({ lost: 1, matches: [{}, { from: [eight], rule: 'same_commit' }] })
  expect(await told('lookup', 'pool.ts')).toBe(false)
})

test('uses the map that git filter-repo leaves, and one that is given', async () => {
  const gone = 'd'.repeat(40)
  const line = `${before} ${gone}\n`
  await mkdir(join(repository.dir, '.git/filter-repo'))
  await writeFile(
    join(repository.dir, '.git/filter-repo/commit-map'),
    `old                                      new\n${line}`,
  )
  expect(await reconcile('--dry-run')).toMatchObject({
    matches: [{ to: gone, rule: 'commit_map', status: 'unchanged' }],
    left: [{ reason: 'target_missing' }],
  })
  await writeFile(join(repository.dir, 'map "1".txt'), `${before} ${after}\n`)
  expect(await reconcile('--commit-map', 'map "1".txt')).toMatchObject({
    matches: [{ to: after, rule: 'commit_map', status: 'carried' }],
  })
})

test.each([
  ['nothing.txt', 'there is no such file'],
  ['.', 'it is a folder'],
  ['pool.ts', 'has no line with an old and a new commit id'],
])('refuses the map %s', async (file, reason) => {
  const run = await chronicle(repository.dir, ['reconcile', '--commit-map', file])
  expect(run.code).toBe(2)
  expect(failureOf(run)).toMatchObject({ code: 'usage', message: expect.stringContaining(reason) as string })
})

test('refuses a branch that is none, and a backend that cannot compare', async () => {
  const none = await chronicle(repository.dir, ['reconcile', '--branch', 'nothing'])
  expect(failureOf(none)).toMatchObject({
    code: 'missing_object',
    message: '"nothing" is no commit of this repository. Name the branch that was merged, or a commit on it.',
  })
  const other = await chronicle(repository.dir, ['reconcile', '--git-backend', 'isomorphic'])
  expect(failureOf(other)).toMatchObject({
    code: 'unsupported',
    message: 'The git backend git-isomorphic-with-blame cannot tell which commits were rewritten. Use the cli backend.',
  })
})
