import { omitUndefined, type Annotation } from '@chronicle/schema'
import { commitTime, type Commit } from '@chronicle/core/contracts'

/** The content of an annotation, without what is derived from its commit. */
type CommitStatements = Pick<Annotation, 'summary' | 'context_level' | 'regions'> &
  Partial<Pick<Annotation, 'cross_cutting'>> & { readonly task?: string | undefined }

/**
 * Builds the annotation of a commit. Its time is the time of the commit: there is no clock here, so that the same
 * commit gives the same bytes. The time of writing is added to the provenance when the annotation is stored.
 */
export function annotationOfCommit(
  commit: Commit,
  { task, summary, context_level, regions, cross_cutting = [] }: CommitStatements,
  squashSources: readonly string[] = [],
): Annotation {
  return {
    commit: commit.id,
    timestamp: timestampOfCommit(commit),
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

/** Returns the time of a commit. For a time that RFC 3339 cannot express, returns the nearest one that it can. */
export function timestampOfCommit({ committer: { time } }: Pick<Commit, 'committer'>): string {
  return commitTime(time) ?? (time > 0 ? '9999-12-31T23:59:59Z' : '1970-01-01T00:00:00Z')
}
