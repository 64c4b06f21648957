import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryInfo } from '@chronicle/core/contracts'

/** Whether a rebase is under way in this working tree. */
export async function isRebasing({ gitDir }: RepositoryInfo): Promise<boolean> {
  if (gitDir === undefined) return false
  const found = await Promise.all(
    ['rebase-merge', 'rebase-apply'].map((name) =>
      stat(join(gitDir, name)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}
