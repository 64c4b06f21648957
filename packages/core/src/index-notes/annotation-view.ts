import {
  compareText,
  err,
  ok,
  safeTry,
  tagKey,
  type Diagnostic,
  type RepoPath,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type {
  AnnotatedCommit,
  AnnotatedPath,
  AnnotationView,
  DependentRef,
  IndexError,
  NoteRef,
  TimePosition,
} from '../contracts/annotation-index.ts'
import type { Manifest } from './manifest.ts'
import { readPages, type Compare, type PageTable } from './ordered-pages.ts'
import {
  COMMIT_PREFIX_DIGITS,
  commitShardOf,
  compareStoredPaths,
  compareTimes,
  NO_ENTRIES,
  wordShardOf,
  type CommitShard,
  type StoredCommit,
  type StoredDependent,
  type StoredPath,
  type StoredRef,
  type WordEntries,
  type WordShard,
} from './shard.ts'

/** Loads a shard of this view. A failure is final for the view. */
export type ShardLoader = <T>(name: string) => ResultAsync<T, IndexError>

/**
 * Creates a view that answers queries about one state of the index, and reads only the shards that each query needs.
 */
export function createAnnotationView(
  manifest: Manifest,
  load: ShardLoader,
  diagnostics: readonly Diagnostic[],
): AnnotationView {
  function entriesOf(word: string): ResultAsync<WordEntries, IndexError> {
    return entriesOfAll([word]).map(([found]) => found?.[1] ?? NO_ENTRIES)
  }

  /**
   * Returns the entries of those words that have any. Each shard is read once, regardless of the number of words in it.
   */
  function entriesOfAll(words: readonly string[]): ResultAsync<WordShard, IndexError> {
    return safeTry(async function* () {
      const wanted = new Set(words)
      const found: WordShard[number][] = []
      for (const number of new Set([...wanted].map((word) => wordShardOf(word, manifest.wordShards.length)))) {
        const name = manifest.wordShards[number] ?? ''
        if (name === '') continue
        found.push(...(yield* load<WordShard>(name)).filter(([word]) => wanted.has(word)))
      }
      return ok(found)
    })
  }

  function annotating(paths: readonly string[]): ResultAsync<readonly AnnotatedCommit[], IndexError> {
    return safeTry(async function* () {
      const commits = new Map<string, AnnotatedCommit>(manifest.wide.map((ref) => [ref[0], toAnnotated(ref)]))
      for (const [, entries] of yield* entriesOfAll(paths)) {
        for (const ref of entries.annotating) commits.set(ref[0], toAnnotated(ref))
      }
      return ok([...commits.values()].sort((a, b) => compareText(a.commit, b.commit)))
    })
  }

  function mentioned(paths: readonly RepoPath[]): ResultAsync<readonly RepoPath[], IndexError> {
    return entriesOfAll(paths).map((entries) => {
      const isMentioned = ({ annotating, dependents, groups }: WordEntries): boolean =>
        annotating.length + dependents.length + groups.length > 0
      const found = new Set(entries.flatMap(([word, each]) => (isMentioned(each) ? [word] : [])))
      return [...new Set(paths)].filter((path) => found.has(path))
    })
  }

  function tagged(tag: string): ResultAsync<readonly AnnotatedCommit[], IndexError> {
    return safeTry(async function* () {
      const entries = yield* entriesOf(tag)
      const found: StoredCommit[] = []
      for (const number of entries.tagged) {
        const shard = yield* load<CommitShard>(manifest.commitShards[number] ?? '')
        found.push(...shard.filter(([, , , tags]) => tags.includes(tag)))
      }
      return ok(found.sort(([a], [b]) => compareText(a, b)).map(toAnnotated))
    })
  }

  function recent(limit: number, before?: TimePosition): ResultAsync<readonly AnnotatedCommit[], IndexError> {
    return safeTry(async function* () {
      const from: StoredRef | undefined = before && [before.commit, [], before.committedAt ?? -1]
      const found: AnnotatedCommit[] = []
      if (limit <= 0) return ok(found)
      for await (const page of pagesOf(manifest.times, from, compareTimes)) {
        const later = (yield* page).filter((ref) => from === undefined || compareTimes(ref, from) > 0)
        found.push(...later.slice(0, limit - found.length).map(toAnnotated))
        if (found.length === limit) break
      }
      return ok(found)
    })
  }

  function pathsUnder(folder: string): ResultAsync<readonly AnnotatedPath[], IndexError> {
    return safeTry(async function* () {
      const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
      const found: AnnotatedPath[] = []
      for await (const page of pagesOf<StoredPath>(manifest.paths, [prefix, 0], compareStoredPaths)) {
        for (const [path, commits] of yield* page) {
          if (!path.startsWith(prefix)) return ok(found)
          found.push({ path: path as RepoPath, commits })
        }
      }
      return ok(found)
    })
  }

  async function* pagesOf<Entry>(
    tableName: string,
    from: Entry | undefined,
    compare: Compare<Entry>,
  ): AsyncGenerator<Result<readonly Entry[], IndexError>, void, undefined> {
    if (tableName === '') return
    const table = await load<PageTable<Entry>>(tableName)
    if (table.isErr()) yield err(table.error)
    else yield* readPages(load<readonly Entry[]>, table.value, from, compare)
  }

  function find(commits: readonly string[]): ResultAsync<ReadonlyMap<string, NoteRef>, IndexError> {
    return safeTry(async function* () {
      const found = new Map<string, NoteRef>()
      for (const wanted of new Set(commits)) {
        const prefix = wanted.toLowerCase()
        if (prefix.length < COMMIT_PREFIX_DIGITS || !/^[0-9a-f]+$/u.test(prefix)) continue
        const name = manifest.commitShards[commitShardOf(prefix, manifest.commitShards.length)] ?? ''
        if (name === '') continue
        const shard = yield* load<CommitShard>(name)
        const matches = shard.filter(([commit]) => commit.startsWith(prefix))
        const [only] = matches
        if (only !== undefined && matches.length === 1) found.set(wanted, toNote(only))
      }
      return ok(found)
    })
  }

  return {
    tip: manifest.tips.find((tip) => tip !== null) ?? undefined,
    noteCount: manifest.notes,
    diagnostics,
    annotating,
    dependents: (file) => entriesOf(file).map(({ dependents }) => dependents.map(toDependent)),
    groups: (file) => entriesOf(file).map(({ groups }) => groups.map(toAnnotated)),
    mentioned,
    tagged: (tag) => tagged(tagKey(tag)),
    recent,
    pathsUnder,
    find,
  }
}

function toNote([commit, blobs]: StoredCommit): NoteRef {
  return { commit, blobs }
}

function toAnnotated([commit, blobs, committedAt]: StoredRef | StoredDependent | StoredCommit): AnnotatedCommit {
  return committedAt < 0 ? { commit, blobs } : { commit, blobs, committedAt }
}

function toDependent(ref: StoredDependent): DependentRef {
  return { ...toAnnotated(ref), anchor: ref[3] }
}
