import type { CommitId } from '@chronicle/schema'

/** Where a repository is and what it is like. */
export interface Repository {
  readonly gitdir: string
  /** Absent in a bare repository. */
  readonly worktreeDir?: string
  /** The folder it was opened in, relative to `worktreeDir`. */
  readonly prefix: string
  /** The commits at which history is cut off. */
  readonly edges: ReadonlySet<CommitId>
  /** Objects may be missing because they were never fetched. */
  readonly partial: boolean
}
