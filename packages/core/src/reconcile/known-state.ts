import type { CommitId } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { RewrittenCommits } from './reconcile-report.ts'

const KEY = 'reconcile/known-1.json'

interface Kept {
  /** Where the ref of the notes stood. */
  readonly notes: string
  /** A hash of what all branches, tags and working trees stood on. */
  readonly tips: string
  readonly found: RewrittenCommits
}

/** Keeps what was found out about rewritten commits, so that a read can say it without looking. */
export function createKnownState(storage: CacheStorage | undefined): {
  /** What was found out with the notes, and with the tips if they are given, as they are now. */
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
