import type { NoteFacts } from './note-facts.ts'
import { compareRefs, type PathEntries, type StoredDependent, type StoredRef } from './shard.ts'

/** What changes in the index, collected before any shard is touched. */
export interface IndexChanges {
  /** Commits whose entries are replaced; `undefined` when nothing takes their place. */
  readonly commits: ReadonlyMap<string, StoredRef | undefined>
  /** Paths whose entries mention one of those commits, before or after, with what is added to each. */
  readonly paths: ReadonlyMap<string, PathEntries>
  /** Commits that speak of no particular path. */
  readonly wide: readonly StoredRef[]
}

interface MutableEntries extends PathEntries {
  readonly annotating: StoredRef[]
  readonly dependents: StoredDependent[]
  readonly groups: StoredRef[]
}

/** Collects changes one commit at a time. */
export interface IndexChangesBuilder extends IndexChanges {
  /** Takes out what a commit's notes said before. */
  remove(commit: string, before: NoteFacts): void
  /** Puts in what a commit's notes say now. */
  add(ref: StoredRef, now: NoteFacts): void
}

export function createIndexChanges(): IndexChangesBuilder {
  const commits = new Map<string, StoredRef | undefined>()
  const paths = new Map<string, MutableEntries>()
  const wide: StoredRef[] = []

  function entriesOf(path: string): MutableEntries {
    let entries = paths.get(path)
    if (entries === undefined) paths.set(path, (entries = { annotating: [], dependents: [], groups: [] }))
    return entries
  }

  return {
    commits,
    paths,
    wide,
    remove(commit, before) {
      if (!commits.has(commit)) commits.set(commit, undefined)
      for (const path of [...before.paths, ...before.groupFiles]) entriesOf(path)
      for (const [file] of before.targets) entriesOf(file)
    },
    add(ref, now) {
      commits.set(ref[0], ref)
      for (const path of now.paths) entriesOf(path).annotating.push(ref)
      for (const [file, anchor] of now.targets) entriesOf(file).dependents.push([...ref, anchor])
      for (const file of now.groupFiles) entriesOf(file).groups.push(ref)
      if (now.commitWide) wide.push(ref)
    },
  }
}

/** The entries of a path after the changes. */
export function changeEntries(path: string, before: PathEntries, changes: IndexChanges): PathEntries {
  const more = changes.paths.get(path)
  return {
    annotating: changeRefs(before.annotating, more?.annotating ?? [], changes),
    dependents: changeRefs(before.dependents, more?.dependents ?? [], changes),
    groups: changeRefs(before.groups, more?.groups ?? [], changes),
  }
}

/** A list of references with those of changed commits out and `more` in, ordered. */
export function changeRefs<Ref extends StoredRef | StoredDependent>(
  before: readonly Ref[],
  more: readonly Ref[],
  changes: IndexChanges,
): readonly Ref[] {
  return [...before.filter(([commit]) => !changes.commits.has(commit)), ...more].sort(compareRefs)
}

export function isEmpty(entries: PathEntries): boolean {
  return entries.annotating.length + entries.dependents.length + entries.groups.length === 0
}
