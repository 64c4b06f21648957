import {
  ok,
  safeTry,
  type Annotation,
  type DependencyEntry,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView, DependentRef } from '../contracts/annotation-index.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import { findRenamedUnits } from './find-renamed-units.ts'
import { createFindUnitNow, type FindUnitNow } from './find-unit-now.ts'
import { matchAnchor } from './match-anchor.ts'
import { dependenciesInScope, namesInScope, type DependencyFilter, type NameFilter } from './names-in-scope.ts'
import type { ListUnits } from './outlines.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { NamedScope } from './resolved-scope.ts'
import { roundConfidence, scoreElsewhere } from './score-elsewhere.ts'

/** A declared assumption, with the region that declares it. */
export interface FoundDependent extends DependencyEntry {
  /** What the unit is called now, where the assumption calls it by a former name. */
  readonly unitNow?: string
  readonly region: Region
  readonly annotation: Annotation
}

/** Assumptions about a place, newest first. */
export interface FoundDependents {
  readonly dependents: readonly FoundDependent[]
  /** Annotations that were read to find them. */
  readonly annotationsRead: number
}

/** What dependents are looked for with, the same for all files of an answer. */
export interface DependentsSearch {
  readonly context: ReadContext
  readonly queried: QueriedCommit
  readonly view: AnnotationView
  readonly placing: PlacingContext
}

/** Stage 7: the regions anywhere in the repository that declare an assumption about the code in question, newest first. */
export function findDependents(
  scopes: readonly NamedScope[],
  anchor: string | undefined,
  search: DependentsSearch,
  unitsOf: ListUnits,
): ResultAsync<FoundDependents, ReadError> {
  return safeTry(async function* () {
    const { context, queried, view } = search
    const entries = new Map<string, FoundDependent>()
    let annotationsRead = 0
    const findUnitNow = createFindUnitNow(queried, context)
    for (const scope of scopes) {
      const isNamed = await namesInScope(scope, anchor)
      const isAsked = await dependenciesInScope(scope, anchor)
      for (const path of scope.paths) {
        const refs = yield* view.dependents(path, context.call)
        const others = refs.filter((ref) => !isNamed(ref.anchor))
        const names = yield* findRenamedUnits(scope, path, others, search.placing)
        const renamed = new Map([...names].filter(([, now]) => isNamed(now)))
        const asked = refs.filter(({ anchor: name }) => isNamed(name) || renamed.has(name))
        const isMeant: DependencyFilter = (dependency) => isAsked(dependency) || renamed.has(dependency.anchor)
        const found = yield* readDependents(path, asked, isMeant, queried, unitsOf, context)
        annotationsRead += found.annotationsRead
        for (const entry of found.dependents) {
          const unitNow = renamed.get(entry.on_anchor ?? '')
          const key = JSON.stringify([entry.commit, entry.from_file, entry.from_anchor, entry.nature])
          entries.set(key, unitNow === undefined ? entry : { ...entry, unitNow })
        }
      }
      for (const [path, refs] of yield* refsToMoved(scope, isNamed, findUnitNow, search)) {
        const moved = new Set(refs.map((ref) => ref.anchor))
        const isMoved: DependencyFilter = (dependency) => moved.has(dependency.anchor) && isAsked(dependency)
        const found = yield* readDependents(path, refs, isMoved, queried, unitsOf, context)
        annotationsRead += found.annotationsRead
        for (const entry of found.dependents) {
          entries.set(JSON.stringify([entry.commit, entry.from_file, entry.from_anchor, entry.nature]), entry)
        }
      }
    }
    const newestFirst = [...entries].sort(([a, x], [b, y]) => timeOf(y) - timeOf(x) || (a < b ? -1 : 1))
    return ok({ dependents: newestFirst.map(([, entry]) => entry), annotationsRead })
  })
}

/** What depends on units of other files that are in this one now. Files that they may have come from are looked at. */
function refsToMoved(
  scope: NamedScope,
  isNamed: NameFilter,
  findUnitNow: FindUnitNow,
  { context, placing, queried, view }: DependentsSearch,
): ResultAsync<ReadonlyMap<RepoPath, readonly DependentRef[]>, ReadError> {
  return safeTry(async function* () {
    const found = new Map<RepoPath, readonly DependentRef[]>()
    const { call } = context
    const { committedPath } = scope
    if (view.noteCount === 0 || scope.isNew === true) return ok(found)
    const history = yield* context.fileHistory(queried.head, committedPath, call)
    const names = ((await scope.outline())?.units ?? []).map(({ name }) => name)
    const homes = yield* placing.formerHomes({ committedPath, history, names })
    const others = [...homes.keys()].filter((path) => !scope.paths.includes(path))
    if (others.length === 0) return ok(found)
    for (const path of yield* view.mentioned(others, call)) {
      const refs = (yield* view.dependents(path, call)).filter(({ anchor }) => anchor !== '' && isNamed(anchor))
      const units = refs.length === 0 ? [] : ((await scope.outline())?.units ?? [])
      const moved = new Set<string>()
      for (const anchor of new Set(refs.map((ref) => ref.anchor))) {
        if (matchAnchor(anchor, units, ({ name }) => name, { fuzzy: false }) === undefined) continue
        const now = yield* findUnitNow(anchor, path)
        if (now !== undefined && scope.paths.includes(now)) moved.add(anchor)
      }
      if (moved.size > 0)
        found.set(
          path,
          refs.filter(({ anchor }) => moved.has(anchor)),
        )
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

/** The notes of the most recent commits, each once. */
export function newestNotes(refs: readonly AnnotatedCommit[], limit: number): readonly AnnotatedCommit[] {
  const distinct = [...new Map(refs.map((ref) => [ref.commit, ref])).values()]
  if (distinct.length <= limit) return distinct
  return distinct.sort((a, b) => (b.committedAt ?? 0) - (a.committedAt ?? 0)).slice(0, limit)
}
