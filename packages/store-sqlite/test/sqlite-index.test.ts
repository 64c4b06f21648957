import { readdir } from 'node:fs/promises'
import { codedError } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { errAsync } from '@chronicle/schema'
import { createFixtureRepository, testAnnotationIndex } from '@chronicle/testing'
import { createSqliteIndex, isSqliteAvailable, type SqliteIndex } from '@chronicle/store-sqlite'
import { describe, it, test, expect, onTestFinished } from 'vitest'

if (isSqliteAvailable()) {
  const common = {
    openGit: (dir: string) => createGitCli({ dir }),
    closeIndex: (index: unknown) => (index as SqliteIndex).close(),
  }
  testAnnotationIndex('sqlite', {
    ...common,
    openIndex: ({ git, refs, folder }) => createSqliteIndex({ git, refs, dir: folder }),
  })
  testAnnotationIndex('sqlite in memory', {
    ...common,
    openIndex: ({ git, refs }) => createSqliteIndex({ git, refs, dir: () => Promise.resolve(undefined) }),
    runs: 5,
  })
  test('an index whose folder could not be found fails, and finds it the next time', async () => {
    const fixture = await createFixtureRepository()
    await fixture.commitFiles('First', { 'a.txt': 'a\n' })
    const git = createGitCli({ dir: fixture.dir })
    let described = 0
    const failing = {
      ...git,
      describe: (...args: Parameters<typeof git.describe>) =>
        described++ === 0 ? errAsync(codedError('git_failed', 'Git failed.')) : git.describe(...args),
    }
    const index = createSqliteIndex({ git: failing })
    onTestFinished(async () => {
      index.close()
      await git.close()
      await fixture[Symbol.asyncDispose]()
    })
    expect((await index.refresh())._unsafeUnwrapErr().code).toBe('git_failed')
    expect((await index.refresh()).isOk()).toBe(true)
    const { chronicleDir = '' } = (await git.describe())._unsafeUnwrap()
    expect((await readdir(chronicleDir)).some((name) => name.startsWith('index-'))).toBe(true)
  })
} else {
  describe('sqlite index', () => {
    it('is left out', (context) => context.skip(`Node ${process.version} has no node:sqlite`))
    test('says so when it is asked', async () => {
      const index = createSqliteIndex({ git: createGitCli({ dir: '.' }) })
      expect((await index.refresh())._unsafeUnwrapErr()).toMatchObject({
        code: 'index_failed',
        message: `Node ${process.version} has no node:sqlite. Use createNotesIndex, or Node 22.13 or newer.`,
      })
    })
  })
}
