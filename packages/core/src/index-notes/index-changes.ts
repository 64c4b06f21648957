import { ok, safeTry, type CommitId, type NoteFacts, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { readIndexedNotes, type IndexedNote } from './indexed-note.ts'
import type { BlobsByRef } from './notes-state.ts'
import { compareRefs, type StoredCommit, type StoredDependent, type StoredRef, type WordEntries } from './shard.ts'

/** Changes of the index, collected before any shard is modified. */
export interface IndexChanges {
  /** Commits whose entries are replaced, or removed if `undefined`. */
  readonly commits: ReadonlyMap<string, StoredCommit | undefined>
  /** Paths whose entries mention one of those commits, before or after, with the entries to add. */
  readonly paths: ReadonlyMap<string, AddedEntries>
  /** Tags of those commits, before or after. */
  readonly tags: ReadonlySet<string>
  /** Commits whose annotations are about no particular path. */
  readonly wide: readonly StoredRef[]
}

type AddedEntries = Omit<WordEntries, 'tagged'>

interface MutableEntries extends AddedEntries {
  readonly annotating: StoredRef[]
  readonly dependents: StoredDependent[]
  readonly groups: StoredRef[]
}

/** Collects changes commit by commit. */
export interface IndexChangesBuilder extends IndexChanges {
  /** Removes the previous facts of a commit's notes. */
  remove(commit: string, before: NoteFacts): void
  /** Adds the current facts of a commit's notes. */
  add(note: IndexedNote): void
}

export function createIndexChanges(): IndexChangesBuilder {
  const commits = new Map<string, StoredCommit | undefined>()
  const paths = new Map<string, MutableEntries>()
  const tags = new Set<string>()
  const wide: StoredRef[] = []

  function entriesOf(path: string): MutableEntries {
    let entries = paths.get(path)
    if (entries === undefined) paths.set(path, (entries = { annotating: [], dependents: [], groups: [] }))
    return entries
  }

  return {
    commits,
    paths,
    tags,
    wide,
    remove(commit, before) {
      if (!commits.has(commit)) commits.set(commit, undefined)
      for (const path of [...before.paths, ...before.groupFiles]) entriesOf(path)
      for (const [file] of before.targets) entriesOf(file)
      for (const tag of before.tags) tags.add(tag)
    },
    add({ commit, byRef, blobs, committedAt, facts }) {
      const ref: StoredRef = [commit, blobs, committedAt]
      commits.set(commit, byRef.length > 1 ? [...ref, facts.tags, byRef] : [...ref, facts.tags])
      for (const path of facts.paths) entriesOf(path).annotating.push(ref)
      for (const [file, anchor] of facts.targets) entriesOf(file).dependents.push([...ref, anchor])
      for (const file of facts.groupFiles) entriesOf(file).groups.push(ref)
      for (const tag of facts.tags) tags.add(tag)
      if (facts.commitWide) wide.push(ref)
    },
  }
}

/** Reads notes and adds their facts to `changes`. */
export function addNotes(
  git: GitBackend,
  notes: readonly (readonly [CommitId, BlobsByRef])[],
  changes: IndexChangesBuilder,
  options?: CallOptions,
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    for await (const chunk of readIndexedNotes(git, notes, options)) {
      for (const note of yield* chunk) changes.add(note)
    }
    return ok(undefined)
  })
}

/** Returns the entries of a path after the changes. */
export function changeEntries(path: string, before: WordEntries, changes: IndexChanges): WordEntries {
  const more = changes.paths.get(path)
  if (more === undefined) return before
  return {
    annotating: changeRefs(before.annotating, more.annotating, changes),
    dependents: changeRefs(before.dependents, more.dependents, changes),
    groups: changeRefs(before.groups, more.groups, changes),
    tagged: before.tagged,
  }
}

/** Returns an ordered list of references without those of changed commits, and with `more` added. */
export function changeRefs<Ref extends StoredRef | StoredDependent>(
  before: readonly Ref[],
  more: readonly Ref[],
  changes: IndexChanges,
): readonly Ref[] {
  return [...before.filter(([commit]) => !changes.commits.has(commit)), ...more].sort(compareRefs)
}

export function isEmpty({ annotating, dependents, groups, tagged }: WordEntries): boolean {
  return annotating.length + dependents.length + groups.length + tagged.length === 0
}
