import { groupBy, ok, readNoteFacts, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { addNotes, commitShardName, putShard, stampOf, toRef, wordShardName } from './build-index.ts'
import { changeEntries, changeRefs, createIndexChanges, isEmpty, type IndexChanges } from './index-changes.ts'
import type { Manifest } from './manifest.ts'
import { changeBlobs, diffAllNotes, type BlobsByRef, type NotesDifference, type NotesTips } from './notes-state.ts'
import { changePages } from './ordered-pages.ts'
import {
  commitShardOf,
  comparePaths,
  compareText,
  compareTimes,
  NO_ENTRIES,
  shardCountFor,
  wordShardOf,
  type CommitShard,
  type StoredCommit,
  type StoredPath,
  type WordEntries,
  type WordShard,
} from './shard.ts'
import type { ShardStore } from './shard-store.ts'
import { createTagShards, type TagShards } from './tag-shards.ts'

/** An index that has outgrown its shards this many times is built again. */
const MAX_GROWTH = 4

/** The notes of the changed commits, before and after. */
interface ChangedNotes {
  readonly old: ReadonlyMap<string, StoredCommit>
  readonly changes: IndexChanges
  readonly noteCount: number
}

interface ChangedShards {
  readonly names: readonly string[]
}

/** With the paths that more or fewer commits annotate than before. */
interface ChangedWords extends ChangedShards {
  readonly paths: readonly StoredPath[]
}

/**
 * Brings an index from the tips it was made for to `tips`, reading only the notes that changed.
 * `undefined`: that is not possible or not worth it, and the index has to be built.
 */
export function updateIndex(
  git: GitBackend,
  before: Manifest,
  tips: NotesTips,
  store: ShardStore,
  options?: CallOptions,
): ResultAsync<Manifest | undefined, GitError> {
  return safeTry(async function* () {
    const stamp = stampOf(tips)
    // What the state before the last one was made of: nobody asks for it any more, and it goes while git is asked.
    const cleared = Promise.all(
      before.retired.filter((name) => !name.includes(stamp)).map((name) => store.remove(name)),
    )
    const differing = diffAllNotes(git, before.tips, tips, options)
    await cleared
    const difference = yield* differing
    if (difference === undefined || difference.size > Math.max(64, before.notes / 2)) return ok(undefined)
    const changed = yield* readChanged(git, before, difference, store, options)
    if (changed === undefined) return ok(undefined)
    if (shardCountFor(changed.noteCount) > before.commitShards.length * MAX_GROWTH) return ok(undefined)
    return ok(await applyChanges(before, changed, tips, store))
  })
}

function readChanged(
  git: GitBackend,
  before: Manifest,
  difference: NotesDifference,
  store: ShardStore,
  options?: CallOptions,
): ResultAsync<ChangedNotes | undefined, GitError> {
  return safeTry(async function* () {
    const old = await storedCommits(before, [...difference.keys()], store)
    if (old === undefined) return ok(undefined)
    const oldBlobs = yield* git.readBlobs([...new Set([...old.values()].flatMap(([, blobs]) => blobs))], options)
    const changes = createIndexChanges()
    for (const [commit, blobs] of old.values()) {
      const notes = blobs.map((id) => oldBlobs.get(id)).filter((note) => note !== undefined)
      if (notes.length < blobs.length) return ok(undefined)
      changes.remove(commit, readNoteFacts(commit, notes))
    }
    const present: (readonly [CommitId, BlobsByRef])[] = []
    for (const [commit, change] of difference) {
      const [, blobs, , , byRef = blobs && [blobs]] = old.get(commit) ?? []
      const now = changeBlobs(byRef ?? [], change, before.refs.length)
      if (now.some((each) => each.length > 0)) present.push([commit, now])
    }
    yield* addNotes(git, present, changes, options)
    return ok({ old, changes, noteCount: before.notes + present.length - old.size })
  })
}

/** What the index has of some commits; those without notes are left out. `undefined`: a shard is missing. */
async function storedCommits(
  before: Manifest,
  commits: readonly CommitId[],
  store: ShardStore,
): Promise<ReadonlyMap<string, StoredCommit> | undefined> {
  const found = new Map<string, StoredCommit>()
  const wanted = new Set<string>(commits)
  const shards = before.commitShards
  for (const name of new Set(commits.map((commit) => shards[commitShardOf(commit, shards.length)] ?? ''))) {
    if (name === '') continue
    const shard = await store.get<CommitShard>(name)
    if (shard === undefined) return undefined
    for (const stored of shard) if (wanted.has(stored[0])) found.set(stored[0], stored)
  }
  return found
}

async function applyChanges(
  before: Manifest,
  { old, changes, noteCount }: ChangedNotes,
  tips: NotesTips,
  store: ShardStore,
): Promise<Manifest | undefined> {
  const stamp = stampOf(tips)
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
    compare: comparePaths,
  })
  if (paths === undefined) return undefined

  const next = {
    wordShards: words.names,
    commitShards: commits.names,
    times: times.table,
    paths: paths.table,
    wide: changeRefs(before.wide, changes.wide, changes),
  }
  return {
    ...{ format: 3, refs: before.refs, tips, notes: noteCount },
    ...next,
    retired: [
      ...replacedNames(before.wordShards, next.wordShards),
      ...replacedNames(before.commitShards, next.commitShards),
      ...times.retired,
      ...paths.retired,
    ],
  }
}

