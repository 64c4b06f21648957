import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createFindCurrentPath } from '../queries/find-current-path.ts'
import { findLoss } from './find-loss.ts'
import { findNewPlace } from './find-new-place.ts'
import { matchAnchor } from './match-anchor.ts'
import { createListUnits } from './outlines.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/**
 * Tells the file that a unit is in now, of one that was taken out of the file it was recorded in. `undefined`: it is
 * there still, or in no file that the commit which took it out changed.
 */
export type FindUnitNow = (anchor: string, file: string) => ResultAsync<RepoPath | undefined, ReadError>

/** Units that are followed for one answer, and files that one of them is followed through. */
const [MAX_FOLLOWED, MAX_MOVES] = [50, 3]
/** Files that are parsed to tell whether a unit is there still. */
const MAX_PARSED = 200

/** Follows each unit once. */
export function createFindUnitNow(queried: QueriedCommit, context: ReadContext): FindUnitNow {
  const unitsOf = createListUnits(queried, context, MAX_PARSED)
  const findCurrentPath = createFindCurrentPath({ context, queried })
  const known = new Map<string, ReturnType<FindUnitNow>>()
  let followed = 0

  function find(anchor: string, file: string): ReturnType<FindUnitNow> {
    return safeTry(async function* () {
      let path = file as RepoPath
      for (let moves = 0; moves <= MAX_MOVES; moves++) {
        const units = await unitsOf(path)
        const isThere = units !== undefined && matchAnchor(anchor, units, ({ name }) => name, { fuzzy: false })
        if (isThere !== undefined && isThere !== false) return ok(moves === 0 ? undefined : path)
        if (moves === 0 && followed++ >= MAX_FOLLOWED) return ok(undefined)
        const gone = yield* findLoss(anchor, path, queried, context)
        const next = gone && (yield* findNewPlace(anchor, gone, context))
        if (next === undefined) return ok(undefined)
        path = (yield* findCurrentPath(next)) ?? next
      }
      return ok(undefined)
    })
  }

  return (anchor, file) => {
    const key = JSON.stringify([file, anchor])
    const found = known.get(key) ?? find(anchor, file)
    known.set(key, found)
    return found
  }
}
