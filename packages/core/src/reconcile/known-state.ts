import type { CommitId } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { RewrittenCommits } from './reconcile-report.ts'

const KEY = 'reconcile/known-1.json'

interface Kept {
  /** The commit of the notes ref. */
  readonly notes: string
  /** A hash of the tips of all branches, tags and working trees. */
  readonly tips: string
  readonly found: RewrittenCommits
}

/** Creates a cache of the counts of rewritten commits, so that a read can report them without a search. */
export function createKnownState(storage: CacheStorage | undefined): {
  /** Returns the counts computed for this state of the notes and, if given, of the tips. */
  at(notesTip: string, tips?: readonly CommitId[]): Promise<RewrittenCommits | undefined>
  keep(notesTip: string | undefined, tips: readonly CommitId[], found: RewrittenCommits): Promise<void>
} {
  return {
    async at(notesTip, tips) {
      const kept = storage && (await readJson<Kept>(storage, KEY))
      if (kept?.notes !== notesTip) return undefined
      return tips === undefined || kept.tips === hashText(tips.join()) ? kept.found : undefined
    },
    async keep(notesTip, tips, found) {
      if (storage === undefined || notesTip === undefined) return
      await writeJson(storage, KEY, { notes: notesTip, tips: hashText(tips.join()), found })
    },
  }
}
