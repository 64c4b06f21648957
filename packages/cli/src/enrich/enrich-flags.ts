import type { RepositoryFlags } from '../host/open-repository.ts'

/** The options of `enrich` as they were given. */
export interface EnrichFlags extends RepositoryFlags {
  readonly model?: string
  readonly maxSpend?: number
  readonly dryRun?: true
  readonly promote?: true
}
