import {
  ok,
  ResultAsync,
  safeTry,
  type Annotation,
  type DependencyEntry,
  type Region,
  type RepoPath,
} from '@chronicle/schema'
import type { AnnotationView, DependentRef } from '../contracts/annotation-index.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import { newestNotes } from '../notes/newest-notes.ts'
import { onlyReachable } from '../place/only-reachable.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import { annotatedHomes } from './annotated-homes.ts'
import { unitNamed } from './find-current-unit.ts'
import { findRenamedUnits } from './find-renamed-units.ts'
import { dependenciesInScope, namesInScope, type DependencyFilter, type NameFilter } from './names-in-scope.ts'
import type { ListUnits } from './outlines.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { NamedScope } from './resolved-scope.ts'
import { roundConfidence, scoreElsewhere } from './score-elsewhere.ts'

/** A declared assumption and the region that declares it. */
export interface FoundDependent extends DependencyEntry {
  /** Current name of the unit, if the assumption uses an earlier one. */
  readonly unitNow?: string
  readonly region: Region
  readonly annotation: Annotation
}

/** Assumptions about a place, newest first. */
export interface FoundDependents {
  readonly dependents: readonly FoundDependent[]
  /** Number of annotations read to find them. */
  readonly annotationsRead: number
}

/** Dependencies of the search for dependents, shared by all files of an answer. */
export interface DependentsSearch {
  readonly context: ReadContext
  readonly queried: QueriedCommit
  readonly view: AnnotationView
  readonly placing: PlacingContext
}

/**
 * Stage 7: finds the regions anywhere in the repository, recorded in the history of the queried commit, that declare an
 * assumption about the queried code, newest first.
 */
export function findDependents(
  scopes: readonly NamedScope[],
  anchor: string | undefined,
  search: DependentsSearch,
  unitsOf: ListUnits,
): ResultAsync<FoundDependents, ReadError> {
  return safeTry(async function* () {
    const { context, queried } = search
    const dependentsOn = createDependentsOn(search)
    const entries = new Map<string, FoundDependent>()
    let annotationsRead = 0
    const add = (found: FoundDependents, names: ReadonlyMap<string, string>): void => {
      annotationsRead += found.annotationsRead
      for (const entry of found.dependents) {
        const unitNow = names.get(entry.on_anchor ?? '')
        const key = JSON.stringify([entry.commit, entry.from_file, entry.from_anchor, entry.nature])
        entries.set(key, unitNow === undefined ? entry : { ...entry, unitNow })
      }
    }
    for (const scope of scopes) {
      const isNamed = await namesInScope(scope, anchor)
      const isAsked = await dependenciesInScope(scope, anchor)
      for (const path of scope.paths) {
        const refs = (yield* dependentsOn([path])).get(path) ?? []
        const others = refs.filter((ref) => !isNamed(ref.anchor))
        const names = yield* findRenamedUnits(scope, path, others, search.placing)
        const renamed = new Map([...names].filter(([, now]) => isNamed(now)))
        const asked = refs.filter(({ anchor: name }) => isNamed(name) || renamed.has(name))
        const isMeant: DependencyFilter = (dependency) => isAsked(dependency) || renamed.has(dependency.anchor)
        add(yield* readDependents(path, asked, isMeant, queried, unitsOf, context), renamed)
      }
      for (const [path, moved] of yield* movedUnits(scope, isNamed, search, dependentsOn)) {
        const refs = (yield* dependentsOn([path])).get(path)?.filter(({ anchor: name }) => moved.has(name)) ?? []
        const isMoved: DependencyFilter = (dependency) => moved.has(dependency.anchor)
        add(yield* readDependents(path, refs, isMoved, queried, unitsOf, context), moved)
      }
    }
    const newestFirst = [...entries].sort(([a, x], [b, y]) => timeOf(y) - timeOf(x) || (a < b ? -1 : 1))
    return ok({ dependents: newestFirst.map(([, entry]) => entry), annotationsRead })
  })
}

/** Maximum number of former homes that are parsed together. The others wait, so that units can still be followed. */
const MAX_TOGETHER = 100

