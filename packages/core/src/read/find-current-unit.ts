import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createPathSlots } from '../cache/path-slots.ts'
import { historyStorage } from '../history/cache-per-history-edge.ts'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { visitAncestors } from '../contracts/list-log.ts'
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
const FORMAT = 5
/** Maximum number of commits since a cached search for it to be used again. */
const MAX_COMMITS_SINCE = 200

/** Where a unit had gone by a commit, or that it was gone. */
interface FollowedUnit {
  readonly parser: string
  readonly head: CommitId
  readonly place: UnitPlace | null
  /** The files in which it was searched. */
  readonly paths: readonly string[]
}

/**
 * Creates the search. It follows each unit once, and again when its file was changed since. `unitsOf` lists the units
 * of files at the queried commit.
 */
export function createFindUnitNow(
  queried: QueriedCommit,
  context: ReadContext,
  unitsOf: ListUnits,
  pathNow: FindCurrentPath = createFindPathNow(queried, context),
): FindCurrentUnit {
  const known = new Map<string, ReturnType<FindCurrentUnit>>()
  const changed = new Map<CommitId, ReturnType<typeof pathsSince>>()
  const { call, git, pastAst } = context
  const slots = createPathSlots<FollowedUnit>('lost', FORMAT, historyStorage(context))
  const parser = pastAst?.version ?? ''
  let followed = 0

  /** Returns the paths changed since an ancestor; `undefined` if it is none, or too far back. */
  function pathsSince(head: CommitId): ResultAsync<ReadonlySet<string> | undefined, ReadError> {
    return safeTry(async function* () {
      if (head === queried.head) return ok(new Set<string>())
      const newer: CommitId[] = []
      let isReached = false
      yield* visitAncestors(git, queried.head, call, ({ id }) => {
        isReached = id === head
        if (!isReached) newer.push(id)
        return isReached || newer.length > MAX_COMMITS_SINCE ? 'stop' : undefined
      })
      if (!isReached || git.changedPaths === undefined) return ok(undefined)
      const paths = yield* git.changedPaths(newer, call)
      return ok(new Set([...paths.values()].flat()))
    })
  }

  /** Returns a cached result that still applies. */
  function readKept(key: string): ResultAsync<FollowedUnit | undefined, ReadError> {
    return safeTry(async function* () {
      const kept = await slots.read(key)
      if (kept?.parser !== parser) return ok(undefined)
      const since = changed.get(kept.head) ?? pathsSince(kept.head)
      changed.set(kept.head, since)
      const paths = yield* since
      if (paths === undefined || kept.paths.some((path) => paths.has(path))) return ok(undefined)
      const { place } = kept
      const isThere = place === null || unitNamed((await unitsOf(place.path)) ?? [], place.name) !== undefined
      return ok(isThere ? kept : undefined)
    })
  }

  function find(anchor: string, file: string, key: string): ReturnType<FindCurrentUnit> {
    return safeTry(async function* () {
      if (unitNamed((await unitsOf(file)) ?? [], anchor) !== undefined) return ok(undefined)
      if (followed++ === MAX_FOLLOWED) {
        const message = `More than ${MAX_FOLLOWED} units are not in their files any more; ${MAX_FOLLOWED} were followed to other files.`
        context.report({ code: 'renames_limited', severity: 'info', message })
      }
      if (followed > MAX_FOLLOWED) return ok(undefined)
      const kept = yield* readKept(key)
      if (kept !== undefined) return ok(kept.place ?? undefined)
      const paths = new Set<string>()
      const found = yield* follow({ path: file as RepoPath, name: anchor }, paths)
      const place = found ?? null
      if (git.changesOf !== undefined) await slots.write(key, { parser, head: queried.head, place, paths: [...paths] })
      return ok(found)
    })
  }

  /** Returns the current path of a file of a commit. Other files may have its former paths now. */
  function pathSince(path: RepoPath, commit: CommitId): ResultAsync<RepoPath, ReadError> {
    return safeTry(async function* () {
      let [name, named] = [path, commit]
      for (const seen = new Set<CommitId>(); !seen.has(named);) {
        seen.add(named)
        const { revisions } = yield* context.fileHistory(queried.head, name, call)
        const made = revisions.findIndex((each) => each.commit === named)
        const since = revisions.slice(0, Math.max(0, made))
        const renamed = since.findLast((each) => each.path === name && each.renamedTo !== undefined)
        if (renamed?.renamedTo !== undefined) [name, named] = [renamed.renamedTo, renamed.commit]
      }
      return ok((yield* pathNow(name)) ?? name)
    })
  }

  /** Adds the files through which a unit is followed to `paths`. */
  function follow(from: UnitPlace, paths: Set<string>): ReturnType<FindCurrentUnit> {
    return safeTry(async function* () {
      let at = from
      for (let moves = 0; moves <= MAX_MOVES; moves++) {
        paths.add(at.path)
        const there = unitNamed((await unitsOf(at.path)) ?? [], at.name)
        if (there !== undefined) return ok({ path: at.path, name: there.name })
        const { findNewPlace, findRemoval } = await loadLostUnits()
        const gone = yield* findRemoval(at.name, at.path, queried, context)
        const next = gone && (yield* findNewPlace(at.name, gone, context))
        if (gone === undefined || next === undefined) return ok(undefined)
        paths.add(next.path)
        at = { ...next, path: yield* pathSince(next.path, gone.commit) }
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
