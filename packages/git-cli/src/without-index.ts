import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './git-environment.ts'
import type { LocatedRepository } from './locate-repository.ts'

/** A file that is never there; git takes that for an empty index. */
const NO_INDEX = 'chronicle-no-index'

/**
 * Lets git compare commits by their objects alone. Where there is an index, it first looks for the content of each blob in
 * the working tree, which for a commit of many files takes longer than to compare them. A sparse working tree keeps its
 * index: the attributes of what is left out of it may be there alone.
 */
export function withoutIndex({ gitDir }: Pick<LocatedRepository, 'gitDir'>): Environment {
  return existsSync(join(gitDir, 'info', 'sparse-checkout')) ? {} : { GIT_INDEX_FILE: join(gitDir, NO_INDEX) }
}