/** Returns, by file, the regions that depend on it and are recorded in the history of the queried commit. */
type FindDependentRefs = (
  paths: readonly RepoPath[],
) => ResultAsync<ReadonlyMap<RepoPath, readonly DependentRef[]>, ReadError>

/** Creates a search that looks once for each file. */
function createDependentsOn({ context, placing, view }: DependentsSearch): FindDependentRefs {
  const known = new Map<RepoPath, readonly DependentRef[]>()
  return (paths) =>
    safeTry(async function* () {
      const added = [...new Set(paths)].filter((path) => !known.has(path))
      const refs = yield* ResultAsync.combine(added.map((path) => view.dependents(path, context.call)))
      const reachable = new Set(yield* onlyReachable(refs.flat(), placing))
      for (const [index, path] of added.entries()) {
        known.set(path, refs[index]?.filter((ref) => reachable.has(ref)) ?? [])
      }
      return ok(known)
    })
}

/**
 * Returns the current names of units of this file that annotations name in other files, by that file and the name
 * there. Searches the files from which the units may have come.
 */
function movedUnits(
  scope: NamedScope,
  isNamed: NameFilter,
  search: DependentsSearch,
  dependentsOn: FindDependentRefs,
): ResultAsync<ReadonlyMap<RepoPath, ReadonlyMap<string, string>>, ReadError> {
  return safeTry(async function* () {
    const { placing } = search
    const found = new Map<RepoPath, ReadonlyMap<string, string>>()
    const anchorsByHome = new Map<RepoPath, readonly string[]>()
    const homes = yield* annotatedHomes(scope, search)
    const refs = yield* dependentsOn(homes)
    for (const path of homes) {
      const anchors = (refs.get(path) ?? []).map(({ anchor }) => anchor).filter((name) => name !== '')
      if (anchors.length > 0) anchorsByHome.set(path, anchors)
    }
    // Most units are still in their files, which are read together.
    const together = [...anchorsByHome.keys()].slice(0, MAX_TOGETHER)
    const unitsByHome = await Promise.all(together.map((path) => placing.unitsOf(path)))
    for (const [index, [path, anchors]] of [...anchorsByHome].entries()) {
      const units = unitsByHome[index] ?? []
      const moved = new Map<string, string>()
      // Only a limited number can be followed, so units with a queried name come first.
      for (const anchor of [...new Set(anchors)].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)))) {
        if (unitNamed(units, anchor) !== undefined) continue
        const now = yield* placing.unitNow(anchor, path)
        if (now !== undefined && scope.paths.includes(now.path) && isNamed(now.name)) moved.set(anchor, now.name)
      }
      if (moved.size > 0) found.set(path, moved)
    }
    return ok(found)
  })
}

function readDependents(
  path: RepoPath,
  refs: readonly DependentRef[],
  isAsked: DependencyFilter,
  queried: QueriedCommit,
  unitsOf: ListUnits,
  context: ReadContext,
): ResultAsync<FoundDependents, ReadError> {
  return safeTry(async function* () {
    const newest = newestNotes(refs, context.depsScanLimit)
    const all = new Set(refs.map((ref) => ref.commit)).size
    if (all > newest.length) {
      const message = `${all} annotations depend on ${neutralisePath(path)}; the newest ${newest.length} were looked at.`
      context.report({ code: 'deps_limited', severity: 'warning', message, path })
    }
    const notes = yield* context.correctedNotes(newest, context.call)
    const dependents: FoundDependent[] = []
    for (const [commit, { annotation, factors }] of notes) {
      for (const region of annotation?.regions ?? []) {
        for (const dependency of region.semantic_dependencies) {
          if (annotation === undefined || dependency.file !== path || !isAsked(dependency)) continue
          const confidence = await scoreElsewhere(region, annotation, queried, unitsOf, context)
          dependents.push({
            from_file: region.file ?? '',
            from_anchor: region.ast_anchor?.name ?? '',
            nature: dependency.nature,
            commit,
            on_file: path,
            on_anchor: dependency.anchor,
            confidence: roundConfidence(confidence * (factors.get(region) ?? 1)),
            region,
            annotation,
          })
        }
      }
    }
    return ok({ dependents, annotationsRead: newest.length })
  })
}

function timeOf({ annotation }: FoundDependent): number {
  return Date.parse(annotation.timestamp) || 0
}
