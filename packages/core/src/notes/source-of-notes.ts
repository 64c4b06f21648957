import { err, ok, ResultAsync, type CommitId, type Result } from '@chronicle/schema'
import type {
  AnnotationSource,
  AnnotationSourceError,
  SourcedAnnotations,
  SourcedCommit,
  SourceOptions,
} from '../contracts/annotation-source.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadContext } from '../read/read-context.ts'

/** Commits whose notes are read at one go. */
const COMMITS_AT_ONCE = 256

/**
 * The notes of commits, with their corrections applied and without the regions that were retracted. `maxCommits` does
 * not bound it: what is recorded is known already.
 */
export function sourceOfNotes({
  correctedNotes,
  index,
}: Pick<ReadContext, 'correctedNotes' | 'index'>): AnnotationSource {
  async function read(
    commits: readonly CommitId[],
    { until, ...call }: SourceOptions,
  ): Promise<Result<SourcedAnnotations, AnnotationSourceError>> {
    const wanted = [...new Set(commits)]
    const found = new Map<CommitId, SourcedCommit>()
    if (call.signal?.aborted === true) return err(codedError('aborted', 'Reading the notes of commits was aborted.'))
    if (wanted.length === 0) return ok({ commits: found, unasked: [] })
    const view = await index.refresh(call)
    if (view.isErr()) return err(view.error)
    for (let from = 0; from < wanted.length; from += COMMITS_AT_ONCE) {
      if (until?.aborted === true) return ok({ commits: found, unasked: wanted.slice(from) })
      const some = wanted.slice(from, from + COMMITS_AT_ONCE)
      const refs = await view.value.find(some, call)
      if (refs.isErr()) return err(refs.error)
      const notes = await correctedNotes([...refs.value.values()], call)
      if (notes.isErr()) return err(notes.error)
      for (const commit of some) {
        const { annotation, diagnostics = [] } = notes.value.get(commit) ?? {}
        found.set(commit, { ...(annotation === undefined ? {} : { annotation }), origin: 'notes', diagnostics })
      }
    }
    return ok({ commits: found, unasked: [] })
  }

  return {
    name: 'notes',
    origin: 'notes',
    annotationsOf: (commits, options = {}) => new ResultAsync(read(commits, options)),
  }
}
