import type { CommitId, RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { GitBackend } from '../contracts/git-backend.ts'
import { createPastRevisions } from './past-revisions.ts'

const PATH = 'a.ts' as RepoPath
const HEAD = 'c2' as CommitId

it('caches nothing that an aborted call did not find', async () => {
  const git = {
    async *log(_: unknown, { signal }: { signal?: AbortSignal } = {}) {
      if (signal?.aborted !== true) yield await Promise.resolve({ id: 'c1' as CommitId, parents: [] })
    },
    readFile: () => {
      throw new Error('There is no commit to read it in.')
    },
  } as unknown as GitBackend
  const past = createPastRevisions(git)
  const call = { signal: AbortSignal.abort() }
  expect((await past.newest(HEAD, PATH, call))._unsafeUnwrapErr().code).toBe('aborted')
  expect((await past.list(HEAD, PATH, call))._unsafeUnwrapErr().code).toBe('aborted')
  expect((await past.newest(HEAD, PATH, {}))._unsafeUnwrap()).toBe('c1')
})
