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
 * Reads the answers to findings about edits that are not committed: there is no commit to put them on, so they are kept
 * beside the caches of this repository, for the commit that the edits are made on.
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

/** Keeps an answer. `false` when it could not be stored. */
export async function writeLocalAcknowledgement(
  base: CommitId,
  acknowledgement: StoredAcknowledgement,
  storage: CacheStorage,
): Promise<boolean> {
  return writeJson(storage, keyOf(base, acknowledgement.finding), acknowledgementDocument(acknowledgement))
}

/** A file for each finding: two processes that answer at once do not overwrite each other. */
function keyOf(base: CommitId, finding: string): string {
  return `acknowledgements/${base}/${finding.slice(0, MIN_FINDING_DIGITS)}`
}
