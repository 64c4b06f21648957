import {
  compareText,
  ok,
  okAsync,
  omitUndefined,
  parsePlace,
  safeTry,
  type CrossCuttingEntry,
  type Place,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotatedCommit } from '../contracts/annotation-index.ts'
import { onlyReachable } from '../place/only-reachable.ts'
import { annotatedHomes } from './annotated-homes.ts'
import type { DependentsSearch } from './collect-dependents.ts'
import { newestNotes } from '../notes/newest-notes.ts'
import { namesInScope, type NameFilter } from './names-in-scope.ts'
import type { ReadError } from './read-error.ts'
import type { NamedScope } from './resolved-scope.ts'

/**
 * Collects the groups of places that must change together and that contain the queried code, of commits in its history,
 * ordered by commit id. What was inferred about the same places several times is there once, as the newest commit says.
 */
export function collectCrossCutting(
  scopes: readonly NamedScope[],
  anchor: string | undefined,
  search: DependentsSearch,
): ResultAsync<readonly CrossCuttingEntry[], ReadError> {
  return safeTry(async function* () {
    const { context, placing, view } = search
    const { call, correctedNotes, depsScanLimit } = context
    const refs = new Map<string, AnnotatedCommit>()
    const asked = new Map<string, NameFilter>()
    for (const scope of scopes) {
      const isAsked = await namesInScope(scope, anchor)
      for (const path of scope.paths) {
        asked.set(path, isAsked)
        for (const ref of yield* view.groups(path, call)) refs.set(ref.commit, ref)
      }
      for (const path of yield* annotatedHomes(scope, search)) {
        if (!asked.has(path)) asked.set(path, () => false)
        for (const ref of yield* view.groups(path, call)) refs.set(ref.commit, ref)
      }
    }
    const isAsked = ({ file, anchor: name = '' }: Place): boolean => asked.get(file)?.(name) ?? false
    const isIncluded = (place: Place): ResultAsync<boolean, ReadError> => {
      if (isAsked(place) || place.anchor === undefined || !asked.has(place.file)) return okAsync(isAsked(place))
      const unit = placing.unitNow(place.anchor, place.file)
      return unit.map((now) => now !== undefined && isAsked({ file: now.path, anchor: now.name }))
    }
    const reachable = yield* onlyReachable([...refs.values()], placing)
    const fetched = yield* correctedNotes(newestNotes(reachable, depsScanLimit), call)
    const time = (commit: string): number => refs.get(commit)?.committedAt ?? 0
    const oldestFirst = [...fetched.keys()].sort().sort((a, b) => time(a) - time(b))
    // What was inferred of the same places again replaces what was inferred before.
    const entries = new Map<string, CrossCuttingEntry>()
    for (const commit of oldestFirst) {
      const annotation = fetched.get(commit)?.annotation
      for (const concern of annotation?.cross_cutting ?? []) {
        let included = false
        for (const place of concern.regions) included ||= yield* isIncluded(parsePlace(place))
        if (!included) continue
        const { description, regions, nature } = concern
        const entry = { description, regions, ...omitUndefined({ nature }), commit }
        const isInferred = nature !== undefined && annotation?.context_level === 'inferred'
        entries.set(JSON.stringify([isInferred ? nature : description, [...regions].sort(), isInferred]), entry)
      }
    }
    return ok([...entries.values()].sort((a, b) => compareText(a.commit, b.commit)))
  })
}
