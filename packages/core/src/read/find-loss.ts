import { ok, safeTry, type BlobId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileRevision } from '../contracts/git-backend.ts'
import { openBefore, type GoneCode } from './find-gone.ts'
import { anchorSegments, matchAnchor } from './match-anchor.ts'
import { outlineOnce } from './outline-once.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** States of a file that are searched for a unit. */
const MAX_STATES = 300
/** How many of them are parsed to find one that had it, and again where branches make the end of it hard to find. */
const MAX_PARSED = 10

/**
 * Returns the commit that took a unit out of a file, and the state before it. `undefined` for a unit that the file never
 * had. What is parsed are states that a word of the name became rarer after. A unit that outlived such a change ended
 * between it and now, and is searched for there by halves.
 */
export function findLoss(
  anchor: string,
  path: RepoPath,
  { head }: Pick<QueriedCommit, 'head'>,
  context: ReadContext,
): ResultAsync<GoneCode | undefined, ReadError> {
  return safeTry(async function* () {
    const needles = anchorSegments(anchor).map((segment) => new TextEncoder().encode(segment))
    const { revisions } = yield* context.fileHistory(head, path, context.call)
    const states = createPastStates(anchor, context)
    let parsed = 0
    for (const [index, revision] of revisions.slice(0, MAX_STATES).entries()) {
      const [before, after] = yield* states.contents(revision)
      if (before === undefined || !needles.some((needle) => count(before, needle) > count(after, needle))) continue
      if (parsed++ === MAX_PARSED) break
      if (!(yield* states.hasBefore(revision))) continue
      const end = yield* findEnd(revisions.slice(0, index + 1), states)
      return end === undefined ? ok(undefined) : openBefore(end, context)
    }
    return ok(undefined)
  })
}

/** Of revisions, the newest first, the last of which found the unit: the one that took it out. */
function findEnd(
  revisions: readonly FileRevision[],
  states: PastStates,
): ResultAsync<FileRevision | undefined, ReadError> {
  return safeTry(async function* () {
    // The unit is there after the revision at `alive`, where that is one, and not after the one at `dead`.
    let alive = revisions.length
    let dead = -1
    while (alive - dead > 1) {
      const middle = alive === revisions.length ? alive - 1 : Math.floor((alive + dead) / 2)
      const revision = revisions[middle]
      if (revision !== undefined && (yield* states.hasAfter(revision))) alive = middle
      else dead = middle
    }
    const last = revisions[dead]
    if (last === undefined) return ok(undefined)
    // Where branches were merged, the neighbour in this order may be no parent.
    for (const revision of [last, ...revisions.slice(0, MAX_PARSED)]) {
      if ((yield* states.hasBefore(revision)) && !(yield* states.hasAfter(revision))) return ok(revision)
    }
    return ok(undefined)
  })
}

/** What the states of a file around its revisions have. */
interface PastStates {
  /** The file before and after a revision; `undefined` where there was none. */
  contents(revision: FileRevision): ResultAsync<readonly (Uint8Array | undefined)[], ReadError>
  hasBefore(revision: FileRevision): ResultAsync<boolean, ReadError>
  hasAfter(revision: FileRevision): ResultAsync<boolean, ReadError>
}

function createPastStates(anchor: string, context: ReadContext): PastStates {
  const { call, git, pastAst } = context
  const known = new Map<BlobId, boolean>()

  function has(blob: BlobId | undefined, path: RepoPath): ResultAsync<boolean, ReadError> {
    return safeTry(async function* () {
      const found = blob === undefined ? false : known.get(blob)
      if (blob === undefined || found !== undefined) return ok(found ?? false)
      const bytes = (yield* git.readBlobs([blob], call)).get(blob)
      const content = bytes && ({ kind: 'file', id: blob, bytes } as const)
      const outline = content && (await outlineOnce(path, content, { ...context, ast: pastAst })())
      const has = matchAnchor(anchor, outline?.units ?? [], ({ name }) => name, { fuzzy: false }) !== undefined
      known.set(blob, has)
      return ok(has)
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
