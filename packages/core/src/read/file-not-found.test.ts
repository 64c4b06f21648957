import { errAsync, okAsync, type CommitId, type RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { codedError } from '../contracts/coded-error.ts'
import { fileNotFound } from './file-not-found.ts'
import type { ReadContext } from './read-context.ts'

it('does not say that a file is absent after an abort', async () => {
  const path = 'src/a.ts' as RepoPath
  const queried = { head: 'c1' as CommitId, at: 'HEAD' } as const
  const stopped = (): unknown => errAsync(codedError('aborted', 'The call was aborted.'))
  const failing = { git: { readFile: stopped, listFiles: stopped }, call: {} } as unknown as ReadContext
  expect((await fileNotFound(path, queried, undefined, failing)).code).toBe('aborted')
  const git = { readFile: () => okAsync(undefined), listFiles: () => okAsync([]) }
  const call = { signal: AbortSignal.abort() }
  const aborted = { git, call } as unknown as ReadContext
  const edited = { kind: 'file', id: 'b1', bytes: new Uint8Array() } as never
  expect((await fileNotFound(path, queried, edited, aborted)).code).toBe('aborted')
})
