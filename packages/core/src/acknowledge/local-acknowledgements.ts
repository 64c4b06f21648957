import {
  acknowledgementDocument,
  MIN_FINDING_DIGITS,
  parseAcknowledgement,
  type CommitId,
  type StoredAcknowledgement,
} from '@chronicle/schema'
import { readJson, writeJson } from '../cache/json-cache.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'

/**
 * Reads the acknowledgements for uncommitted edits. There is no commit to store them on, so they are beside the caches
 * of this repository, under the commit that the edits are based on.
 */
export async function readLocalAcknowledgements(
  base: CommitId,
  findings: readonly string[],
  storage: CacheStorage | undefined,
): Promise<readonly StoredAcknowledgement[]> {
  if (storage === undefined) return []
  const read = await Promise.all(findings.map((finding) => readJson<unknown>(storage, keyOf(base, finding))))
  return read.map(parseAcknowledgement).filter((each) => each !== undefined)
}

/** Stores an acknowledgement. Returns `false` if it could not be stored. */
export async function writeLocalAcknowledgement(
  base: CommitId,
  acknowledgement: StoredAcknowledgement,
  storage: CacheStorage,
): Promise<boolean> {
  return writeJson(storage, keyOf(base, acknowledgement.finding), acknowledgementDocument(acknowledgement))
}

/** Returns a separate key for each finding, so that two processes do not overwrite each other's acknowledgements. */
function keyOf(base: CommitId, finding: string): string {
  return `acknowledgements/${base}/${finding.slice(0, MIN_FINDING_DIGITS)}`
}
