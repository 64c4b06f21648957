import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createFindCurrentPath } from '../queries/find-current-path.ts'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { UnitPlace } from './find-gone.ts'
import type * as LostUnits from './lost-units.ts'
import { matchAnchor } from './match-anchor.ts'
import type { ListUnits } from './outlines.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/**
 * Finds the current place and name of a unit that is no longer in its file under its name. `undefined` when it is still
 * there, or in no file that the commit which removed it changed.
 */
export type FindCurrentUnit = (anchor: string, file: string) => ResultAsync<UnitPlace | undefined, ReadError>

/** Maximum number of units to follow for one answer, and of places through which one unit is followed. */
const [MAX_FOLLOWED, MAX_MOVES] = [50, 3]
/** Returns the unit with this name, or undefined if it is no longer there. */
export function unitNamed(units: readonly AstUnit[], anchor: string): AstUnit | undefined {
  return matchAnchor(anchor, units, ({ name }) => name, { fuzzy: false })?.matches[0]
}

/** Loads the search for units that are gone, which most questions do not need. */
export const loadLostUnits = (): Promise<typeof LostUnits> => import('./lost-units.ts')

/** Creates the search. It follows each unit once. `unitsOf` lists the units of files at the queried commit. */
export function createFindUnitNow(queried: QueriedCommit, context: ReadContext, unitsOf: ListUnits): FindCurrentUnit {
  const findCurrentPath = createFindCurrentPath({ context, queried })
  const known = new Map<string, ReturnType<FindCurrentUnit>>()
  let followed = 0

  function find(anchor: string, file: string): ReturnType<FindCurrentUnit> {
    return safeTry(async function* () {
      let at: UnitPlace = { path: file as RepoPath, name: anchor }
      for (let moves = 0; moves <= MAX_MOVES; moves++) {
        const units = await unitsOf(at.path)
        const there = units && unitNamed(units, at.name)
        if (there !== undefined) return ok(moves === 0 ? undefined : { path: at.path, name: there.name })
        if (moves === 0 && followed++ >= MAX_FOLLOWED) return ok(undefined)
        const { findNewPlace, findRemoval } = await loadLostUnits()
        const gone = yield* findRemoval(at.name, at.path, queried, context)
        const next = gone && (yield* findNewPlace(at.name, gone, context))
        if (next === undefined) return ok(undefined)
        at = { ...next, path: (yield* findCurrentPath(next.path)) ?? next.path }
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
