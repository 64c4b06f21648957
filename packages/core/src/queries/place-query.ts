import {
  err,
  ok,
  omitUndefined,
  Result,
  safeTry,
  type LineRange,
  type PlaceEcho,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import { createPlacingContext, type PlacingContext } from '../place/placing-context.ts'
import type { QueryContext } from '../read/query-context.ts'
import type { ReadContext, QueriedCommit } from '../read/read-context.ts'
import type { ReadError } from '../read/read-error.ts'
import type { ReadQuery } from '../read/read-query.ts'
import { noNotesNotice, SHALLOW } from '../read/repository-notices.ts'
import { rewrittenNotice } from '../reconcile/rewritten-notice.ts'
import { resolveQuery } from '../read/resolve-query.ts'
import { resolveScope } from '../read/resolve-scope.ts'
import { unitsAtLines } from '../read/units-at-lines.ts'
import { linkNotice } from '../read/symbolic-link.ts'
import type { NamedScope } from '../read/resolved-scope.ts'
import { resolveQueriedCommit } from '../read/resolve-queried-commit.ts'
import { withRevertsInHistory } from '../read/reverts-in-history.ts'

/** Arguments common to all queries about one place. */
export interface PlaceQuery extends Pick<
  ReadQuery,
  'sources' | 'historyUntil' | 'format' | 'maxTokens' | 'remedies' | 'verbose'
> {
  /** Path from the repository root. */
  readonly file: string
  /** A named unit. Absent: the whole file. */
  readonly anchor?: string | undefined
  /** Lines instead of an anchor, in the queried state: the innermost units that they touch. */
  readonly lines?: LineRange | undefined
  /** `WORKTREE` (the default if there is a working tree), `INDEX`, or any revision. */
  readonly at?: string | undefined
}

/** The state of the repository at the time of a query. */
export interface OpenedQuery {
  readonly context: ReadContext
  readonly queried: QueriedCommit
  readonly view: AnnotationView
  readonly placing: PlacingContext
}

/** Updates the index and resolves the commit to query. Diagnostics go to `report`. */
export function openQuery(
  at: string | undefined,
  base: QueryContext,
  call: CallOptions,
  report: ReadContext['report'],
): ResultAsync<OpenedQuery, ReadError> {
  return safeTry(async function* () {
    const reading: ReadContext = { ...base, call, report }
    const refreshing = reading.index.refresh(call)
    const [queried, view] = yield* Result.combine(await Promise.all([resolveQueriedCommit(reading, at), refreshing]))
    const context = withRevertsInHistory(reading, queried)
    view.diagnostics.forEach(report)
    if (view.tip === undefined) report(yield* noNotesNotice(context))
    const info = yield* context.git.describe(call)
    if (info.shallow) report(SHALLOW)
    const rewritten = await rewrittenNotice(context, view.tip)
    if (rewritten !== undefined) report(rewritten)
    return ok({ context, queried, view, placing: createPlacingContext(context, queried) })
  })
}

/** Stage 1 of a query about one place: resolves the place, with all names its file has had. */
export function resolvePlace(query: PlaceQuery, opened: OpenedQuery): ResultAsync<NamedScope, ReadError> {
  return safeTry(async function* () {
    const { context, queried, view } = opened
    const { file, anchor, lines, maxTokens, sources } = query
    const resolved = yield* resolveQuery({
      files: [file],
      ...omitUndefined({ anchor, lines, sources, maxTokens }),
    })
    const [scope] = yield* resolveScope(resolved, queried, context)
    if (scope === undefined) return err(codedError('internal_error', `No scope for ${file}.`))
    const link = linkNotice(scope)
    if (link !== undefined) context.report(link)
    const { committedPath, path } = scope
    // Without notes, nothing can be recorded under an earlier name.
    const revisions =
      view.noteCount === 0 ? [] : (yield* context.fileHistory(queried.head, committedPath, context.call)).revisions
    const former = revisions.flatMap((each) => [each.path, each.previousPath ?? each.path])
    const units = lines === undefined ? scope.units : await unitsAtLines(scope, lines)
    if (lines !== undefined && units === undefined) {
      const message = `No unit is at lines ${lines.start}-${lines.end} of ${neutralisePath(scope.path)}; the answer is about the file.`
      context.report({ code: 'lines_without_unit', severity: 'info', message, path: scope.path })
    }
    return ok({ ...scope, units, paths: [...new Set([path, committedPath, ...former])] })
  })
}

/** Returns the place as the answer repeats it. */
export function echoPlace(query: PlaceQuery, file: RepoPath, { at, head }: QueriedCommit): PlaceEcho {
  const { anchor, lines, maxTokens } = query
  return {
    file,
    ...omitUndefined({ anchor }),
    ...omitUndefined({ lines: lines && ([lines.start, lines.end] as const) }),
    at,
    commit: head,
    ...omitUndefined({ max_tokens: maxTokens }),
  }
}
