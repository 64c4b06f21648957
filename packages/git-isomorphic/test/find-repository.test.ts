import fs from 'node:fs'
import { join } from 'node:path'
import type { CommitId, RepoPath } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createIsomorphicGit } from '../src/index.ts'

let repository: FixtureRepository
let first: CommitId
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.write({ 'dir/a.txt': 'a\n' })
  first = await repository.commit('First')
})
afterEach(() => repository.dispose())

it('takes the place of the repository that it is given', async () => {
  const gitdir = join(repository.dir, 'elsewhere.git')
  await fs.promises.rename(join(repository.dir, '.git'), gitdir)
  const git = createIsomorphicGit({ fs, dir: repository.dir, gitdir })
  expect((await git.describe())._unsafeUnwrap()).toMatchObject({
    worktreeDir: repository.dir,
    chronicleDir: join(gitdir, 'chronicle'),
    prefix: '',
  })
  expect((await git.resolve('HEAD'))._unsafeUnwrap()).toBe(first)
  expect((await git.readFile('WORKTREE', 'dir/a.txt' as RepoPath))._unsafeUnwrap()?.kind).toBe('file')
  await fs.promises.rename(gitdir, join(repository.dir, '.git'))
})

it('follows the .git file of a submodule', async () => {
  const outer = await createFixtureRepository()
  await outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository.dir, 'module')
  const git = createIsomorphicGit({ fs, dir: join(outer.dir, 'module', 'dir') })
  expect((await git.describe())._unsafeUnwrap()).toMatchObject({
    bare: false,
    worktreeDir: join(outer.dir, 'module'),
    prefix: 'dir',
  })
  expect((await git.resolve('HEAD'))._unsafeUnwrap()).toBe(first)
  await outer.dispose()
})

it('finds a repository that is made later', async () => {
  const dir = join(repository.dir, '..', 'later')
  await fs.promises.mkdir(dir)
  const git = createIsomorphicGit({ fs, dir })
  expect((await git.describe())._unsafeUnwrapErr()).toMatchObject({ code: 'not_a_repository', data: { dir } })
  await repository.git('clone', '--quiet', repository.dir, dir)
  expect((await git.resolve('HEAD'))._unsafeUnwrap()).toBe(first)
})

it('finds the repository through a link, as git does', async () => {
  const link = join(repository.dir, '..', 'link')
  await fs.promises.symlink(join(repository.dir, 'dir'), link)
  const git = createIsomorphicGit({ fs, dir: link })
  expect((await git.describe())._unsafeUnwrap()).toMatchObject({ worktreeDir: repository.dir, prefix: 'dir' })
})

it('keeps what it has read in the cache that it is given', async () => {
  await repository.git('gc', '--quiet')
  const cache = {}
  const reads: string[] = []
  const counting = {
    promises: {
      ...fs.promises,
      readFile: (path: string) => {
        if (typeof path === 'string' && path.endsWith('.pack')) reads.push(path)
        return fs.promises.readFile(path)
      },
    },
  }
  for (let round = 0; round < 3; round++) {
    const git = createIsomorphicGit({ fs: counting, dir: repository.dir, cache })
    expect((await git.readCommits([first]))._unsafeUnwrap().size).toBe(1)
    await git.close()
  }
  expect(reads).toHaveLength(1)
})
