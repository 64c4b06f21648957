import {
  err,
  LOG_OUTPUT_SCHEMA,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  STATUS_OUTPUT_SCHEMA,
  SUMMARY_OUTPUT_SCHEMA,
  type Diagnostic,
  type LogOutput,
  type ResultAsync,
  type StatusOutput,
  type SummaryOutput,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { QueryContext } from '../read/query-context.ts'
import type { ReadError } from '../read/read-error.ts'
import { repositoryPath } from '../read/repository-path.ts'
import { NO_COMMITS } from '../read/repository-notices.ts'
import { DEFAULT_LOG_LIMIT, type LogQuery } from './log/log-query.ts'
import type { SummaryQuery } from './summary/summary-query.ts'

type Find<Q, O> = (query: Q, base: QueryContext, call: CallOptions) => ResultAsync<O, ReadError>

/**
 * Wraps a query about everything recorded. It returns `nothing` while `HEAD` has no commit and no note exists. If notes
 * exist, as after `git checkout --orphan`, the missing commit stays an error.
 */
export function withEmptyAnswer<Q, O>(find: Find<Q, O>, nothing: (query: Q) => O): Find<Q, O> {
  return (query, base, call) =>
    safeTry(async function* () {
      const found = await find(query, base, call)
      if (found.isOk() || !isUnbornHead(found.error)) return found
      for (const ref of base.notesRefs) {
        if ((yield* base.git.notesTip(ref, call)) !== undefined) return err(found.error)
      }
      return ok(nothing(query))
    })
}

function isUnbornHead({ code, data }: ReadError): boolean {
  return code === 'revision_not_found' && data?.['revision'] === 'HEAD'
}

const ANSWER: { readonly diagnostics: readonly Diagnostic[]; readonly trimmed: null } = {
  diagnostics: [NO_COMMITS],
  trimmed: null,
}

/** Returns the answer of `status` before the first commit. */
export function emptyStatus(): StatusOutput {
  return {
    $schema: STATUS_OUTPUT_SCHEMA,
    query: { at: 'HEAD', commit: '' },
    refs: [],
    recorded: {
      ...{ annotations: 0, in_history: 0, elsewhere: 0, missing: 0, repository_rules: 0, annotations_read: 0 },
      ...{ unreadable: 0, enhanced: 0, inferred: 0, regions: 0, constraints: 0, risks: 0, rejected_alternatives: 0 },
      ...{ dependencies: 0, cross_cutting: 0, corrected: 0, acknowledged: 0 },
    },
    coverage: { commits: 0, recent_commits: 0, recent_annotated: 0, files: 0, annotated_files: 0, folders: [] },
    sharing: [],
    activity: [],
    ...ANSWER,
  }
}

/** Returns the answer of `log` before the first commit. */
export function emptyLog({
  before,
  limit = DEFAULT_LOG_LIMIT,
  paths = [],
  range = 'HEAD',
  since,
}: LogQuery): LogOutput {
  return {
    $schema: LOG_OUTPUT_SCHEMA,
    query: { range, commit: '', ...omitEmpty({ paths }), ...omitUndefined({ before, since }), limit },
    entries: [],
    stats: { annotations: 0, entries_returned: 0 },
    ...ANSWER,
  }
}

/** Returns the answer of `summary` before the first commit. It is about a folder, because no file is committed. */
export function emptySummary({ at = 'HEAD', file }: SummaryQuery): SummaryOutput {
  return {
    $schema: SUMMARY_OUTPUT_SCHEMA,
    query: { file: repositoryPath(file) ?? '', at, commit: '', kind: 'folder' },
    units: [],
    files: [],
    stats: {
      ...{ files: 0, annotated_files: 0, annotated_units: 0, unannotated_units: 0, gone_units: 0, units_returned: 0 },
    },
    ...ANSWER,
  }
}
