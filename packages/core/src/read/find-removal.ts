import { ok, safeTry, type BlobId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { FileRevision } from '../contracts/git-backend.ts'
import { listRevisions } from '../history/file-history.ts'
import { openBefore, type RemovedCode } from './find-gone.ts'
import { anchorSegments, matchAnchor } from './match-anchor.ts'
import { outlineOnce } from './outline-once.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** Maximum number of states of a file to search for a unit. */
const MAX_STATES = 300
/** Maximum number of revisions whose states are read in one batch. */
const BLOCK = 8
/** Maximum number of states to parse to find one that contained it. */
const MAX_PARSED = 10
/** Maximum number of revisions to examine one by one when the binary search ends between branches. */
const MAX_LOOKED_AT = 10

/**
 * Returns the commit that removed a unit from a file, and the state before it. `undefined` when the file never had the
 * unit, or had it too long ago to be found within the limits. With `qualified`, only a unit whose name has every
 * queried segment counts.
 *
 * It first parses states that contain every word of the name and after which the last word occurs less often, then
 * states at growing distances, because a file can still mention a unit that it no longer defines. If the unit still
 * exists after such a change, it was removed between that change and now.
 */
export function findRemoval(
  anchor: string,
  path: RepoPath,
  { head }: Pick<QueriedCommit, 'head'>,
  context: ReadContext,
  options: { readonly qualified?: boolean } = {},
): ResultAsync<RemovedCode | undefined, ReadError> {
  return safeTry(async function* () {
    const history = yield* context.fileHistory(head, path, context.call)
    const revisions = history.revisions.slice(0, MAX_STATES)
    const states = createPastStates(anchor, options.qualified === true, context)
    let parsed = 0
    let counted = 0
    for (const [index, revision] of revisions.entries()) {
      if (index === counted) {
        // Most units were removed by one of the first revisions, so the batches begin small.
        counted = Math.min(2 * index + 1, index + BLOCK)
        yield* states.countWords(revisions.slice(index, counted))
      }
      if (!states.losesWord(revision)) continue
      if (parsed++ === MAX_PARSED) break
      // If another branch had the unit for longer, its end there is not the change that was queried.
      const end = yield* findRemovingRevision(revisions, index, states, context)
      if (end !== undefined) return openBefore(end, context)
    }
    for (let index = 0; index < revisions.length; index = 2 * index + 1) {
      const end = yield* findRemovingRevision(revisions, index, states, context)
      if (end !== undefined) return openBefore(end, context)
    }
    return ok(undefined)
  })
}

/**
 * Returns the revision that removed the unit, if the state before the revision at `known` contains it; revisions are
 * sorted newest first. `undefined` when it does not, when the end could not be found, or when a state on the way could
 * not be parsed.
 */
function findRemovingRevision(
  revisions: readonly FileRevision[],
  known: number,
  states: PastStates,
  context: ReadContext,
): ResultAsync<FileRevision | undefined, ReadError> {
  return safeTry(async function* () {
    const start = revisions[known]
    if (start === undefined || (yield* states.hasBefore(start)) !== true) return ok(undefined)
    if (start.parents.length < 2 && (yield* states.removesAt(start))) return ok(start)
    // Invariant: the unit exists after the revision at `alive`, up to `known`, and no longer after the one at `dead`.
    let alive = known + 1
    let dead = -1
    while (alive - dead > 1) {
      const middle = alive > known ? known : Math.floor((alive + dead) / 2)
      const revision = revisions[middle]
      const isThere = revision && (yield* states.hasAfter(revision))
      if (isThere === undefined) return ok(undefined)
      if (isThere) alive = middle
      else dead = middle
    }
    if (dead < 0) return ok(undefined)
    // Where branches were merged, the neighbour in this order may not be a parent, and a merge only brings in the
    // removal.
    let merge: FileRevision | undefined
    const near = revisions.slice(dead, dead + MAX_LOOKED_AT)
    for (const revision of [...near, ...revisions.slice(0, MAX_LOOKED_AT)]) {
      if (!(yield* states.removesAt(revision))) continue
      if (revision.parents.length < 2) return ok(revision)
      merge ??= revision
    }
    return ok(merge && ((yield* findEndOnBranch(merge, states, context)) ?? merge))
  })
}

/** Returns the newest change that removed the unit, among those that a merge brought in from its other parents. */
function findEndOnBranch(
  { parents: [first, ...others], path }: FileRevision,
  states: PastStates,
  { call, git }: ReadContext,
): ResultAsync<FileRevision | undefined, ReadError> {
  return safeTry(async function* () {
    for (const from of others) {
      const exclude = first === undefined ? [] : [first]
      const revisions = yield* listRevisions(git, { from, path, exclude }, call)
      for (const revision of revisions.slice(0, MAX_STATES)) {
        if (revision.parents.length < 2 && (yield* states.removesAt(revision))) return ok(revision)
      }
    }
    return ok(undefined)
  })
}

/** Questions about the states of a file before and after its revisions. */
interface PastStates {
  /** Counts the words of the name in the states before and after revisions, in one batch. */
  countWords(revisions: readonly FileRevision[]): ResultAsync<void, ReadError>
  /**
   * Whether every word of the name occurs before a revision, and the last word occurs less often after it. The words
   * were counted before.
   */
  losesWord(revision: FileRevision): boolean
  /** Whether the unit exists before a revision; `undefined` when that state could not be parsed. */
  hasBefore(revision: FileRevision): ResultAsync<boolean | undefined, ReadError>
  hasAfter(revision: FileRevision): ResultAsync<boolean | undefined, ReadError>
  /** Whether the unit exists before a revision but not after it. */
  removesAt(revision: FileRevision): ResultAsync<boolean, ReadError>
}

function createPastStates(anchor: string, qualified: boolean, context: ReadContext): PastStates {
  const { call, git, pastAst } = context
  const segments = anchorSegments(anchor)
  const known = new Map<string, boolean | undefined>()
  const counts = new Map<BlobId, WordCounts>()

  function has(blob: BlobId | undefined, path: RepoPath): ResultAsync<boolean | undefined, ReadError> {
    return safeTry(async function* () {
      if (blob === undefined) return ok(false)
      const key = `${blob} ${path}`
      if (known.has(key)) return ok(known.get(key))
      const bytes = (yield* git.readBlobs([blob], call)).get(blob)
      const found = bytes && (yield* isNamedIn(bytes, blob, path))
      known.set(key, found)
      return ok(found)
    })
  }

  function isNamedIn(bytes: Uint8Array, id: BlobId, path: RepoPath): ResultAsync<boolean | undefined, ReadError> {
    return safeTry(async function* () {
      if (!countWords(bytes, segments).hasAll) return ok(false)
      // Problems with a past state are not reported: they say nothing about the current file.
      const silent = { ast: pastAst, call, report: () => undefined }
      const outline = await outlineOnce(path, { kind: 'file', id, bytes }, silent)()
      if (outline === undefined) return ok(undefined)
      const found = matchAnchor(anchor, outline.units, ({ name }) => name, { fuzzy: false })
      const isLong = ({ name }: AstUnit): boolean => anchorSegments(name).length >= segments.length
      return ok(found !== undefined && (!qualified || found.matches.some(isLong)))
    })
  }

  const hasBefore: PastStates['hasBefore'] = ({ path, previousBlob, previousPath = path }) =>
    has(previousBlob, previousPath)
  const hasAfter: PastStates['hasAfter'] = ({ blob, path }) => has(blob, path)
  return {
    hasBefore,
    hasAfter,
    countWords(revisions) {
      return safeTry(async function* () {
        const ids = revisions.flatMap(({ blob, previousBlob }) => [previousBlob, blob]).filter((id) => id !== undefined)
        const blobs = yield* git.readBlobs(
          [...new Set(ids)].filter((id) => !counts.has(id)),
          call,
        )
        for (const [id, bytes] of blobs) counts.set(id, countWords(bytes, segments))
        return ok()
      })
    },
    losesWord({ blob, previousBlob }) {
      const [before = NO_WORDS, after = NO_WORDS] = [previousBlob, blob].map((id) => id && counts.get(id))
      return before.hasAll && before.last > after.last
    },
    removesAt(revision) {
      return safeTry(async function* () {
        return ok((yield* hasBefore(revision)) === true && (yield* hasAfter(revision)) === false)
      })
    },
  }
}

/** How often the words of a name occur in a state of a file. */
interface WordCounts {
  readonly hasAll: boolean
  /** Number of occurrences of the last word. */
  readonly last: number
}

const NO_WORDS: WordCounts = { hasAll: false, last: 0 }

function countWords(bytes: Uint8Array, words: readonly string[]): WordCounts {
  const last = words.at(-1)
  if (last === undefined) return NO_WORDS
  const text = new TextDecoder().decode(bytes)
  return { hasAll: words.every((word) => text.includes(word)), last: text.split(last).length - 1 }
}
