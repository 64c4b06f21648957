import type { CommitId } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { RewrittenCommits } from './reconcile-report.ts'

const KEY = 'reconcile/known-5.json'

/** Maximum number of cached states: enough to switch back and forth between a few branches. */
const MAX_STATES = 8

/** The state of a repository that determines which rewritten commits are found. */
export interface RepositoryState {
  /** The commit of the notes ref. */
  readonly notes: string
  /** The commit of `HEAD`. `undefined` when it has none yet. */
  readonly head: CommitId | undefined
  /** The commits of all branches, tags, remote-tracking branches and working trees. */
  readonly tips: readonly CommitId[]
}

interface CachedCounts {
  readonly notes: string
  /** Empty when `HEAD` has no commit. */
  readonly head: string
  /** A hash. */
  readonly tips: string
  readonly found: RewrittenCommits
}

/** Creates a cache of the counts of rewritten commits, so that a read can report them without a search. */
export interface RewriteCountCache {
  /** Returns the counts cached for this state. */
  at(state: RepositoryState): Promise<RewrittenCommits | undefined>
  /**
   * Returns the counts cached last for these notes. `copied` applies only to the `HEAD` of that time, which is `head`.
   */
  last(notes: string): Promise<(RewrittenCommits & { readonly head: string }) | undefined>
  keep(state: RepositoryState, found: RewrittenCommits): Promise<void>
}

export function createRewriteCountCache(storage: CacheStorage | undefined): RewriteCountCache {
  async function read(): Promise<readonly CachedCounts[]> {
    const kept = storage && (await readJson<readonly CachedCounts[]>(storage, KEY))
    return Array.isArray(kept) ? (kept as readonly CachedCounts[]) : []
  }
  return {
    async at({ notes, head = '', tips }) {
      const name = nameOf({ notes, head, tips: hashText(tips.join()) })
      return (await read()).find((each) => nameOf(each) === name)?.found
    },
    async last(notes) {
      const last = (await read()).findLast((each) => each.notes === notes)
      return last && { ...last.found, head: last.head }
    },
    async keep({ notes, head = '', tips }, found) {
      if (storage === undefined) return
      const kept = { notes, head, tips: hashText(tips.join()), found }
      const others = (await read()).filter((each) => nameOf(each) !== nameOf(kept))
      await writeJson(storage, KEY, [...others, kept].slice(-MAX_STATES))
    },
  }
}

function nameOf({ notes, head, tips }: Pick<CachedCounts, 'notes' | 'head' | 'tips'>): string {
  return `${notes} ${head} ${tips}`
}
