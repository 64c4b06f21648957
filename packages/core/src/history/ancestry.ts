import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit } from '../contracts/annotation-index.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import { createRecentMap, type RecentMap } from '../contracts/recent-map.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { visitAncestors } from '../contracts/list-log.ts'
import { createQueue } from '../contracts/queue.ts'
import { orderByTime } from './order-by-time.ts'

/** Finds which commits belong to the history of another one, and their order. */
export interface Ancestry {
  /**
   * Returns those of the given commits that are `head` or an ancestor of it, with their rank in time: by committer
   * time, ancestors before their descendants. Lists the history until all of them have been seen, and caches what was
   * seen. Commits without a time are not in the repository and are omitted.
   */
  rank(
    head: CommitId,
    commits: readonly AnnotatedCommit[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<CommitId, number>, GitError>
  /** Returns the same commits as `rank`, without the cost of their order. */
  contains(
    head: CommitId,
    commits: readonly AnnotatedCommit[],
    options?: CallOptions,
  ): ResultAsync<ReadonlySet<CommitId>, GitError>
  /** Records that these commits belong to the history of `head`, so that it need not be listed to find them. */
  addKnown(head: CommitId, commits: Iterable<CommitId>): void
}

interface StoredHeads {
  readonly format: 1
  /** Most recently used last. */
  readonly heads: readonly (readonly [head: string, found: readonly CommitId[], absent: readonly CommitId[]])[]
}

const SLOT = 'ancestry.json'
/** Maximum number of commits to keep for one head. With more, listing the history again is as fast. */
const MAX_KEPT = 20_000

/** Cached knowledge about the history of one commit. */
interface KnownHistory {
  /** Requested commits that belong to it. */
  readonly found: Set<CommitId>
  /** Requested commits that do not. */
  readonly absent: Set<CommitId>
  /** Its newest commits, as far as it was listed and at most {@link MAX_KEPT}; not stored. */
  readonly listed: Set<CommitId>
}

/** Maximum number of heads in the cache. */
const MAX_HEADS = 16

/**
 * Caches which commits belong to the histories of the most recently used heads: in memory, and in `storage`, which must
 * be absent for a history that is cut off.
 */
export function createAncestry(git: GitBackend, storage?: CacheStorage): Ancestry {
  const heads = createRecentMap<string, KnownHistory>(MAX_HEADS)
  const queue = createQueue()
  let loaded = storage === undefined

  function historyOf(head: string): KnownHistory {
    const known = heads.get(head) ?? { found: new Set(), absent: new Set(), listed: new Set() }
    heads.set(head, known)
    return known
  }

  async function load(): Promise<void> {
    if (loaded || storage === undefined) return
    loaded = true
    const stored = await readJson<StoredHeads>(storage, SLOT)
    if (stored?.format !== 1) return
    for (const [head, found, absent] of stored.heads) {
      const known = historyOf(head)
      for (const id of found) known.found.add(id)
      for (const id of absent) known.absent.add(id)
    }
  }

  async function save(): Promise<void> {
    if (storage === undefined) return
    const kept = heads.entries().filter(([, { absent, found }]) => found.size + absent.size <= MAX_KEPT)
    const stored = kept.map(([head, { absent, found }]) => [head, [...found], [...absent]] as const)
    await writeJson(storage, SLOT, { format: 1, heads: stored } satisfies StoredHeads)
  }

  function search(
    head: CommitId,
    wanted: ReadonlySet<CommitId>,
    options: CallOptions,
  ): ResultAsync<KnownHistory, GitError> {
    return safeTry(async function* () {
      if ([...wanted].some((id) => !isKnown(heads.get(head), id))) await load()
      const known = historyOf(head)
      for (const id of wanted) if (known.listed.has(id)) known.found.add(id)
      const missing = new Set([...wanted].filter((id) => !isKnown(known, id)))
      if (missing.size === 0) return ok(known)
      yield* listUntilFound(git, head, missing, known, heads, options)
      for (const id of missing) known.absent.add(id)
      await save()
      return ok(known)
    })
  }

  /** Returns the times of those of the given commits that belong to the history of `head`. */
  function timesOf(
    head: CommitId,
    commits: readonly AnnotatedCommit[],
    options: CallOptions,
  ): ResultAsync<ReadonlyMap<CommitId, number>, GitError> {
    return safeTry(async function* () {
      const times = new Map<CommitId, number>()
      for (const { commit, committedAt } of commits) if (committedAt !== undefined) times.set(commit, committedAt)
      if (times.size === 0) return ok(times)
      // One listing at a time, so that a second query uses the results of the first.
      const { found } = yield* queue(options, () => search(head, new Set(times.keys()), options))
      return ok(new Map([...times].filter(([commit]) => found.has(commit))))
    })
  }

  return {
    addKnown(head, commits) {
      const { found } = historyOf(head)
      for (const commit of commits) found.add(commit)
    },
    rank(head, commits, options = {}) {
      return safeTry(async function* () {
        const order = await orderByTime(git, yield* timesOf(head, commits, options), options)
        return order.map((ids) => new Map(ids.map((id, rank) => [id, rank])))
      })
    },
    contains(head, commits, options = {}) {
      return timesOf(head, commits, options).map((times) => new Set(times.keys()))
    },
  }
}

function isKnown(known: KnownHistory | undefined, id: CommitId): boolean {
  return known !== undefined && (known.found.has(id) || known.absent.has(id))
}

/**
 * Lists the history of a commit until each of `missing` has been seen, and removes seen commits from it. When the
 * listing reaches another cached head, the commits of that history also belong to this one. A history that is listed
 * again is listed to twice the depth, so that many questions about older and older commits list it few times.
 */
function listUntilFound(
  git: GitBackend,
  head: CommitId,
  missing: Set<CommitId>,
  { found, listed }: KnownHistory,
  heads: Pick<RecentMap<string, KnownHistory>, 'get'>,
  options: CallOptions,
): ResultAsync<void, GitError> {
  const depth = Math.min(2 * listed.size, MAX_KEPT)
  let count = 0
  return visitAncestors(git, head, options, ({ id }) => {
    if (count++ < MAX_KEPT) listed.add(id)
    if (missing.delete(id)) found.add(id)
    const older = id === head ? undefined : heads.get(id)
    for (const commit of older?.found ?? []) if (missing.delete(commit)) found.add(commit)
    return missing.size === 0 && count >= depth ? 'stop' : undefined
  })
}
