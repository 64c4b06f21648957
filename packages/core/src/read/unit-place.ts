import type { RepoPath } from '@chronicle/schema'

/** The place of a unit and its name there. */
export interface UnitPlace {
  readonly path: RepoPath
  readonly name: string
}
