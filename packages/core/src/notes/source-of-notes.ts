import { err, ok, omitUndefined, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type {
  AnnotationSource,
  AnnotationSourceError,
  SourcedAnnotations,
  SourcedCommit,
  SourceOptions,
} from '../contracts/annotation-source.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadContext } from '../read/read-context.ts'

/** Number of commits whose notes are read in one batch. */
const COMMITS_AT_ONCE = 256

/**
 * Creates a source of the notes of commits, with corrections applied and retracted regions removed. `maxCommits` does
 * not limit it: the notes are recorded already.
 */
export function sourceOfNotes({
  correctedNotes,
  index,
}: Pick<ReadContext, 'correctedNotes' | 'index'>): AnnotationSource {
  function read(
    commits: readonly CommitId[],
    { until, ...call }: SourceOptions,
  ): ResultAsync<SourcedAnnotations, AnnotationSourceError> {
    return safeTry(async function* () {
      const wanted = [...new Set(commits)]
      const found = new Map<CommitId, SourcedCommit>()
      if (call.signal?.aborted === true) return err(codedError('aborted', 'Reading the notes of commits was aborted.'))
      if (wanted.length === 0) return ok({ commits: found, unasked: [] })
      const view = yield* index.refresh(call)
      for (let from = 0; from < wanted.length; from += COMMITS_AT_ONCE) {
        if (until?.aborted === true) return ok({ commits: found, unasked: wanted.slice(from) })
        const some = wanted.slice(from, from + COMMITS_AT_ONCE)
        const refs = yield* view.find(some, call)
        const notes = yield* correctedNotes([...refs.values()], call)
        for (const commit of some) {
          const { annotation, diagnostics = [] } = notes.get(commit) ?? {}
          found.set(commit, { ...omitUndefined({ annotation }), origin: 'notes', diagnostics })
        }
      }
      return ok({ commits: found, unasked: [] })
    })
  }

  return {
    name: 'notes',
    origin: 'notes',
    annotationsOf: (commits, options = {}) => read(commits, options),
  }
}
