import { compareText, groupBy, type CommitId } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { changeEntries, changeRefs, isEmpty, type IndexChanges } from './index-changes.ts'
import type { Manifest } from './manifest.ts'
import type { NotesTips } from './notes-state.ts'
import { changePages } from './ordered-pages.ts'
import {
  commitShardOf,
  compareStoredPaths,
  compareTimes,
  NO_ENTRIES,
  wordShardOf,
  type CommitShard,
  type StoredCommit,
  type StoredPath,
  type StoredRef,
  type WordEntries,
  type WordShard,
} from './shard.ts'
import type { ShardStore } from './shard-store.ts'
import { createTagShards, type TagShards } from './tag-shards.ts'

/** The notes of the changed commits, before and after. */
export interface ChangedNotes {
  readonly old: ReadonlyMap<string, StoredCommit>
  readonly changes: IndexChanges
  readonly noteCount: number
}

/** Names of the shards, and the paths whose number of annotating commits changed. */
interface ChangedWords {
  readonly names: readonly string[]
  readonly paths: readonly StoredPath[]
}

/** Applies changes to an index, which may be empty. Returns `undefined` if a part of it is missing. */
export async function applyChanges(
  before: Manifest,
  { old, changes, noteCount }: ChangedNotes,
  tips: NotesTips,
  store: ShardStore,
): Promise<Manifest | undefined> {
  const missing = missingAfter(before, changes)
  const stamp = missing.length === 0 ? stampOf(tips) : `${stampOf(tips)}-${hashText(missing.join())}`
  const [shards, times] = await Promise.all([
    changeShards(before, changes, stamp, store),
    changePages(store, { list: 'times', stamp }, before.times, {
      gone: [...old.values()].map(toRef),
      added: [...changes.commits.values()].filter((ref) => ref !== undefined).map(toRef),
      compare: compareTimes,
    }),
  ])
  if (shards === undefined || times === undefined) return undefined
  const { commits, words } = shards
  const paths = await changePages(store, { list: 'paths', stamp }, before.paths, {
    gone: words.paths,
    added: words.paths.filter(([, annotated]) => annotated > 0),
    compare: compareStoredPaths,
  })
  if (paths === undefined) return undefined

  const next = {
    wordShards: words.names,
    commitShards: commits,
    times: times.table,
    paths: paths.table,
    wide: changeRefs(before.wide, changes.wide, changes),
    missing,
  }
  return {
    ...{ format: 4, refs: before.refs, tips, notes: noteCount },
    ...next,
    retired: [
      ...replacedNames(before.wordShards, next.wordShards),
      ...replacedNames(before.commitShards, next.commitShards),
      ...times.retired,
      ...paths.retired,
    ],
  }
}

function missingAfter(before: Manifest, { commits }: IndexChanges): readonly CommitId[] {
  const missing = new Set<CommitId>(before.missing)
  for (const [commit, now] of commits) {
    if (now !== undefined && now[2] < 0) missing.add(commit as CommitId)
    else missing.delete(commit as CommitId)
  }
  return [...missing].sort(compareText)
}

/** Returns the names that were replaced by others. */
function replacedNames(before: readonly string[], now: readonly string[]): readonly string[] {
  return before.filter((name, number) => name !== '' && name !== now[number])
}

/** Commit shards come first, because the entries of words record which of them have which tags. */
async function changeShards(
  before: Manifest,
  changes: IndexChanges,
  stamp: string,
  store: ShardStore,
): Promise<{ readonly commits: readonly string[]; readonly words: ChangedWords } | undefined> {
  const tagShards = createTagShards()
  const commits = await changeCommitShards(before.commitShards, changes, stamp, store, tagShards)
  const words = commits && (await changeWordShards(before.wordShards, changes, stamp, store, tagShards))
  return commits && words && { commits, words }
}

function changeCommitShards(
  before: readonly string[],
  changes: IndexChanges,
  stamp: string,
  store: ShardStore,
  tagShards: TagShards,
): Promise<readonly string[] | undefined> {
  const groups = groupBy(changes.commits.keys(), (commit) => commitShardOf(commit, before.length))
  return changeShardsOfKind(before, groups, { kind: 'c', stamp, store }, (shard: CommitShard, commits, number) => {
    const kept = shard.filter(([commit]) => !changes.commits.has(commit))
    const more = commits.map((commit) => changes.commits.get(commit)).filter((ref) => ref !== undefined)
    const next = [...kept, ...more].sort(([a], [b]) => compareText(a, b))
    tagShards.record(number, next)
    return next
  })
}

async function changeWordShards(
  before: readonly string[],
  changes: IndexChanges,
  stamp: string,
  store: ShardStore,
  tagShards: TagShards,
): Promise<ChangedWords | undefined> {
  const paths: StoredPath[] = []
  const words = new Set([...changes.paths.keys(), ...changes.tags])
  const groups = groupBy(words, (word) => wordShardOf(word, before.length))
  const names = await changeShardsOfKind(before, groups, { kind: 'w', stamp, store }, (shard: WordShard, group) => {
    const entries = new Map<string, WordEntries>(shard)
    let same = true
    for (const word of group) {
      const was = entries.get(word) ?? NO_ENTRIES
      const tagged = changes.tags.has(word) ? tagShards.shardsOf(word, was.tagged) : was.tagged
      const now = { ...changeEntries(word, was, changes), tagged }
      if (!changes.paths.has(word) && String(tagged) === String(was.tagged)) continue
      same = false
      entries.set(word, now)
      if (now.annotating.length !== was.annotating.length) paths.push([word, now.annotating.length])
    }
    if (same) return shard
    return [...entries].filter(([, value]) => !isEmpty(value)).sort(([a], [b]) => compareText(a, b))
  })
  return names && { names, paths }
}

/**
 * Changes shards in parallel and returns the names of all shards. An empty shard is not stored. Returns `undefined` if
 * a shard is missing.
 */
async function changeShardsOfKind<Item, Entry>(
  before: readonly string[],
  groups: ReadonlyMap<number, readonly Item[]>,
  { kind, stamp, store }: { readonly kind: 'c' | 'w'; readonly stamp: string; readonly store: ShardStore },
  change: (shard: readonly Entry[], items: readonly Item[], number: number) => readonly Entry[],
): Promise<readonly string[] | undefined> {
  const names = [...before]
  const changed = await Promise.all(
    [...groups].map(async ([number, items]) => {
      const name = before[number] ?? ''
      const shard = name === '' ? [] : await store.get<readonly Entry[]>(name)
      if (shard === undefined) return false
      const next = change(shard, items, number)
      if (next === shard) return true
      names[number] = next.length === 0 ? '' : `index/${kind}${before.length}-${number}-${stamp}.json`
      if (next.length > 0) await store.put(names[number], next)
      return true
    }),
  )
  return changed.every((each) => each) ? names : undefined
}

/** Returns the part of a shard's name that identifies one state of the notes. */
export function stampOf(tips: NotesTips): string {
  return tips.map((tip) => tip?.slice(0, 16) ?? 'none').join('-')
}

function toRef([commit, blobs, committedAt]: StoredCommit): StoredRef {
  return [commit, blobs, committedAt]
}
