import type { CommitId } from '@chronicle/schema'
import { ok, ResultAsync, type Result } from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import { extendHistoryFacts, NO_HISTORY, type HistoryFacts } from './history-facts.ts'

/** Gives the facts about the history up to a commit. */
export interface HistoryCache {
  /** `undefined` when the backend cannot walk its history in one pass; blame is then not bounded. */
  factsAt(head: CommitId, options?: CallOptions): ResultAsync<HistoryFacts | undefined, GitError>
}

interface StoredHistory extends HistoryFacts {
  readonly format: 1
  readonly heads: readonly CommitId[]
}

/** Heads remembered as walked; a commit reachable from any of them is not walked again. */
const MAX_HEADS = 8
const KEY = 'history.json'

/** Keeps history facts in memory and in `storage`, and walks only the commits that were not seen before. */
export function createHistoryCache(git: GitBackend, storage?: CacheStorage): HistoryCache {
  let known: StoredHistory | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function load(): Promise<StoredHistory | undefined> {
    if (known !== undefined || storage === undefined) return known
    const stored = await readJson<StoredHistory>(storage, KEY)
    return stored?.format === 1 ? stored : undefined
  }

  async function extend(head: CommitId, options?: CallOptions): Promise<Result<HistoryFacts | undefined, GitError>> {
    if (git.history === undefined) return ok(undefined)
    const before = await load()
    if (before?.heads.includes(head)) {
      known = before
      return ok(before)
    }
    options?.onProgress?.({ step: 'reading history', done: 0 })
    const heads = before?.heads ?? []
    let entries = await git.history({ from: head, exclude: heads }, options)
    let facts: HistoryFacts = before ?? NO_HISTORY
    let seen = heads
    if (entries.isErr() && entries.error.code === 'missing_object' && heads.length > 0) {
      entries = await git.history({ from: head }, options)
      facts = NO_HISTORY
      seen = []
    }
    if (entries.isErr()) return entries.map(() => undefined)
    known = {
      format: 1,
      heads: [head, ...seen].slice(0, MAX_HEADS),
      ...pickFacts(extendHistoryFacts(facts, entries.value)),
    }
    const info = await git.describe(options)
    const complete = info.isOk() && !info.value.shallow
    if (storage !== undefined && complete) await writeJson(storage, KEY, known)
    return ok(known)
  }

  return {
    factsAt(head, options) {
      const step = queue.then(() => extend(head, options))
      queue = step.catch(() => undefined)
      return new ResultAsync(step)
    },
  }
}

function pickFacts({ renames, inversions, latest }: HistoryFacts): HistoryFacts {
  return { renames, inversions, latest }
}
