import type { CommitShard } from './shard.ts'

/** The tags of the commit shards that were read. */
export interface TagShards {
  /** Records the current tags of a commit shard. */
  record(shard: number, commits: CommitShard): void
  /** Returns the shards of a tag: the previous ones among unread shards, and the current ones among read shards. */
  shardsOf(tag: string, before: readonly number[]): readonly number[]
}

export function createTagShards(): TagShards {
  const seen = new Set<number>()
  const shards = new Map<string, Set<number>>()
  return {
    record(shard, commits) {
      seen.add(shard)
      for (const [, , , tags] of commits) {
        for (const tag of tags) {
          const known = shards.get(tag)
          if (known === undefined) shards.set(tag, new Set([shard]))
          else known.add(shard)
        }
      }
    },
    shardsOf(tag, before) {
      const now = shards.get(tag) ?? new Set<number>()
      return [...before.filter((shard) => !seen.has(shard)), ...now].sort((a, b) => a - b)
    },
  }
}
