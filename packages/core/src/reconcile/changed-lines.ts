import { ok, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { CommitChanges, GitBackend, GitError, LineSpan } from '../contracts/git-backend.ts'
import { linesOfSpan } from '../line-diff/lines-of-span.ts'

/** Numbers of times that lines occur, by sign, file and text. */
export type LineCounts = ReadonlyMap<string, number>

/** The lines that a commit removed and added. */
export interface ChangedLines {
  /** Without white space at their ends. */
  readonly trimmed: LineCounts
  /** The same lines with all of their white space. */
  readonly exact: LineCounts
  /** Whether every line that it removed was added again, with other white space at its ends or at another place. */
  readonly movesOnly: boolean
}

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
  const all = { '-': new Set<string>(), '+': new Set<string>() }
  const trimmed = new Map<string, number>()
  const exact = new Map<string, number>()
  const count = (sign: '-' | '+', path: string | undefined, blob: BlobId | undefined, span: LineSpan): void => {
    if (blob === undefined || path === undefined) return
    for (const line of linesOfSpan(texts.get(blob) ?? [], span)) {
      const text = line.trim()
      if (text === '') continue
      all[sign].add(`${path}\0${text}`)
      if (TRIVIAL_LINE.test(text)) continue
      addTo(trimmed, `${sign}${path}\0${text}`, 1)
      addTo(exact, `${sign}${path}\0${line}`, 1)
    }
  }
  for (const { oldPath, newPath, oldBlob, newBlob, hunks } of files) {
    for (const hunk of hunks) {
      count('-', oldPath, oldBlob, hunk.old)
      count('+', newPath, newBlob, hunk.new)
    }
  }
  const movesOnly = all['-'].size === all['+'].size && [...all['-']].every((key) => all['+'].has(key))
  return { trimmed, exact, movesOnly }
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Returns the lines of several changes. */
export function joinLines(all: readonly ChangedLines[]): ChangedLines {
  const joined = { trimmed: new Map<string, number>(), exact: new Map<string, number>() }
  for (const lines of all) {
    for (const form of ['trimmed', 'exact'] as const) {
      for (const [line, count] of lines[form]) addTo(joined[form], line, count)
    }
  }
  return { ...joined, movesOnly: all.every(({ movesOnly }) => movesOnly) }
}

/** Returns the number of lines. */
export function countLines({ trimmed, exact, movesOnly }: ChangedLines): number {
  let sum = 0
  for (const count of (movesOnly ? exact : trimmed).values()) sum += count
  return sum
}

/**
 * Returns the form in which the lines of two commits are compared: with their white space if one of them changed nothing
 * else, because an indentation, or a conversion of line endings, and its revert would otherwise be equal.
 */
export function comparedForm(lines: ChangedLines, others: ChangedLines): 'trimmed' | 'exact' {
  return lines.movesOnly || others.movesOnly ? 'exact' : 'trimmed'
}

/** Returns the number of lines that both have. */
export function countShared(lines: ChangedLines, others: ChangedLines): number {
  const form = comparedForm(lines, others)
  let sum = 0
  for (const [line, count] of lines[form]) sum += Math.min(count, others[form].get(line) ?? 0)
  return sum
}

/** Returns the changed lines without added lines that a later change removed, and did not add again. */
export function withoutRemovedLater(lines: ChangedLines, later: readonly ChangedLines[]): ChangedLines {
  const leftIn = (form: 'trimmed' | 'exact'): LineCounts => {
    const left = new Map<string, number>()
    for (const [line, count] of lines[form]) {
      const undone = line.startsWith('+') ? `-${line.slice(1)}` : undefined
      const removed = later.reduce((sum, { [form]: change }) => {
        const net = undone === undefined ? 0 : (change.get(undone) ?? 0) - (change.get(line) ?? 0)
        return sum + Math.max(0, net)
      }, 0)
      if (count > removed) left.set(line, count - removed)
    }
    return left
  }
  return { ...lines, trimmed: leftIn('trimmed'), exact: leftIn('exact') }
}
