import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { workingTrees } from './transcript-files.ts'

test('linked working trees are known by the absolute or relative paths that git writes', async () => {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'working-trees-')))
  onTestFinished(() => rm(top, { recursive: true }))
  const commonDir = join(top, 'repository', '.git')
  const link = async (name: string, gitFile: string): Promise<void> => {
    await mkdir(join(commonDir, 'worktrees', name), { recursive: true })
    await writeFile(join(commonDir, 'worktrees', name, 'gitdir'), `${gitFile}\n`)
  }
  await link('first', join(top, 'first', '.git'))
  await link('second', '../../../../second/.git')
  const trees = await workingTrees({ commonDir } as RepositoryInfo)
  expect([...trees].sort()).toEqual(['first', 'repository', 'second'].map((name) => join(top, name)))
})
