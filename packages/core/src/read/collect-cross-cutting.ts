import { err, ok, parsePlace, type CrossCuttingEntry, type Result } from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView } from '../contracts/annotation-index.ts'
import { newestNotes } from './collect-dependents.ts'
import { namesInScope, type NameFilter } from './names-in-scope.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { NamedScope } from './resolve-scope.ts'

/** Groups of places that must change together and that the code in question belongs to, by commit id. */
export async function collectCrossCutting(
  scopes: readonly NamedScope[],
  anchor: string | undefined,
  view: AnnotationView,
  { call, correctedNotes, depsScanLimit }: ReadContext,
): Promise<Result<readonly CrossCuttingEntry[], ReadError>> {
  const refs = new Map<string, AnnotatedCommit>()
  const asked = new Map<string, NameFilter>()
  for (const scope of scopes) {
    const isAsked = await namesInScope(scope, anchor)
    for (const path of scope.paths) {
      asked.set(path, isAsked)
      const groups = await view.groups(path, call)
      if (groups.isErr()) return err(groups.error)
      for (const ref of groups.value) refs.set(ref.commit, ref)
    }
  }
  const fetched = await correctedNotes(newestNotes([...refs.values()], depsScanLimit), call)
  if (fetched.isErr()) return err(fetched.error)
  const entries = new Map<string, CrossCuttingEntry>()
  for (const commit of [...fetched.value.keys()].sort()) {
    for (const concern of fetched.value.get(commit)?.annotation?.cross_cutting ?? []) {
      const included = concern.regions.some((place) => {
        const { file, anchor: name } = parsePlace(place)
        return asked.get(file)?.(name ?? '') ?? false
      })
      if (!included) continue
      const { description, regions, nature } = concern
      const entry = { description, regions, ...(nature === undefined ? {} : { nature }), commit }
      entries.set(JSON.stringify([description, [...regions].sort()]), entry)
    }
  }
  return ok([...entries.values()])
}
