import { codedError, type GitBackend } from '@chronicle/core/contracts'
import { errAsync } from '@chronicle/schema'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createReconciling } from './create-reconciling.ts'
import type { RepositoryParts } from './repository-parts.ts'

test('code that could not be loaded is loaded by the next call', async () => {
  onTestFinished(() => void vi.doUnmock('./read-commit-map.ts'))
  const git = { describe: () => errAsync(codedError('not_a_repository', 'Removed.')) } as Partial<GitBackend>
  const { rewritten } = createReconciling({ git } as RepositoryParts)
  vi.doMock('./read-commit-map.ts', () => {
    throw new Error('EMFILE')
  })
  await expect(Promise.resolve(rewritten())).rejects.toThrow()
  vi.doUnmock('./read-commit-map.ts')
  expect((await rewritten())._unsafeUnwrapErr()).toMatchObject({ code: 'not_a_repository' })
})
