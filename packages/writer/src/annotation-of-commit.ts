import { formatTimestamp, omitUndefined, type Annotation } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'

/** The content of an annotation, without what is derived from its commit. */
type CommitStatements = Pick<Annotation, 'summary' | 'context_level' | 'regions'> &
  Partial<Pick<Annotation, 'cross_cutting'>> & { readonly task?: string | undefined }

/**
 * Builds the annotation of a commit. Its time is the time of the commit: there is no clock here, so that the same
 * commit gives the same bytes. The time of writing is added to the provenance when the annotation is stored.
 */
export function annotationOfCommit(
  { id, committer }: Commit,
  { task, summary, context_level, regions, cross_cutting = [] }: CommitStatements,
  squashSources: readonly string[] = [],
): Annotation {
  return {
    commit: id,
    timestamp: formatTimestamp(committer.time * 1000),
    ...omitUndefined({ task }),
    ...{ summary, context_level, regions, cross_cutting },
    provenance: {
      operation: squashSources.length === 0 ? 'initial' : 'squash',
      derived_from: squashSources,
      original_annotations_preserved: false,
    },
    read_from: [],
  }
}
