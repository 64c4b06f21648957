import type { CallOptions, KnowledgeStore, Posting } from '@chronicle/core/contracts'
import type { CommitId, RepoPath, ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { FileFacts } from '../facts/file-facts.ts'
import type { ImportFacts } from '../imports/import-facts.ts'
import type { ResolveImport } from './resolve-import.ts'
import type { KnownAnnotations } from './known-annotations.ts'
import type { CommitFacts } from './index-commits.ts'
import type { IndexedFile } from './indexed-file.ts'
import type { ChangedUnits } from './changed-units.ts'

/** The index of one state of a repository. */
export interface KnowledgeSnapshot {
  /** The commit whose history is indexed. Absent if there is none. */
  readonly commit: CommitId | undefined
  /** In byte order of paths. */
  readonly files: readonly IndexedFile[]
  /** Paths of all files of the state, indexed or not, in byte order. */
  readonly paths: readonly RepoPath[]
  file(path: string): IndexedFile | undefined
  /** Returns the facts of files. Files that are not indexed are missing from the map. */
  facts(paths: readonly RepoPath[], call?: CallOptions): ResultAsync<ReadonlyMap<RepoPath, FileFacts>, ContextError>
  /** Returns the import statements of files, without their other facts. */
  imports(
    paths: readonly RepoPath[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<RepoPath, readonly ImportFacts[]>, ContextError>
  /** Returns the files that contain each term. */
  postings(
    terms: readonly string[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly FilePosting[]>, ContextError>
  readonly commits: KnownCommits
  readonly annotations: KnownAnnotations
  /** Returns the texts of files in this state. Binary and absent files are missing from the map. */
  texts(paths: readonly RepoPath[], call?: CallOptions): ResultAsync<ReadonlyMap<RepoPath, string>, ContextError>
  /** Returns the function that resolves imports to files. Created on first use. */
  importResolver(call?: CallOptions): ResultAsync<ResolveImport, ContextError>
  /** The underlying store, for other derived knowledge. */
  readonly store: KnowledgeStore
}

/** A file that contains a term: counts for `FILE_FIELDS`, followed by pairs of symbol and weight. */
export interface FilePosting {
  readonly file: IndexedFile
  readonly counts: readonly number[]
}

/** The indexed ancestors of a state. `count` is the number of informative ones. */
export interface KnownCommits {
  readonly count: number
  /** Parents before children, including uninformative commits. */
  readonly ids: readonly CommitId[]
  /** Whether the commit is that of the state or one of its ancestors. */
  isAncestor(commit: CommitId): boolean
  /** Mean length of the messages of informative commits, in terms. */
  readonly averageLength: number
  postings(
    terms: readonly string[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly Posting[]>, ContextError>
  lengthOf(id: string): number
  read(ids: readonly string[], call?: CallOptions): ResultAsync<ReadonlyMap<string, CommitFacts>, ContextError>
  /** Returns the units of the given files that each commit changed, by their current names. */
  changes(
    ids: readonly CommitId[],
    facts: ReadonlyMap<RepoPath, FileFacts>,
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly ChangedUnits[]>, ContextError>
}
