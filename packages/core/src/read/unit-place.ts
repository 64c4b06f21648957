import type { RepoPath } from '@chronicle/schema'

/** Where a unit is, and what it is called there. */
export interface UnitPlace {
  readonly path: RepoPath
  readonly name: string
}
