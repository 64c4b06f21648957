import { ok, safeTry, type BlobId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileRevision } from '../contracts/git-backend.ts'
import { openBefore, type GoneCode } from './find-gone.ts'
import { anchorSegments, matchAnchor } from './match-anchor.ts'
import { outlineOnce } from './outline-once.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** States of a file that are searched for a unit. */
const MAX_STATES = 300
/** States that are parsed to find one that had it. */
const MAX_PARSED = 10
/** Revisions that are looked at one by one where the search by halves ends between branches. */
const MAX_LOOKED_AT = 10

/**
 * Returns the commit that took a unit out of a file, and the state before it. `undefined` for a unit that the file never
 * had, or had too long ago to be found within the bounds. It parses states that have every word of the name, and after
 * which one of them became rarer. Where the unit outlived such a change, it ended between it and now.
 */
export function findLoss(
  anchor: string,
  path: RepoPath,
  { head }: Pick<QueriedCommit, 'head'>,
  context: ReadContext,
): ResultAsync<GoneCode | undefined, ReadError> {
  return safeTry(async function* () {
    const needles = [...new Set(anchorSegments(anchor))].map((segment) => new TextEncoder().encode(segment))
    const { revisions } = yield* context.fileHistory(head, path, context.call)
    const states = createPastStates(anchor, context)
    let parsed = 0
    for (const [index, revision] of revisions.slice(0, MAX_STATES).entries()) {
      const [before, after] = yield* states.contents(revision)
      const times = needles.map((needle) => count(before, needle))
      if (times.includes(0) || !needles.some((needle, at) => (times[at] ?? 0) > count(after, needle))) continue
      if (parsed++ === MAX_PARSED) break
      if ((yield* states.hasBefore(revision)) !== true) continue
      const end = yield* findEnd(revisions, index, states)
      // Of a branch that had the unit for longer, the end is no change of the one that was asked about.
      if (end !== undefined) return openBefore(end, context)
    }
    return ok(undefined)
  })
}

/**
 * Returns the revision that took the unit out, of revisions with the newest first, where the state before the one at
 * `known` has the unit. `undefined`: it could not be found, or a state on the way could not be parsed.
 */
function findEnd(
  revisions: readonly FileRevision[],
  known: number,
  states: PastStates,
): ResultAsync<FileRevision | undefined, ReadError> {
  return safeTry(async function* () {
    // The unit is there after the revision at `alive`, up to `known`, and not after the one at `dead`.
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
    // Where branches were merged, the neighbour in this order may be no parent, and a merge only brings the end in.
    let merge: FileRevision | undefined
    const near = revisions.slice(dead, dead + MAX_LOOKED_AT)
    for (const revision of [...near, ...revisions.slice(0, MAX_LOOKED_AT)]) {
      if ((yield* states.hasBefore(revision)) !== true || (yield* states.hasAfter(revision)) !== false) continue
      if (revision.parents.length < 2) return ok(revision)
      merge ??= revision
    }
    return ok(merge)
  })
}

/** What the states of a file around its revisions have. */
interface PastStates {
  /** The file before and after a revision; `undefined` where there was none. */
  contents(revision: FileRevision): ResultAsync<readonly (Uint8Array | undefined)[], ReadError>
  /** Whether the unit is there before a revision; `undefined` where that state could not be parsed. */
  hasBefore(revision: FileRevision): ResultAsync<boolean | undefined, ReadError>
  hasAfter(revision: FileRevision): ResultAsync<boolean | undefined, ReadError>
}

function createPastStates(anchor: string, context: ReadContext): PastStates {
  const { call, git, pastAst } = context
  const known = new Map<string, boolean | undefined>()

  function has(blob: BlobId | undefined, path: RepoPath): ResultAsync<boolean | undefined, ReadError> {
    return safeTry(async function* () {
      if (blob === undefined) return ok(false)
      const key = `${blob} ${path}`
      if (known.has(key)) return ok(known.get(key))
      const bytes = (yield* git.readBlobs([blob], call)).get(blob)
      const content = bytes && ({ kind: 'file', id: blob, bytes } as const)
      // What is wrong with a past state says nothing about the file.
      const outline = content && (await outlineOnce(path, content, { ast: pastAst, call, report: () => undefined })())
      const found = outline && matchAnchor(anchor, outline.units, ({ name }) => name, { fuzzy: false }) !== undefined
      known.set(key, found)
      return ok(found)
    })
  }

  return {
    contents({ blob, previousBlob }) {
      const ids = [previousBlob, blob]
      return git
        .readBlobs(
          ids.filter((id) => id !== undefined),
          call,
        )
        .map((blobs) => ids.map((id) => id && blobs.get(id)))
    },
    hasBefore: ({ path, previousBlob, previousPath = path }) => has(previousBlob, previousPath),
    hasAfter: ({ blob, path }) => has(blob, path),
  }
}

function count(bytes: Uint8Array | undefined, needle: Uint8Array): number {
  const [first] = needle
  if (bytes === undefined || first === undefined) return 0
  let times = 0
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (needle.every((byte, offset) => bytes[at + offset] === byte)) times++
  }
  return times
}
