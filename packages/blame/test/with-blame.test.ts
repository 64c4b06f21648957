import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import type { RepoPath } from '@chronicle/schema'
import { createFixtureRepository } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { withBlame } from '../src/index.ts'
import { without } from './derived-from-git-cli.ts'

it('leaves a backend alone that can do everything', () => {
  const git = createGitCli({ dir: '/' })
  expect(withBlame(git)).toBe(git)
})

it('adds what is absent, keeps what is there, and says so', async () => {
  const repository = await createFixtureRepository()
  const commit = await repository.commitFiles('First', { a: 'a\n' })
  const cli = createGitCli({ dir: repository.dir })
  const poor = without(cli, 'history', 'writeNotes', 'fileRevisions')
  expect(poor.supports).toMatchObject({ history: false, revisions: false })
  const git = withBlame(poor)
  expect(git.name).toBe('git-cli-with-blame')
  expect(git.supports).toEqual({ ...cli.supports, writeNotes: false })
  expect(Object.keys(git)).not.toContain('writeNotes')
  expect((await git.history?.({ from: commit }))?._unsafeUnwrap()).toEqual(
    (await cli.history?.({ from: commit }))?._unsafeUnwrap(),
  )
  const path = 'a' as RepoPath
  expect((await git.fileRevisions?.({ from: commit, path }))?._unsafeUnwrap()).toEqual(
    (await cli.fileRevisions?.({ from: commit, path }))?._unsafeUnwrap(),
  )
  await git.close()
  await repository.dispose()
})

it('works with a backend that is an instance of a class', async () => {
  const repository = await createFixtureRepository()
  const commit = await repository.commit('First')
  const cli = createGitCli({ dir: repository.dir })
  const methods = new Map(Object.entries(cli).filter(([name]) => name !== 'blame' && name !== 'history'))
  class Backend {
    readonly own = methods
  }
  for (const name of methods.keys()) {
    Object.defineProperty(Backend.prototype, name, {
      get(this: Backend) {
        const value: unknown = this.own.get(name)
        return typeof value === 'function' ? (value.bind(cli) as unknown) : value
      },
    })
  }
  const git = withBlame(new Backend() as unknown as GitBackend)
  expect((await git.resolve('HEAD'))._unsafeUnwrap()).toBe(commit)
  expect((await git.history?.({ from: commit }))?._unsafeUnwrap()).toHaveLength(1)
  await git.close()
  await repository.dispose()
})
