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

/** The knowledge about one state of a repository. */
export interface KnowledgeSnapshot {
  /** The commit whose history is known; absent where there is none. */
  readonly commit: CommitId | undefined
  /** In byte order of their paths. */
  readonly files: readonly IndexedFile[]
  /** Paths of all files of the state, indexed or not, in byte order. */
  readonly paths: readonly RepoPath[]
  file(path: string): IndexedFile | undefined
  /** Facts of files. Files that are not indexed are missing from the map. */
  facts(paths: readonly RepoPath[], call?: CallOptions): ResultAsync<ReadonlyMap<RepoPath, FileFacts>, ContextError>
  /** Import statements of files, without the rest of their facts. */
  imports(
    paths: readonly RepoPath[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<RepoPath, readonly ImportFacts[]>, ContextError>
  /** The files that hold each term. */
  postings(
    terms: readonly string[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly FilePosting[]>, ContextError>
  readonly commits: KnownCommits
  readonly annotations: KnownAnnotations
  /** Texts of files in this state. Files that are binary or not there are missing from the map. */
  texts(paths: readonly RepoPath[], call?: CallOptions): ResultAsync<ReadonlyMap<RepoPath, string>, ContextError>
  /** Says which files an import leads to. Made when it is first needed. */
  importResolver(call?: CallOptions): ResultAsync<ResolveImport, ContextError>
  /** Where the knowledge is kept, for what is known beside it. */
  readonly store: KnowledgeStore
}

/** A file that holds a term: counts of `FILE_FIELDS`, and after them pairs of symbol and weight. */
export interface FilePosting {
  readonly file: IndexedFile
  readonly counts: readonly number[]
}

/** Past commits that tell something, ancestors of the state. */
export interface KnownCommits {
  readonly count: number
  /** Parents before children, those included that tell nothing. */
  readonly ids: readonly CommitId[]
  /** Whether the commit is the one of the state, or an ancestor of it. */
  isAncestor(commit: CommitId): boolean
  /** Mean length of their messages, in terms. */
  readonly averageLength: number
  postings(
    terms: readonly string[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly Posting[]>, ContextError>
  lengthOf(id: string): number
  read(ids: readonly string[], call?: CallOptions): ResultAsync<ReadonlyMap<string, CommitFacts>, ContextError>
  /** The units of some files that each commit changed, by their names of today. */
  changes(
    ids: readonly CommitId[],
    facts: ReadonlyMap<RepoPath, FileFacts>,
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly ChangedUnits[]>, ContextError>
}
