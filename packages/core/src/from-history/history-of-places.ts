import {
  ok,
  omitUndefined,
  safeTry,
  type CommitId,
  type LineRange,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { placeText } from '../answer/entry-texts.ts'
import { count, enumerate } from '../format/describe-output.ts'
import type { LineRevision } from '../history/line-history.ts'
import type { PlacedFile } from '../read/find-regions.ts'
import type { ReadContext, QueriedCommit } from '../read/read-context.ts'
import type { ReadError } from '../read/read-error.ts'
import { dropPredecessorRevisions } from './drop-predecessor-revisions.ts'

/** A commit that changed a queried place. */
export interface PlaceRevision {
  readonly commit: CommitId
  readonly committedAt: number
  readonly file: PlacedFile
  /** Path of the file in this commit. */
  readonly path: RepoPath
  /** The commit's change of the lines. Absent for a query about a whole file. */
  readonly lines?: LineRevision
}

/** The commits that changed the queried places. */
export interface PlaceHistory {
  /** Newest first, without duplicate commits. */
  readonly revisions: readonly PlaceRevision[]
  /** Number of known older commits that were not examined. */
  readonly unseen: number
  /** Whether the search was stopped before the end. */
  readonly isStopped: boolean
}

/** Maximum number of places of one query whose history is followed. */
const MAX_PLACES = 8
/** Maximum number of revisions of a file for a query about the whole file, newest first. */
const MAX_FILE_REVISIONS = 40

/**
 * Finds the commits that changed the places of a query: for units and lines by their line history, for files by their
 * revisions.
 */
export function historyOfPlaces(
  files: readonly PlacedFile[],
  queried: QueriedCommit,
  context: ReadContext,
  until?: AbortSignal,
): ResultAsync<PlaceHistory, ReadError> {
  return safeTry(async function* () {
    const found = new Map<CommitId, PlaceRevision>()
    let unseen = 0
    let isStopped = false
    for (const [file, range] of placesOf(files).slice(0, MAX_PLACES)) {
      const history = yield* range === undefined
        ? await fileRevisions(file, queried, context)
        : await lineRevisions(file, range, queried, context, until)
      for (const revision of history.revisions) {
        if (!found.has(revision.commit)) found.set(revision.commit, revision)
      }
      unseen += history.unseen
      isStopped ||= history.isStopped
    }
    const revisions = [...found.values()].sort((a, b) => b.committedAt - a.committedAt)
    return ok({ revisions, unseen, isStopped })
  })
}

/** Reports the places of a query whose history is not followed, because there are too many. */
export function reportUnfollowed(files: readonly PlacedFile[], { report }: Pick<ReadContext, 'report'>): void {
  const places = placesOf(files)
  const left = places.slice(MAX_PLACES).map(([{ scope }, range]) => {
    const anchor = scope.units?.find(({ lines }) => lines.start === range?.start && lines.end === range.end)?.name
    return { anchor, text: placeText(scope.path, anchor, range) }
  })
  if (left.length === 0) return
  const names = enumerate(
    left.map(({ text }) => text),
    '; ',
  )
  const message = `The history of ${MAX_PLACES} of ${count(places.length, 'place')} was read. Left out: ${names}`
  const anchor = files.length === 1 ? left.find(({ anchor: name }) => name !== undefined)?.anchor : undefined
  const remedy = anchor === undefined ? {} : { remedy: { query: 'lookup', option: 'anchor', value: anchor } as const }
  report({ code: 'history_limited', severity: 'info', message, ...remedy })
}

function placesOf(files: readonly PlacedFile[]): readonly (readonly [PlacedFile, LineRange | undefined])[] {
  return files
    .filter(({ scope }) => scope.goneSince === undefined)
    .flatMap((file) => (file.scope.ranges ?? [undefined]).map((range) => [file, range] as const))
}

function fileRevisions(
  file: PlacedFile,
  { head }: QueriedCommit,
  { call, fileHistory }: ReadContext,
): ResultAsync<PlaceHistory, ReadError> {
  return fileHistory(head, file.scope.committedPath, call).map(({ revisions }) => {
    const newest = revisions.slice(0, MAX_FILE_REVISIONS)
    return {
      revisions: newest.map(({ commit, committedAt, path }) => ({ commit, committedAt, file, path })),
      unseen: revisions.length - newest.length,
      isStopped: false,
    }
  })
}

function lineRevisions(
  file: PlacedFile,
  lines: LineRange,
  { head }: QueriedCommit,
  { call, lineHistory }: ReadContext,
  until: AbortSignal | undefined,
): ResultAsync<PlaceHistory, ReadError> {
  const { committedPath, content, path, state, units } = file.scope
  const unit = units?.find((each) => each.lines.start === lines.start && each.lines.end === lines.end)
  const bound = omitUndefined({ until })
  const request = { at: state, head, path, committedPath, content, lines, ...bound }
  return lineHistory(unit === undefined ? request : { ...request, name: unit.name }, call).map(
    ({ revisions, unseen }) => ({
      revisions: (unit === undefined ? revisions : dropPredecessorRevisions(revisions)).map((each) => {
        return { commit: each.commit, committedAt: each.committedAt, file, path: each.path, lines: each }
      }),
      unseen: unseen?.revisions ?? 0,
      isStopped: unseen?.reason === 'stopped',
    }),
  )
}
