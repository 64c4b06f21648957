import { DEFAULT_NOTES_REF, DOCTOR_REPORT_SCHEMA, err, ok } from '@chronicle/schema'
import type { CodedError, CommitId, NotesRef, QualityReport, ResultAsync } from '@chronicle/schema'
import type { ReviewOptions } from '@chronicle/node'
import type { ReviewRequest } from '@chronicle/writer'
import type { Repository } from '../host/command-host.ts'

/**
 * Reviews the annotations. Before the first commit, returns an empty report instead of an error, unless the request
 * names a commit or range.
 */
export function reviewAnnotations(
  { review }: Repository,
  request: ReviewRequest,
  options: ReviewOptions,
): ResultAsync<QualityReport, CodedError> {
  return review(request, options).orElse((error) => {
    const isUnborn = error.code === 'revision_not_found' && error.data?.['revision'] === 'HEAD'
    const isNarrow = request.commit !== undefined || request.range !== undefined
    return isUnborn && !isNarrow ? ok(emptyReport(options.notesRefs ?? [DEFAULT_NOTES_REF])) : err(error)
  })
}

function emptyReport(notesRefs: readonly NotesRef[]): QualityReport {
  const message = 'HEAD names a branch that has no commit yet, so there was nothing to review. Commit first.'
  return {
    $schema: DOCTOR_REPORT_SCHEMA,
    commit: '' as CommitId,
    notes_refs: notesRefs,
    scope: {},
    coverage: {
      ...{ commits: 0, enhanced: 0, inferred: 0, nothing_to_record: 0, unannotated: 0, nothing_found: 0 },
      ...{ newest_unannotated: [], unannotated_files: [] },
    },
    notes: { found: 0, reviewed: 0 },
    findings: [],
    counts: {},
    environment: [],
    diagnostics: [{ code: 'no_commits', severity: 'info', message }],
  }
}
