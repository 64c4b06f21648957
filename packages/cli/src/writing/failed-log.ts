import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CodedError, CommitId } from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'

/** Where commits are named that could not be written about, one JSON object a line. */
export function failedLogOf({ chronicleDir }: RepositoryInfo): string | undefined {
  return chronicleDir === undefined ? undefined : join(chronicleDir, 'failed.log')
}

/** Adds a line to the log, of one commit or of a run as a whole. A log that cannot be written keeps nothing from being done: the receipt says the same. */
export async function recordFailure(
  { info, now = () => new Date() }: { readonly info: RepositoryInfo; readonly now?: () => Date },
  commit: CommitId | undefined,
  { code, message }: CodedError,
): Promise<void> {
  const path = failedLogOf(info)
  if (path === undefined) return
  const line = `${JSON.stringify({ time: now().toISOString(), commit, code, message })}\n`
  const write = (): Promise<void> => appendFile(path, line)
  await write().catch(() =>
    mkdir(dirname(path), { recursive: true })
      .then(write)
      .catch(() => undefined),
  )
}
