import { ok, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'

const OBJECT_ID = /(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/g

/**
 * Returns the commits that need no successor because another commit already has their annotation: it says that it was
 * derived from them, or its note is byte-identical except for the commit id.
 */
export function knownElsewhere(
  commits: readonly CommitId[],
  notes: ReadonlyMap<CommitId, readonly BlobId[]>,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlySet<CommitId>, GitError> {
  return safeTry(async function* () {
    if (commits.length === 0) return ok(new Set())
    const wanted = new Set<string>(commits)
    const known = new Set<CommitId>()
    const texts = new Map<string, CommitId[]>()
    const decoder = new TextDecoder()
    const all = [...notes]
    for (let from = 0; from < all.length; from += NOTES_AT_ONCE) {
      const part = all.slice(from, from + NOTES_AT_ONCE)
      const contents = yield* git.readBlobs([...new Set(part.flatMap(([, blobs]) => blobs))], call)
      for (const [commit, blobs] of part) {
        const text = blobs.map((blob) => decoder.decode(contents.get(blob) ?? new Uint8Array())).join('\n')
        const derived = text.indexOf('"derived_from"')
        if (derived >= 0) {
          for (const [id] of text.slice(derived).matchAll(OBJECT_ID)) {
            if (id !== commit && wanted.has(id)) known.add(id as CommitId)
          }
        }
        const plain = text.replaceAll(commit, '')
        const same = texts.get(plain)
        if (same === undefined) texts.set(plain, [commit])
        else same.push(commit)
      }
    }
    for (const same of texts.values()) {
      // At least one of several identical notes must be on a commit that is not lost, or that is already known to be
      // covered.
      if (same.some((commit) => !wanted.has(commit) || known.has(commit)))
        same.forEach((commit) => wanted.has(commit) && known.add(commit))
    }
    return ok(known)
  })
}

const NOTES_AT_ONCE = 1000
