import type { CommitShard } from './shard.ts'

/** Which commit shards have which tags, of the shards that were looked at. */
export interface TagShards {
  /** Notes the tags of a commit shard as it is now. */
  see(shard: number, commits: CommitShard): void
  /** The shards of a tag: as they were, for those not seen, and as they are, for the others. */
  shardsOf(tag: string, before: readonly number[]): readonly number[]
}

export function createTagShards(): TagShards {
  const seen = new Set<number>()
  const shards = new Map<string, Set<number>>()
  return {
    see(shard, commits) {
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
