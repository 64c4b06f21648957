import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './git-environment.ts'
import type { LocatedRepository } from './locate-repository.ts'

/** A file that never exists, which git treats as an empty index. */
const NO_INDEX = 'chronicle-no-index'

/**
 * Returns variables that make git compare commits by their objects alone. With an index, git first looks for the
 * content of each blob in the working tree, which takes longer than the comparison if a commit has many files. A sparse
 * working tree keeps its index, because only the index may contain the attributes of omitted files.
 */
export function withoutIndex({ gitDir }: Pick<LocatedRepository, 'gitDir'>): Environment {
  return existsSync(join(gitDir, 'info', 'sparse-checkout')) ? {} : { GIT_INDEX_FILE: join(gitDir, NO_INDEX) }
}
