import { createGitCli } from '@chronicle/git-cli'
import { testAnnotationIndex } from '@chronicle/testing'
import { createSqliteIndex, isSqliteAvailable, type SqliteIndex } from '@chronicle/store-sqlite'
import { describe, it, test, expect } from 'vitest'

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
