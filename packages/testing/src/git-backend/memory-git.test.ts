import type { RepoPath } from '@chronicle/schema'
import { afterAll, expect, test, vi, type RunnerTask } from 'vitest'
import { createFixtureRepository } from '../fixture/fixture-repository.ts'
import { valueOf } from './contract-tools.ts'
import { copyRepository } from './copy-repository.ts'
import { createMemoryGit } from './create-memory-git.ts'
import { testGitBackend } from './test-git-backend.ts'

// Another timeout than that of the suite, to tell which tests have that of the suite.
vi.setConfig({ testTimeout: 300_000 })
afterAll(() => vi.resetConfig())

testGitBackend('memory', { open: copyRepository, copies: true })

test('the tests of the suite have a timeout of their own, because five seconds are too short for them', ({ task }) => {
  const suites = task.file.tasks.filter(({ type }) => type === 'suite')
  const timeouts = suites.flatMap(timeoutsOf)
  expect(timeouts.length).toBeGreaterThan(100)
  expect(new Set(timeouts)).toEqual(new Set([600_000]))
})

test.each(['sha1', 'sha256'] as const)('gives the ids that git gives, %s', async (objectFormat) => {
  await using repository = await createFixtureRepository({ objectFormat })
  await repository.write({ 'src/a.ts': 'a\n', 'src-b': 'b\n', link: { symlink: 'src/a.ts' } })
  const first = await repository.commit('First\n')
  await repository.write({ run: { executable: '#!/bin/sh\n' } })
  await repository.remove('src-b')
  const second = await repository.commit('Second\n')
  const { git, commits } = createMemoryGit({
    objectFormat,
    commits: [
      { message: 'First\n', files: { 'src/a.ts': 'a\n', 'src-b': 'b\n', link: { symlink: 'src/a.ts' } } },
      { message: 'Second\n', files: { run: { executable: '#!/bin/sh\n' }, 'src-b': null } },
    ],
  })
  expect(commits).toEqual([first, second])
  expect(await valueOf(git.resolve('HEAD'))).toBe(second)
})

test('has an index, a working tree and notes as described', async () => {
  const { git, commits } = createMemoryGit({
    commits: [{ files: { a: '1\n', b: '1\n' } }, { files: { a: '2\n' }, parents: [0] }],
    index: { a: 'staged\n' },
    worktree: { b: null, c: 'untracked\n' },
    notes: { 'refs/notes/chronicle': [[0, { $schema: 'chronicle/v1' }]] },
    tags: { v1: 0 },
  })
  const [first, second] = commits
  if (first === undefined || second === undefined) throw new Error('there are two commits')
  expect(await valueOf(git.resolve('v1'))).toBe(first)
  expect(await valueOf(git.listFiles('WORKTREE'))).toEqual(['a', 'c'])
  expect((await valueOf(git.readFile('INDEX', 'a' as RepoPath)))?.bytes).toEqual(Buffer.from('staged\n'))
  const { notes } = await valueOf(git.listNotes('refs/notes/chronicle' as never))
  const [blob] = notes.get(first) ?? []
  expect(blob && Buffer.from((await valueOf(git.readBlobs([blob]))).get(blob) ?? []).toString()).toBe(
    '{"$schema":"chronicle/v1"}',
  )
})

function timeoutsOf(task: RunnerTask): readonly number[] {
  return task.type === 'suite' ? task.tasks.flatMap(timeoutsOf) : [task.timeout]
}
