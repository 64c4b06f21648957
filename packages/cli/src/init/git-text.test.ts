import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFixtureRepository } from '@chronicle/testing'
import { ok } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { gitText, type GitFolders } from './git-text.ts'

const foldersOf = (dir: string): GitFolders => ({
  worktreeDir: dir,
  gitDir: join(dir, '.git'),
  commonDir: join(dir, '.git'),
})

test('reads a value of any size', async () => {
  await using repository = await createFixtureRepository()
  const value = 'x'.repeat(1_500_000)
  await appendFile(join(repository.dir, '.git', 'config'), `[chronicle]\n\tlong = ${value}\n`)
  const read = await gitText({ env: process.env }, foldersOf(repository.dir), ['config', '--get', 'chronicle.long'])
  expect(read).toEqual(ok(value))
})

test('reads the given repository, and its objects unreplaced, whatever the environment says', async () => {
  await using repository = await createFixtureRepository()
  const first = await repository.commit('First')
  const second = await repository.commit('Second')
  await repository.git('replace', second, first)
  const env = { ...process.env, GIT_COMMON_DIR: join(repository.dir, 'nowhere') }
  const counted = await gitText({ env }, foldersOf(repository.dir), ['rev-list', '--count', second])
  expect(counted).toEqual(ok('2'))
})
