import { join } from 'node:path'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import { exists } from '../host/absent-files.ts'

/** Whether a rebase is in progress in this working tree. */
export async function isRebasing({ gitDir }: RepositoryInfo): Promise<boolean> {
  if (gitDir === undefined) return false
  const found = await Promise.all(['rebase-merge', 'rebase-apply'].map((name) => exists(join(gitDir, name))))
  return found.includes(true)
}
