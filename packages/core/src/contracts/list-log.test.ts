import { err, type CommitId } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { codedError } from './coded-error.ts'
import type { GitBackend } from './git-backend.ts'
import { listLog, visitAncestors, visitLog } from './list-log.ts'
import { valueOrThrow } from './log-failure.ts'

const HEAD = 'c3' as CommitId

/** A history of three commits. An abort ends its iterations, as the contract says. */
function backend(failure?: 'git_failed'): GitBackend {
  async function* log(_: unknown, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator {
    for (const id of ['c3', 'c2', 'c1']) {
      if (signal?.aborted === true) return
      yield await Promise.resolve({ id })
    }
    if (failure !== undefined) valueOrThrow(err(codedError(failure, 'Git failed.')))
  }
  return { log, ancestors: log } as unknown as GitBackend
}

describe('a log', () => {
  it('is the error `aborted` when the call was aborted, before or in between', async () => {
    const aborted = await listLog(backend(), { from: HEAD }, { signal: AbortSignal.abort() })
    expect(aborted._unsafeUnwrapErr().code).toBe('aborted')
    for (const visitEach of [
      (call: { signal: AbortSignal }, visit: () => undefined) => visitLog(backend(), { from: HEAD }, call, visit),
      (call: { signal: AbortSignal }, visit: () => undefined) => visitAncestors(backend(), HEAD, call, visit),
    ]) {
      const controller = new AbortController()
      const visited = await visitEach({ signal: controller.signal }, () => void controller.abort())
      expect(visited._unsafeUnwrapErr().code).toBe('aborted')
    }
  })

  it('is read up to where its reader stops', async () => {
    const controller = new AbortController()
    const seen: string[] = []
    const visited = await visitLog(backend(), { from: HEAD }, controller, ({ id }) => {
      seen.push(id)
      // What was wanted was found, so a later abort does not matter.
      controller.abort()
      return 'stop'
    })
    expect([visited.isOk(), seen]).toEqual([true, ['c3']])
  })

  it('has the failure of git', async () => {
    const listed = await listLog(backend('git_failed'), { from: HEAD }, {})
    expect(listed._unsafeUnwrapErr().code).toBe('git_failed')
  })

  it('is used for the ancestors if the backend does not list them', async () => {
    const { ancestors: _, ...git } = backend()
    const seen: string[] = []
    const visited = await visitAncestors(git, HEAD, {}, ({ id }) => void seen.push(id))
    expect(visited.isOk()).toBe(true)
    expect(seen).toEqual(['c3', 'c2', 'c1'])
  })
})
