import { errAsync, okAsync, type RepoPath } from '@chronicle/schema'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import { expect, it } from 'vitest'
import type { KnowledgeSnapshot } from '../../knowledge/knowledge-snapshot.ts'
import { symbolNames } from './symbol-names.ts'

it('are read on for the other callers when the first one aborts', async () => {
  let reads = 0
  const snapshot = {
    files: [{ path: 'a.ts', lengths: [1, 1, 1, 1] }],
    facts: (paths: readonly RepoPath[], { signal }: CallOptions) => {
      reads++
      return okAsync(undefined).andThen(() =>
        signal?.aborted === true
          ? errAsync(codedError('aborted', 'The call was aborted.'))
          : okAsync(new Map(paths.map((path) => [path, { symbols: [{ name: 'acquire' }] }]))),
      )
    },
  } as unknown as KnowledgeSnapshot
  const controller = new AbortController()
  const first = symbolNames(snapshot, { signal: controller.signal })
  const second = symbolNames(snapshot, {})
  controller.abort()
  expect((await first)._unsafeUnwrapErr().code).toBe('aborted')
  expect([...(await second)._unsafeUnwrap()]).toEqual([['a.ts', ['acquire']]])
  expect((await symbolNames(snapshot, {})).isOk()).toBe(true)
  expect(reads).toBe(1)
})
