import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitId } from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import { undefinedIfMissing } from '../host/absent-files.ts'

/** One entry of the reflog of `HEAD`. */
export interface ReflogEntry {
  readonly from: CommitId
  readonly to: CommitId
  /** Seconds since the epoch. */
  readonly time: number
  /** The action of git: `commit (amend): Add a pool`, `rebase (start): checkout main`. */
  readonly action: string
}

/** Maximum number of bytes to read, from the end: 10,000 steps of a rebase take about 2 MB. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Reads the reflog of `HEAD` of this working tree, oldest first. Returns an empty list if git keeps none; `reconcile`
 * then finds rewrites later.
 */
export async function readReflog({ gitDir }: RepositoryInfo): Promise<readonly ReflogEntry[]> {
  if (gitDir === undefined) return []
  const file = await open(join(gitDir, 'logs', 'HEAD')).catch(undefinedIfMissing)
  if (file === undefined) return []
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - MAX_BYTES)
    const bytes = Buffer.alloc(size - start)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    return bytes
      .subarray(0, bytesRead)
      .toString('utf8')
      .split('\n')
      .flatMap((line) => parseReflogLine(line) ?? [])
  } finally {
    await file.close()
  }
}

/** Parses `<old> <new> <name> <email> <time> <zone>\t<action>`. Returns `undefined` for any other line. */
function parseReflogLine(line: string): ReflogEntry | undefined {
  const [, from, to, time, action] =
    /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*?> (\d+) [-+]\d+(?:\t(.*))?$/u.exec(line) ?? []
  if (from === undefined || to === undefined) return undefined
  return { from: from as CommitId, to: to as CommitId, time: Number(time), action: action ?? '' }
}