/** Names that another took the place of. */
function replacedNames(before: readonly string[], now: readonly string[]): readonly string[] {
  return before.filter((name, number) => name !== '' && name !== now[number])
}

/** Commits first: which of their shards have which tags goes into the entries of words. */
async function changeShards(
  before: Manifest,
  changes: IndexChanges,
  stamp: string,
  store: ShardStore,
): Promise<{ readonly commits: ChangedShards; readonly words: ChangedWords } | undefined> {
  const tagShards = createTagShards()
  const commits = await changeCommitShards(before, changes, stamp, store, tagShards)
  const words = commits && (await changeWordShards(before, changes, stamp, store, tagShards))
  return commits && words && { commits, words }
}

async function changeCommitShards(
  before: Manifest,
  changes: IndexChanges,
  stamp: string,
  store: ShardStore,
  tagShards: TagShards,
): Promise<ChangedShards | undefined> {
  const names = [...before.commitShards]
  const count = names.length
  const groups = groupBy([...changes.commits.keys()], (commit) => commitShardOf(commit, count))
  const changed = await inParallel(groups, async (number, commits) => {
    const name = names[number] ?? ''
    const shard = name === '' ? [] : await store.get<CommitShard>(name)
    if (shard === undefined) return false
    const kept = shard.filter(([commit]) => !changes.commits.has(commit))
    const more = commits.map((commit) => changes.commits.get(commit)).filter((ref) => ref !== undefined)
    const next = [...kept, ...more].sort(([a], [b]) => compareText(a, b))
    tagShards.see(number, next)
    names[number] = await putShard(store, commitShardName(count, number, stamp), next)
    return true
  })
  return changed ? { names } : undefined
}

async function changeWordShards(
  before: Manifest,
  changes: IndexChanges,
  stamp: string,
  store: ShardStore,
  tagShards: TagShards,
): Promise<ChangedWords | undefined> {
  const names = [...before.wordShards]
  const count = names.length
  const paths: StoredPath[] = []
  const words = [...new Set([...changes.paths.keys(), ...changes.tags])]
  const groups = groupBy(words, (word) => wordShardOf(word, count))
  const changed = await inParallel(groups, async (number, group) => {
    const name = names[number] ?? ''
    const shard = name === '' ? [] : await store.get<WordShard>(name)
    if (shard === undefined) return false
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
    if (same) return true
    const next = [...entries].filter(([, value]) => !isEmpty(value)).sort(([a], [b]) => compareText(a, b))
    names[number] = await putShard(store, wordShardName(count, number, stamp), next)
    return true
  })
  return changed ? { names, paths } : undefined
}

/** Changes shards side by side. `false` when one of them is missing. */
async function inParallel<T>(
  groups: ReadonlyMap<number, readonly T[]>,
  change: (number: number, group: readonly T[]) => Promise<boolean>,
): Promise<boolean> {
  const changed = await Promise.all([...groups].map(([number, group]) => change(number, group)))
  return changed.every((each) => each)
}
