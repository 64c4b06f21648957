import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { NamedScope } from './resolved-scope.ts'

/** Dependencies of the search for the files that code came from. */
interface HomesSearch {
  readonly context: ReadContext
  readonly queried: QueriedCommit
  readonly view: AnnotationView
  readonly placing: PlacingContext
}

/** Returns annotated files from which units of this file may have come. */
export function annotatedHomes(
  scope: NamedScope,
  { context: { call, fileHistory }, placing, queried, view }: HomesSearch,
): ResultAsync<readonly RepoPath[], ReadError> {
  return safeTry(async function* () {
    const { committedPath, isNew, paths } = scope
    if (view.noteCount === 0 || isNew === true) return ok([])
    const history = yield* fileHistory(queried.head, committedPath, call)
    const names = ((await scope.outline())?.units ?? []).map(({ name }) => name)
    const homes = yield* placing.formerHomes({ committedPath, history, names })
    const others = [...homes.keys()].filter((path) => !paths.includes(path))
    return others.length === 0 ? ok([]) : view.mentioned(others, call)
  })
}
