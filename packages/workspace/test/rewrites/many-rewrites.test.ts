import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createCarrier } from '@chronicle/core/rewrites'
import { createGitCli } from '@chronicle/git-cli'
import { expect, test } from 'vitest'
import { createRebasedBranch } from './rebased-branch.ts'

/** Carries the annotations of a branch of `commits` commits, and returns the number of git processes. */
async function processesFor(commits: number): Promise<number> {
  const { repository, rewrites } = await createRebasedBranch(commits)
  const work = await mkdtemp(join(tmpdir(), 'chronicle-count-'))
  try {
    const log = join(work, 'log')
    await writeFile(log, '')
    await writeFile(join(work, 'git'), `#!/bin/sh\necho "$1" >> '${log}'\nPATH=\${PATH#*:} exec git "$@"\n`, {
      mode: 0o755,
    })
    const env = { ...process.env, PATH: `${work}${delimiter}${process.env['PATH'] ?? ''}` }
    const git = createGitCli({ dir: repository.dir, environment: env })
    const report = await createCarrier({ git, ast: createTreeSitterParser() }).carry(rewrites)
    await git.close()
    if (report.isErr()) throw new Error(report.error.message)
    expect(report.value.left).toEqual([])
    expect(report.value.carried.filter(({ status }) => status === 'written')).toHaveLength(commits)
    return (await readFile(log, 'utf8')).split('\n').length - 1
  } finally {
    await rm(work, { recursive: true, force: true })
    await repository.dispose()
  }
}

test('a branch that is ten times as long takes as many git processes', async () => {
  const short = await processesFor(120)
  expect(short).toBeLessThan(30)
  expect(await processesFor(1200)).toBe(short)
})
