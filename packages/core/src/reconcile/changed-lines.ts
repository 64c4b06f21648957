import { ok, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { CommitChanges, GitBackend, GitError, LineSpan } from '../contracts/git-backend.ts'

/**
 * The lines that a commit removed and added, by file, with the number of times each occurs. White space at their ends
 * is ignored, except that of lines whose indentation alone was changed, so that an indentation and its revert differ.
 */
export type ChangedLines = ReadonlyMap<string, number>

/** Maximum size in bytes of a file that is compared line by line. */
const MAX_FILE_BYTES = 1_000_000
/** A line that occurs in many places by chance: brackets, `else`, `end`. */
const TRIVIAL_LINE = /^\W*(?:\w{1,5}\W*)?$/

/** Reads the lines that commits changed, in one batch. Commits whose changes are unknown are missing. */
export function changedLines(
  commits: readonly CommitId[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, ChangedLines>, GitError> {
  return safeTry(async function* () {
    if (commits.length === 0 || git.changesOf === undefined) return ok(new Map())
    const changes = yield* git.changesOf(commits, call)
    const blobs = changes.flatMap(({ files }) => files.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob]))
    const wanted = [...new Set(blobs)].filter((blob) => blob !== undefined)
    const sizes = yield* git.blobSizes === undefined ? ok(new Map<BlobId, number>()) : await git.blobSizes(wanted, call)
    const small = wanted.filter((blob) => (sizes.get(blob) ?? 0) <= MAX_FILE_BYTES)
    const contents = yield* git.readBlobs(small, call)
    const decoder = new TextDecoder()
    const texts = new Map<BlobId, readonly string[]>()
    for (const [blob, bytes] of contents) texts.set(blob, decoder.decode(bytes).split('\n'))
    return ok(new Map(changes.filter(isKnown).map((each) => [each.commit, linesOf(each, texts)])))
  })
}

function isKnown({ cutOff }: CommitChanges): boolean {
  return cutOff !== true
}

function linesOf({ files }: CommitChanges, texts: ReadonlyMap<BlobId, readonly string[]>): ChangedLines {
  const changed = { '-': new Map<string, string[]>(), '+': new Map<string, string[]>() }
  const collect = (sign: '-' | '+', path: string | undefined, blob: BlobId | undefined, span: LineSpan): void => {
    if (blob === undefined || path === undefined || span.count === 0) return
    for (const line of texts.get(blob)?.slice(span.start - 1, span.start - 1 + span.count) ?? []) {
      const text = line.trim()
      if (TRIVIAL_LINE.test(text)) continue
      const key = `${path}\0${text}`
      const lines = changed[sign].get(key)
      if (lines === undefined) changed[sign].set(key, [line])
      else lines.push(line)
    }
  }
  for (const { oldPath, newPath, oldBlob, newBlob, hunks } of files) {
    for (const hunk of hunks) {
      collect('-', oldPath, oldBlob, hunk.old)
      collect('+', newPath, newBlob, hunk.new)
    }
  }
  const counts = new Map<string, number>()
  for (const sign of ['-', '+'] as const) {
    const others = changed[sign === '-' ? '+' : '-']
    for (const [key, lines] of changed[sign]) {
      const isIndented = others.has(key)
      for (const line of lines) {
        const name = `${sign}${key}${isIndented ? `\0${line.trimEnd()}` : ''}`
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    }
  }
  return counts
}

/** Returns the number of lines. */
export function countLines(lines: ChangedLines): number {
  let sum = 0
  for (const count of lines.values()) sum += count
  return sum
}

/** Returns the number of lines that both have. */
export function countShared(lines: ChangedLines, others: ChangedLines): number {
  let sum = 0
  for (const [line, count] of lines) sum += Math.min(count, others.get(line) ?? 0)
  return sum
}

/** Returns the changed lines without added lines that a later change removed again. */
export function withoutRemovedLater(lines: ChangedLines, later: readonly ChangedLines[]): ChangedLines {
  const left = new Map<string, number>()
  for (const [line, count] of lines) {
    const undone = line.startsWith('+') ? `-${line.slice(1)}` : undefined
    const removed = undone === undefined ? 0 : later.reduce((sum, change) => sum + (change.get(undone) ?? 0), 0)
    if (count > removed) left.set(line, count - removed)
  }
  return left
}
