import { ok, safeTry, type BlobId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitBackend, GitError } from '@chronicle/core/contracts'
import type { FileText } from '../commit-context.ts'
import { fileText } from './file-text.ts'
import { groupBySize } from './group-by-size.ts'

/** Size of the portions in which blobs are read, so that bytes and texts are not in memory twice. */
const PORTION_BYTES = 1024 * 1024

/** Returns the sizes of blobs. For a backend that does not know them, reads the blobs in portions of this many. */
export function readSizes(
  git: GitBackend,
  blobs: readonly BlobId[],
  call: CallOptions,
): ResultAsync<ReadonlyMap<BlobId, number>, GitError> {
  return safeTry(async function* () {
    if (git.blobSizes !== undefined) return git.blobSizes(blobs, call)
    const sizes = new Map<BlobId, number>()
    for (let from = 0; from < blobs.length; from += 32) {
      for (const [blob, bytes] of yield* git.readBlobs(blobs.slice(from, from + 32), call))
        sizes.set(blob, bytes.length)
    }
    return ok(sizes)
  })
}

/** Reads blobs as texts. Missing and binary blobs are omitted. */
export function readTexts(
  git: GitBackend,
  blobs: Iterable<BlobId>,
  sizes: ReadonlyMap<BlobId, number>,
  call: CallOptions,
): ResultAsync<ReadonlyMap<BlobId, FileText>, GitError> {
  return safeTry(async function* () {
    const texts = new Map<BlobId, FileText>()
    const known = [...new Set(blobs)].filter((blob) => sizes.has(blob))
    for (const portion of groupBySize(known, PORTION_BYTES, (blob) => sizes.get(blob) ?? 0)) {
      for (const [blob, content] of yield* git.readBlobs(portion, call)) {
        const text = fileText(blob, content)
        if (text !== undefined) texts.set(blob, text)
      }
    }
    return ok(texts)
  })
}
