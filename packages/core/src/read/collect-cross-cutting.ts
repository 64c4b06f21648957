import { ok, omitUndefined, parsePlace, safeTry, type CrossCuttingEntry, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView } from '../contracts/annotation-index.ts'
import { newestNotes } from './collect-dependents.ts'
import { namesInScope, type NameFilter } from './names-in-scope.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { NamedScope } from './resolved-scope.ts'

/** Groups of places that must change together and that the code in question belongs to, by commit id. */
export function collectCrossCutting(
  scopes: readonly NamedScope[],
  anchor: string | undefined,
  view: AnnotationView,
  { call, correctedNotes, depsScanLimit }: ReadContext,
): ResultAsync<readonly CrossCuttingEntry[], ReadError> {
  return safeTry(async function* () {
    const refs = new Map<string, AnnotatedCommit>()
    const asked = new Map<string, NameFilter>()
    for (const scope of scopes) {
      const isAsked = await namesInScope(scope, anchor)
      for (const path of scope.paths) {
        asked.set(path, isAsked)
        for (const ref of yield* view.groups(path, call)) refs.set(ref.commit, ref)
      }
    }
    const fetched = yield* correctedNotes(newestNotes([...refs.values()], depsScanLimit), call)
    const entries = new Map<string, CrossCuttingEntry>()
    for (const commit of [...fetched.keys()].sort()) {
      for (const concern of fetched.get(commit)?.annotation?.cross_cutting ?? []) {
        const included = concern.regions.some((place) => {
          const { file, anchor: name } = parsePlace(place)
          return asked.get(file)?.(name ?? '') ?? false
        })
        if (!included) continue
        const { description, regions, nature } = concern
        const entry = { description, regions, ...omitUndefined({ nature }), commit }
        entries.set(JSON.stringify([description, [...regions].sort()]), entry)
      }
    }
    return ok([...entries.values()])
  })
}
