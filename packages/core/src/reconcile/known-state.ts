import type { CommitId } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { RewrittenCommits } from './reconcile-report.ts'

const KEY = 'reconcile/known-2.json'

/** States that are kept: those of the branches that somebody goes to and fro between. */
const MAX_STATES = 8

/** What finding rewritten commits follows from. */
export interface RepositoryState {
  /** Where the ref of the notes stands. */
  readonly notes: string
  /** What `HEAD` stands on; `undefined`: nothing yet. */
  readonly head: CommitId | undefined
  /** What all branches, tags and working trees stand on. */
  readonly tips: readonly CommitId[]
}

interface Kept {
  readonly notes: string
  /** Empty for none. */
  readonly head: string
  /** A hash. */
  readonly tips: string
  readonly found: RewrittenCommits
}

/** Creates a cache of the counts of rewritten commits, so that a read can report them without a search. */
export interface KnownState {
  /** What was found out in this state. */
  at(state: RepositoryState): Promise<RewrittenCommits | undefined>
  /** What was found out last, with the notes as they are. `copied` counts for the `HEAD` of that time. */
  last(notes: string): Promise<(RewrittenCommits & { readonly head: string }) | undefined>
  keep(state: RepositoryState, found: RewrittenCommits): Promise<void>
}

export function createKnownState(storage: CacheStorage | undefined): KnownState {
  async function read(): Promise<readonly Kept[]> {
    const kept = storage && (await readJson<readonly Kept[]>(storage, KEY))
    return Array.isArray(kept) ? (kept as readonly Kept[]) : []
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

function nameOf({ notes, head, tips }: Pick<Kept, 'notes' | 'head' | 'tips'>): string {
  return `${notes} ${head} ${tips}`
}
