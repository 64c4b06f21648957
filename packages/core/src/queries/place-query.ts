import { err, ok, type PlaceEcho, type RepoPath, type Result } from '@chronicle/schema'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { RemedyStyle } from '../contracts/formatter.ts'
import { codedError } from '../contracts/coded-error.ts'
import { NO_HISTORY, type HistoryFacts } from '../history/history-facts.ts'
import { namesOf } from '../read/blame-scope.ts'
import type { QueryContext } from '../read/query-context.ts'
import type { ReadContext, Standpoint } from '../read/read-context.ts'
import type { ReadError } from '../read/read-error.ts'
import type { OutputFormat } from '../read/read-query.ts'
import { noNotes, SHALLOW } from '../read/repository-notices.ts'
import { resolveQuery } from '../read/resolve-query.ts'
import { resolveScope, type NamedScope } from '../read/resolve-scope.ts'
import { resolveStandpoint } from '../read/resolve-standpoint.ts'

/** What all queries about one place take. */
export interface PlaceQuery {
  /** From the repository root. */
  readonly file: string
  /** A named unit. Absent: the whole file. */
  readonly anchor?: string
  /** `WORKTREE` (the default where there is one), `INDEX`, or any revision. */
  readonly at?: string
  /** Budget for the rendered answer. Absent: no limit. */
  readonly maxTokens?: number
  /** The format that the budget is measured in; default `markdown`. */
  readonly format?: OutputFormat
  /** Measure the budget with empty fields included, and keep what the answer says twice. */
  readonly verbose?: boolean
  /** The style of remedies that the budget is measured with; default `none`. */
  readonly remedies?: RemedyStyle
}

/** The repository at the moment of a query. */
export interface Opened {
  readonly context: ReadContext
  readonly standpoint: Standpoint
  readonly view: AnnotationView
  /** `undefined` where the backend cannot walk its history: then older names are not known. */
  readonly facts: HistoryFacts | undefined
}

/** Brings the index up to date and finds the commit to stand on. What the reader should know goes to `report`. */
export async function openQuery(
  at: string | undefined,
  base: QueryContext,
  call: CallOptions,
  report: ReadContext['report'],
): Promise<Result<Opened, ReadError>> {
  const context: ReadContext = { ...base, call, report }
  const refreshing = context.index.refresh(call)
  const standing = await resolveStandpoint(context, at)
  const refreshed = await refreshing
  if (standing.isErr()) return err(standing.error)
  if (refreshed.isErr()) return err(refreshed.error)
  const standpoint = standing.value
  const view = refreshed.value
  view.diagnostics.forEach(report)
  if (view.tip === undefined) report(noNotes(context.notesRefs))
  const info = await context.git.describe(call)
  if (info.isErr()) return err(info.error)
  if (info.value.shallow) report(SHALLOW)
  // No notes: nothing can be under an older name.
  const facts = view.noteCount === 0 ? ok(NO_HISTORY) : await context.history.factsAt(standpoint.head, call)
  if (facts.isErr()) return err(facts.error)
  return ok({ context, standpoint, view, facts: facts.value })
}

/** Stage 1 of a query about one place, with the names that its file has had. */
export async function resolvePlace(query: PlaceQuery, opened: Opened): Promise<Result<NamedScope, ReadError>> {
  const { context, standpoint, facts } = opened
  const { file, anchor, maxTokens } = query
  const resolved = resolveQuery({
    files: [file],
    ...(anchor === undefined ? {} : { anchor }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  })
  if (resolved.isErr()) return err(resolved.error)
  const scopes = await resolveScope(resolved.value, standpoint, context)
  if (scopes.isErr()) return err(scopes.error)
  const [scope] = scopes.value
  if (scope === undefined) return err(codedError('internal_error', `No scope for ${file}.`))
  return ok({ ...scope, paths: namesOf(scope, facts) })
}

/** The place as it is echoed. */
export function echoPlace(query: PlaceQuery, file: RepoPath, { at, head }: Standpoint): PlaceEcho {
  const { anchor, maxTokens } = query
  return {
    file,
    ...(anchor === undefined ? {} : { anchor }),
    at,
    commit: head,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  }
}
