import type { GitBackend } from '@chronicle/core/contracts'
import { createMemoryGit, RANKED_REPOSITORY } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { createEmptyPipeline, json, retrieve } from './open-pipeline.ts'

const { git, commits } = createMemoryGit(RANKED_REPOSITORY)
const task = 'fix validateLogin in src/auth/handler.ts'
const head = commits.at(-1)
if (head === undefined) throw new Error('There is no commit.')
const at = { commit: head }

/** Calls `before` ahead of each read of git objects. */
function gitWithReadHook(before: () => void): GitBackend {
  const watch = <Args extends readonly unknown[], T>(call: (...args: Args) => T): ((...args: Args) => T) => {
    return (...args) => {
      before()
      return call(...args)
    }
  }
  return {
    ...git,
    readCommits: watch(git.readCommits),
    readTrees: watch(git.readTrees),
    readBlobs: watch(git.readBlobs),
  }
}

describe('a retrieval that is aborted', () => {
  it('says so, and leaves the pipeline as good as new, wherever it was', async () => {
    const expected = json(await retrieve(createEmptyPipeline(git), { task, at }))
    let ended = 0
    for (let last = 1; ended < 2 && last < 500; last++) {
      const controller = new AbortController()
      let calls = 0
      const pipeline = createEmptyPipeline(gitWithReadHook(() => ++calls === last && controller.abort()))
      const result = await pipeline.execute({ task, at }, { signal: controller.signal })
      if (result.isErr()) expect(result.error.code, `call ${last}`).toBe('aborted')
      else ended++
      expect(json(await retrieve(pipeline, { task, at })), `call ${last}`).toBe(expected)
    }
    expect(ended).toBe(2)
  })

  it('does not end one that waits for the same state', async () => {
    const expected = json(await retrieve(createEmptyPipeline(git), { task, at }))
    const controller = new AbortController()
    let calls = 0
    const pipeline = createEmptyPipeline(gitWithReadHook(() => ++calls === 5 && controller.abort()))
    const [given, waiting] = await Promise.all([
      pipeline.execute({ task, at }, { signal: controller.signal }),
      pipeline.execute({ task, at }),
    ])
    expect(given._unsafeUnwrapErr().code).toBe('aborted')
    expect(json(waiting._unsafeUnwrap())).toBe(expected)
  })
})
