import type { CommitId } from '@chronicle/schema'

/** The location and the properties of a repository. */
export interface Repository {
  readonly gitdir: string
  /** Absent in a bare repository. */
  readonly worktreeDir?: string
  /** The opened folder, relative to `worktreeDir`. */
  readonly prefix: string
  /** The commits where a shallow history ends. */
  readonly edges: ReadonlySet<CommitId>
  /** Whether objects may be missing because they were never fetched. */
  readonly partial: boolean
}
