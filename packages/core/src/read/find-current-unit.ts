import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createPathSlots } from '../cache/path-slots.ts'
import { historyStorage } from '../history/cache-per-history-edge.ts'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { lastRevision } from './find-gone.ts'
import type * as LostUnits from './lost-units.ts'
import { matchAnchor } from './match-anchor.ts'
import type { ListUnits } from './outlines.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { UnitPlace } from './unit-place.ts'

/**
 * Finds the current place and name of a unit that is no longer in its file under its name. `undefined` when it is still
 * there, or in no file that the commit which removed it changed.
 */
export type FindCurrentUnit = (anchor: string, file: string) => ResultAsync<UnitPlace | undefined, ReadError>

/** Finds the path of a file at the queried commit: itself, or one it was renamed to. `undefined` when it is gone. */
export type FindCurrentPath = (path: string) => ResultAsync<RepoPath | undefined, ReadError>

/** Maximum number of units to follow for one answer, and of places through which one unit is followed. */
const [MAX_FOLLOWED, MAX_MOVES] = [50, 3]
/** Returns the unit with this name, or undefined if it is no longer there. */
export function unitNamed(units: readonly AstUnit[], anchor: string): AstUnit | undefined {
  return matchAnchor(anchor, units, ({ name }) => name, { fuzzy: false })?.matches[0]
}

/** Loads the search for units that are gone, which most questions do not need. */
export const loadLostUnits = (): Promise<typeof LostUnits> => import('./lost-units.ts')

/** Creates the search for paths. It follows each once. */
export function createFindPathNow(queried: QueriedCommit, context: ReadContext): FindCurrentPath {
  const known = new Map<string, ReturnType<FindCurrentPath>>()
  const find = (path: RepoPath): ReturnType<FindCurrentPath> =>
    safeTry(async function* () {
      const content = yield* context.git.readFile({ commit: queried.head }, path, context.call)
      if (content !== undefined) return ok(path)
      const last = yield* lastRevision(path, queried, context)
      return ok(last?.blob && last.path)
    })
  return (path) => {
    const found = known.get(path) ?? find(path as RepoPath)
    known.set(path, found)
    return found
  }
}

/** Version of the cached format. Raise it when units are followed by other rules. */
const FORMAT = 1

/** Creates the search. It follows each unit once per commit. `unitsOf` lists the units of files at the queried commit. */
export function createFindUnitNow(
  queried: QueriedCommit,
  context: ReadContext,
  unitsOf: ListUnits,
  pathNow: FindCurrentPath = createFindPathNow(queried, context),
): FindCurrentUnit {
  const known = new Map<string, ReturnType<FindCurrentUnit>>()
  const slots = createPathSlots<{ of: string; place: UnitPlace | null }>('lost', FORMAT, historyStorage(context))
  const of = `${queried.head} ${context.pastAst?.version ?? ''}`
  let followed = 0

  function find(anchor: string, file: string, key: string): ReturnType<FindCurrentUnit> {
    return safeTry(async function* () {
      if (unitNamed((await unitsOf(file)) ?? [], anchor) !== undefined) return ok(undefined)
      const kept = await slots.read(key)
      if (kept?.of === of) return ok(kept.place ?? undefined)
      if (followed++ >= MAX_FOLLOWED) return ok(undefined)
      const found = yield* follow({ path: file as RepoPath, name: anchor })
      await slots.write(key, { of, place: found ?? null })
      return ok(found)
    })
  }

  function follow(from: UnitPlace): ReturnType<FindCurrentUnit> {
    return safeTry(async function* () {
      let at = from
      for (let moves = 0; moves <= MAX_MOVES; moves++) {
        const there = unitNamed((await unitsOf(at.path)) ?? [], at.name)
        if (there !== undefined) return ok({ path: at.path, name: there.name })
        const { findNewPlace, findRemoval } = await loadLostUnits()
        const gone = yield* findRemoval(at.name, at.path, queried, context)
        const next = gone && (yield* findNewPlace(at.name, gone, context))
        if (next === undefined) return ok(undefined)
        at = { ...next, path: (yield* pathNow(next.path)) ?? next.path }
      }
      return ok(undefined)
    })
  }

  return (anchor, file) => {
    const key = JSON.stringify([file, anchor])
    const found = known.get(key) ?? find(anchor, file, key)
    known.set(key, found)
    return found
  }
}
