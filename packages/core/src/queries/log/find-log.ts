import {
  err,
  LOG_OUTPUT_SCHEMA,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CommitId,
  type Diagnostic,
  type LogEntry,
  type LogOutput,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotatedCommit, NoteRef, TimePosition } from '../../contracts/annotation-index.ts'
import type { CallOptions } from '../../contracts/call-options.ts'
import { unknownRevision } from '../../contracts/require-commit.ts'
import { distinctDiagnostics } from '../../read/assemble-output.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { resolveSince } from '../../read/resolve-since.ts'
import { openQuery, type OpenedQuery } from '../place-query.ts'
import { annotatedPages } from '../recorded/annotated-pages.ts'
import { resolveRecordedPaths, type RecordedPaths } from '../recorded/recorded-paths.ts'
import { requireCount } from '../require-count.ts'
import { logEntries } from './log-entries.ts'
import { DEFAULT_LOG_LIMIT, type LogQuery } from './log-query.ts'
import { commitsOfRange, parseRange, type RangeCommits } from './resolve-range.ts'

/** Lists annotated commits, newest first. */
export function findLog(query: LogQuery, base: QueryContext, call: CallOptions): ResultAsync<LogOutput, ReadError> {
  return safeTry(async function* () {
    const { limit = DEFAULT_LOG_LIMIT, range = 'HEAD', since } = query
    yield* requireCount({ limit, ...omitUndefined({ 'token budget': query.maxTokens }) })
    const diagnostics: Diagnostic[] = []
    const ends = parseRange(range)
    const opened = yield* openQuery(ends.to, base, call, (diagnostic) => void diagnostics.push(diagnostic))
    const { context, queried, view } = opened
    const paths = yield* await resolveRecordedPaths(query.paths ?? [], opened)
    const from = yield* await resolveSince(since, context)
    const within = yield* await commitsOfRange(ends, queried.head, context)
    const before = yield* await positionOf(query.before, opened)

    const found = yield* collectEntries({ paths, before, within, since: from, limit }, opened)
    const entries = found.slice(0, limit)
    return ok({
      $schema: LOG_OUTPUT_SCHEMA,
      query: {
        range,
        commit: queried.head,
        ...omitUndefined({ paths: paths?.paths, before: query.before, since }),
        limit,
      },
      entries,
      stats: {
        annotations: view.noteCount,
        entries_returned: entries.length,
        ...omitEmpty({ more: found.length > limit }),
      },
      diagnostics: distinctDiagnostics(diagnostics),
      trimmed: null,
    })
  })
}

interface Selection {
  readonly paths: RecordedPaths | undefined
  readonly before: TimePosition | undefined
  readonly within: RangeCommits | undefined
  /** Milliseconds. */
  readonly since: number | undefined
  readonly limit: number
}

/** Collects one entry more than requested, if there is one, to know whether older ones follow. */
function collectEntries(
  { before, limit, paths, since, within }: Selection,
  opened: OpenedQuery,
): ResultAsync<readonly LogEntry[], ReadError> {
  return safeTry(async function* () {
    const isWanted = ({ commit, committedAt = -1 }: AnnotatedCommit): boolean =>
      (within === undefined || within.commits.has(commit)) && (since === undefined || committedAt * 1000 >= since)
    const entries: LogEntry[] = []
    // Commits that only the start of `A...B` has are in no history of its end.
    const everywhere = within !== undefined
    for await (const result of annotatedPages({ commits: paths?.commits, before, everywhere, isWanted }, opened)) {
      const page = yield* result
      for (let from = 0; from < page.length && entries.length <= limit; from += limit + 1) {
        const pageEntries = yield* logEntries(page.slice(from, from + limit + 1), paths, opened)
        entries.push(...pageEntries)
      }
      if (entries.length > limit) break
    }
    return ok(entries)
  })
}

/** Returns the position at which the previous page ended. */
function positionOf(
  before: string | undefined,
  { context: { call, git }, view }: OpenedQuery,
): ResultAsync<TimePosition | undefined, ReadError> {
  return safeTry(async function* () {
    if (before === undefined) return ok(undefined)
    const resolved = yield* git.resolve(before, call)
    const notes = yield* resolved === undefined ? await view.find([before], call) : ok(new Map<string, NoteRef>())
    const commit: CommitId | undefined = resolved ?? notes.get(before)?.commit
    if (commit === undefined) return err(unknownRevision(before, 'Give the last commit of the page before.'))
    const commits = await git.readCommits([commit], call)
    return commits.map((found): TimePosition => {
      const time = found.get(commit)?.committer.time
      return { commit, ...omitUndefined({ committedAt: time }) }
    })
  })
}
