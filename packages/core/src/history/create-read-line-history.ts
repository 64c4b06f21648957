import { ok, omitUndefined, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileRevision, GitError } from '../contracts/git-backend.ts'
import { createSingleFlight } from '../contracts/single-flight.ts'
import { createOpenChangeExtents } from './change-extents.ts'
import { findCommittedLines } from './committed-lines.ts'
import {
  followLines,
  type FindOlder,
  type FollowBounds,
  type FollowStart,
  type LineHistoryDependencies,
} from './follow-lines.ts'
import { settleNames } from './followed-history.ts'
import { createLineHistoryCache } from './line-history-cache.ts'
import { LINE_HISTORY_FORMAT, type LineHistory, type LineHistoryRequest, type ReadLineHistory } from './line-history.ts'
import type { FollowedLines } from './narrow-edits.ts'
import { createPastRevisions } from './past-revisions.ts'
import { revisionsKey } from './revisions-key.ts'

/** Maximum number of revisions of a file to examine for one history. */
const MAX_REVISIONS = 2000

/**
 * Creates a reader of line histories. Complete histories are cached in memory and in `storage`, by object ids. A history
 * that comes to lines whose history is cached continues with that one.
 */
export function createReadLineHistory(dependencies: LineHistoryDependencies): ReadLineHistory {
  const { fileHistory, git, pastAst, storage } = dependencies
  const maker = `${LINE_HISTORY_FORMAT} ${pastAst === undefined ? '' : `${pastAst.name}@${pastAst.version}`}`
  const cache = createLineHistoryCache(storage)
  const changeExtents = createOpenChangeExtents(storage)
  const past = createPastRevisions(git)
  const share = createSingleFlight<LineHistory, GitError>()

  /** Returns the cache key of lines in the state that a revision of the file created. */
  function keyOf(
    { blob, commit }: Partial<FileRevision>,
    { name, spans }: FollowedLines,
    maxRevisions: number,
  ): string {
    const ranges = spans.map(({ start, end }) => `${start}-${end}`).join(',')
    return [maker, commit ?? '', blob ?? '', ranges, maxRevisions, name ?? ''].join('\0')
  }

  function read(request: LineHistoryRequest, call: CallOptions): ResultAsync<LineHistory, GitError> {
    return safeTry(async function* () {
      const { at, committedPath, head, lines, maxRevisions = MAX_REVISIONS, until } = request
      const path = committedPath ?? request.path
      const committed = yield* findCommittedLines(request, dependencies, call)
      if (committed === undefined) {
        return ok({ revisions: [], ...(typeof at !== 'object' && { uncommitted: { changed: [lines] } }) })
      }
      const { blob, name, spans, uncommitted } = committed
      const edited = uncommitted === undefined ? {} : { uncommitted: { changed: uncommitted } }
      if (spans.length === 0) return ok({ revisions: [], ...edited })

      const { revisions } = yield* fileHistory(head, path, call)
      const key = keyOf({ ...revisions[0], blob }, { name, spans }, maxRevisions)
      const known = await cache.get(path, key, () => revisionsKey(revisions))
      if (known !== undefined) return ok({ ...(yield* settleNames(known)).history, ...edited })

      const following = { path, blob, head, spans, name, revisions }
      const follow = (all: CallOptions): ResultAsync<LineHistory, GitError> =>
        followAndKeep(key, following, { maxRevisions, until }, all)
      // A query with its own time limit does not share work with others.
      const history = yield* until === undefined ? await share(`${path}\0${key}`, call, follow) : await follow(call)
      return ok({ ...history, ...edited })
    })
  }

  function followAndKeep(
    key: string,
    start: FollowStart,
    bounds: FollowBounds,
    call: CallOptions,
  ): ResultAsync<LineHistory, GitError> {
    return safeTry(async function* () {
      const { shallow } = yield* git.describe(call)
      const { path, revisions } = start
      const findOlder: FindOlder = (at, lines) => {
        const older = keyOf(revisions[at] ?? {}, lines, bounds.maxRevisions)
        return cache.get(path, older, () => revisionsKey(revisions.slice(at)))
      }
      const found = yield* followLines(start, bounds, { ...dependencies, changeExtents, findOlder, past }, call)
      const unseen = found.history.unseen ?? (shallow ? ({ reason: 'shallow', revisions: 0 } as const) : undefined)
      const followed = { ...found.followed, ...omitUndefined({ unseen }) }
      if (unseen?.reason !== 'stopped') await cache.set(path, key, { revisions: revisionsKey(revisions), followed })
      return ok({ ...found.history, ...omitUndefined({ unseen }) })
    })
  }

  return (request, call = {}) => readUntil(request, call)

  /** Returns an empty history if listing the file's revisions alone took all the time. */
  function readUntil(request: LineHistoryRequest, call: CallOptions): ResultAsync<LineHistory, GitError> {
    return safeTry(async function* () {
      const { until } = request
      if (until === undefined) return read(request, call)
      const signal = call.signal === undefined ? until : AbortSignal.any([call.signal, until])
      const found = await read(request, { ...call, signal })
      const stopped = found.isErr() && found.error.code === 'aborted' && call.signal?.aborted !== true
      return stopped ? ok({ revisions: [], unseen: { reason: 'stopped', revisions: 0 } }) : found
    })
  }
}
