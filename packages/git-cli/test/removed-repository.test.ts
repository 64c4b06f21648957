import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useScope } from './scope.ts'

const scope = useScope()

test('a repository that is removed is not there, and one that is made in its place is', async () => {
  const repository = await scope.fixture()
  const head = await repository.commitFiles('Add', { 'a.txt': 'one\n' })
  const git = scope.open({ dir: repository.dir })
  expect((await git.resolve('HEAD'))._unsafeUnwrap()).toBe(head)
  const copy = `${repository.dir}-copy`
  await cp(repository.dir, copy, { recursive: true })
  await rm(repository.dir, { recursive: true })
  expect((await git.resolve('HEAD'))._unsafeUnwrapErr().code).toBe('not_a_repository')
  await rename(copy, repository.dir)
  expect((await git.resolve('HEAD'))._unsafeUnwrap()).toBe(head)
})

test('a file is no repository', async () => {
  const repository = await scope.fixture()
  await repository.commitFiles('Add', { 'a.txt': 'one\n' })
  const git = scope.open({ dir: join(repository.dir, 'a.txt') })
  expect((await git.describe())._unsafeUnwrapErr().code).toBe('not_a_repository')
})

test('a repository that takes the place of another one is read', async () => {
  const [one, other] = [await scope.fixture(), await scope.fixture()]
  const before = await one.commitFiles('One', { 'a.txt': 'one\n' })
  const head = await other.commitFiles('Other', { 'a.txt': 'other\n' })
  const git = scope.open({ dir: one.dir })
  expect((await git.resolve('HEAD'))._unsafeUnwrap()).toBe(before)
  await rm(one.dir, { recursive: true })
  await rename(other.dir, one.dir)
  expect((await git.resolve('HEAD'))._unsafeUnwrap()).toBe(head)
})
