import fs from 'node:fs'
import { join } from 'node:path'
import type { GitBackend, GitError } from '@chronicle/core/contracts'
import { DEFAULT_NOTES_REF, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createIsomorphicGit } from '../src/index.ts'

let repository: FixtureRepository
let first: CommitId
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.write({ 'a.txt': 'a\n', 'dir/b.txt': 'b\n' })
  first = await repository.commit('First')
})
afterEach(() => repository.dispose())

const open = (dir: string): GitBackend => createIsomorphicGit({ fs, dir })
const errorOf = async (result: ResultAsync<unknown, GitError>): Promise<GitError> => (await result)._unsafeUnwrapErr()

it('refuses a linked worktree and names the main one', async () => {
  const linked = join(repository.dir, 'linked')
  await repository.git('worktree', 'add', '--quiet', '-b', 'topic', linked)
  const error = await errorOf(open(linked).describe())
  expect(error.code).toBe('unsupported')
  expect(error.message).toContain('linked worktree')
  expect(error.message).toContain(`Open the main working tree ${repository.dir}, or use the git-cli backend.`)
})

it('refuses borrowed objects', async () => {
  const clone = join(repository.dir, 'clone')
  await repository.git('clone', '--quiet', '--shared', repository.dir, clone)
  const error = await errorOf(open(clone).resolve('HEAD'))
  expect(error.code).toBe('unsupported')
  expect(error.message).toContain('objects/info/alternates')
  expect(error.message).toContain('git repack -a -d')
})

it('refuses refs that are not files', async () => {
  await repository.git('config', 'extensions.refStorage', 'reftable')
  const error = await errorOf(open(repository.dir).resolve('HEAD'))
  expect(error.code).toBe('unsupported')
  expect(error.message).toContain('keeps its refs as reftable')
})

it('does not take what a partial clone has not fetched for absent', async () => {
  await repository.git('config', 'uploadpack.allowFilter', 'true')
  const clone = join(repository.dir, 'clone')
  await repository.git('clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${repository.dir}`, clone)
  const git = open(clone)
  expect((await git.resolve('HEAD'))._unsafeUnwrap()).toBe(first)
  const error = await errorOf(git.readFile({ commit: first }, 'a.txt' as RepoPath))
  expect(error.code).toBe('missing_object')
  expect(error.message).toContain('partial clone')
})

it('refuses a split index, a sparse one, and what is no index', async () => {
  const git = open(repository.dir)
  await repository.git('update-index', '--split-index')
  expect((await errorOf(git.listFiles('INDEX'))).message).toContain('git update-index --no-split-index')
  await repository.git('update-index', '--no-split-index')
  await repository.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'nothing')
  expect((await errorOf(git.listFiles('INDEX'))).message).toContain('sparse')
  const index = join(repository.dir, '.git/index')
  for (const bytes of ['', 'DIRC', 'junk junk junk junk']) {
    await fs.promises.writeFile(index, bytes)
    const error = await errorOf(git.readFile('INDEX', 'a.txt' as RepoPath))
    expect([error.code, error.message]).toEqual(['unsupported', expect.stringContaining('unknown format')])
  }
})

it('does not evaluate expressions, and says so', async () => {
  for (const revision of ['HEAD~1', 'HEAD^', 'main@{1}', '@{upstream}', ':/First', 'main^{commit}']) {
    const error = await errorOf(open(repository.dir).resolve(revision))
    expect([revision, error.code]).toEqual([revision, 'unsupported'])
    expect(error.message).toContain(revision)
  }
  expect((await open(repository.dir).resolve('@'))._unsafeUnwrap()).toBe(first)
})

it('says who holds the lock, and leaves it alone', async () => {
  const lock = join(repository.dir, '.git', `${DEFAULT_NOTES_REF}.lock`)
  await fs.promises.mkdir(join(lock, '..'), { recursive: true })
  await fs.promises.writeFile(lock, '')
  const git = open(repository.dir)
  const error = await errorOf(git.writeNotes!(DEFAULT_NOTES_REF, undefined, new Map([[first, Buffer.from('note')]])))
  expect(error.code).toBe('notes_ref_locked')
  expect(error.message).toContain(`remove ${lock}.`)
  expect(error.data).toEqual({ ref: DEFAULT_NOTES_REF, lock })
  expect(fs.existsSync(lock)).toBe(true)
})

it('keeps git from moving the ref while it writes', async () => {
  let busy = 0
  const slow = {
    promises: {
      ...fs.promises,
      rename: async (from: string, to: string) => {
        if (to.endsWith(DEFAULT_NOTES_REF)) {
          const args = ['-c', 'core.filesRefLockTimeout=0', 'update-ref', DEFAULT_NOTES_REF, first]
          await repository.gitBytes(args, { exitCodes: [128] })
          busy++
        }
        return fs.promises.rename(from, to)
      },
    },
  }
  const git = createIsomorphicGit({ fs: slow, dir: repository.dir })
  const tip = (
    await git.writeNotes!(DEFAULT_NOTES_REF, undefined, new Map([[first, Buffer.from('note')]]))
  )._unsafeUnwrap()
  expect(busy).toBe(1)
  expect(await repository.git('rev-parse', DEFAULT_NOTES_REF)).toBe(tip)
  expect(await repository.git('notes', '--ref', DEFAULT_NOTES_REF, 'show', first)).toBe('note')
})

it('lists no folder for a file whose place a folder has taken', async () => {
  await repository.remove('a.txt')
  await repository.write({ 'a.txt/below': 'below\n' })
  const files = (await open(repository.dir).listFiles('WORKTREE'))._unsafeUnwrap()
  expect(files).toEqual(['a.txt/below', 'dir/b.txt'])
})
