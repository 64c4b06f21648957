import type { CommitId } from '@chronicle/schema'
import { hashText } from '@chronicle/core/text'
import { createRecentMap, type CacheStorage, type SourcedCommit } from '@chronicle/core/contracts'

/** Cached answers about commits, from this process or another one. */
export interface KnownAnswers {
  /** Returns the cached answers for the commits. */
  find(commits: readonly CommitId[]): Promise<ReadonlyMap<CommitId, SourcedCommit>>
  /** Stores answers, merged with those of other processes. */
  add(answers: ReadonlyMap<CommitId, SourcedCommit>): Promise<void>
}

interface StoredAnswers {
  readonly format: 1
  readonly maker: string
  /** Ordered by when they were found, newest last. */
  readonly answers: readonly (readonly [commit: CommitId, answer: SourcedCommit])[]
}

/** Maximum number of answers in one slot. The 4,096 slots have room for 65,536 commits. */
const MAX_ANSWERS = 16
/** Maximum number of answers in memory. */
const MAX_IN_MEMORY = 2000

/**
 * `maker` is a key for everything that an answer depends on besides the commit. Answers with another key are not used.
 */
export function createKnownAnswers(storage: CacheStorage | undefined, maker: string): KnownAnswers {
  const memory = createRecentMap<CommitId, SourcedCommit>(MAX_IN_MEMORY)
  const folder = `history/${hashText(maker)}`

  async function load(slot: string): Promise<StoredAnswers['answers']> {
    const bytes = await storage?.read(slot)
    if (bytes === undefined) return []
    try {
      const stored = JSON.parse(new TextDecoder().decode(bytes)) as Partial<StoredAnswers> | null
      return stored?.format === 1 && stored.maker === maker ? (stored.answers ?? []) : []
    } catch {
      // Damaged data is dropped, which is harmless: the writer is asked again.
      return []
    }
  }

  function slotOf(commit: CommitId): string {
    return `${folder}/${commit.slice(0, 3)}.json`
  }

  return {
    async find(commits) {
      const remembered = new Map(commits.map((commit) => [commit, memory.get(commit)]))
      const slots = new Set(commits.filter((commit) => remembered.get(commit) === undefined).map(slotOf))
      const loaded = storage === undefined ? [] : await Promise.all([...slots].map(load))
      const found = new Map(loaded.flat())
      const known = new Map<CommitId, SourcedCommit>()
      for (const [commit, fromMemory] of remembered) {
        const answer = fromMemory ?? found.get(commit)
        if (answer === undefined) continue
        known.set(commit, answer)
        memory.set(commit, answer)
      }
      return known
    },
    async add(answers) {
      for (const [commit, answer] of answers) memory.set(commit, answer)
      if (storage === undefined) return
      const slots = new Map<string, Map<CommitId, SourcedCommit>>()
      for (const [commit, answer] of answers) {
        const added = slots.get(slotOf(commit)) ?? new Map<CommitId, SourcedCommit>()
        slots.set(slotOf(commit), added.set(commit, answer))
      }
      await Promise.all(
        [...slots].map(async ([slot, added]) => {
          const all = new Map([...(await load(slot)), ...added])
          const stored: StoredAnswers = { format: 1, maker, answers: [...all].slice(-MAX_ANSWERS) }
          await storage.write(slot, new TextEncoder().encode(JSON.stringify(stored)))
        }),
      )
    },
  }
}
