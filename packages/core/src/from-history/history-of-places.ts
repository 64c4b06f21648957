import { err, ok, type CommitId, type LineRange, type RepoPath, type Result } from '@chronicle/schema'
import type { LineRevision } from '../history/line-history.ts'
import type { PlacedFile } from '../read/find-regions.ts'
import type { ReadContext, Standpoint } from '../read/read-context.ts'
import type { ReadError } from '../read/read-error.ts'

/** A commit that changed a place asked for. */
export interface PlaceRevision {
  readonly commit: CommitId
  readonly committedAt: number
  readonly file: PlacedFile
  /** What the file is called in this commit. */
  readonly path: RepoPath
  /** Its change of the lines. Absent for a question about a whole file. */
  readonly lines?: LineRevision
}

/** The commits that changed the places asked for. */
export interface PlaceHistory {
  /** Newest first, each commit once. */
  readonly revisions: readonly PlaceRevision[]
  /** Commits that are known to be older and were not looked at. */
  readonly unseen: number
}

/** Places of one question whose history is followed. */
const MAX_PLACES = 8
/** Newest revisions of a file that answer a question about all of it. */
const MAX_FILE_REVISIONS = 40

/** Finds the commits that changed the places of a query: of units and lines their line history, of files their revisions. */
export async function historyOfPlaces(
  files: readonly PlacedFile[],
  standpoint: Standpoint,
  context: ReadContext,
  until?: AbortSignal,
): Promise<Result<PlaceHistory, ReadError>> {
  const found = new Map<CommitId, PlaceRevision>()
  let unseen = 0
  for (const [file, range] of placesOf(files)) {
    const history =
      range === undefined
        ? await fileRevisions(file, standpoint, context)
        : await lineRevisions(file, range, standpoint, context, until)
    if (history.isErr()) return err(history.error)
    for (const revision of history.value.revisions) {
      if (!found.has(revision.commit)) found.set(revision.commit, revision)
    }
    unseen += history.value.unseen
  }
  const revisions = [...found.values()].sort((a, b) => b.committedAt - a.committedAt)
  return ok({ revisions, unseen })
}

function placesOf(files: readonly PlacedFile[]): readonly (readonly [PlacedFile, LineRange | undefined])[] {
  const all = files
    .filter(({ scope }) => scope.goneSince === undefined)
    .flatMap((file) => (file.scope.ranges ?? [undefined]).map((range) => [file, range] as const))
  return all.slice(0, MAX_PLACES)
}

async function fileRevisions(
  file: PlacedFile,
  { head }: Standpoint,
  { call, fileHistory }: ReadContext,
): Promise<Result<PlaceHistory, ReadError>> {
  const history = await fileHistory(head, file.scope.committedPath, call)
  return history.map(({ revisions }) => {
    const newest = revisions.slice(0, MAX_FILE_REVISIONS)
    return {
      revisions: newest.map(({ commit, committedAt, path }) => ({ commit, committedAt, file, path })),
      unseen: revisions.length - newest.length,
    }
  })
}

async function lineRevisions(
  file: PlacedFile,
  lines: LineRange,
  { head }: Standpoint,
  { call, lineHistory }: ReadContext,
  until: AbortSignal | undefined,
): Promise<Result<PlaceHistory, ReadError>> {
  const { committedPath, content, path, state, units } = file.scope
  const unit = units?.find((each) => each.lines.start === lines.start && each.lines.end === lines.end)
  const bound = until === undefined ? {} : { until }
  const request = { at: state, head, path, committedPath, content, lines, ...bound }
  const history = await lineHistory(unit === undefined ? request : { ...request, name: unit.name }, call)
  return history.map(({ revisions, unseen }) => ({
    revisions: revisions.map((each) => {
      return { commit: each.commit, committedAt: each.committedAt, file, path: each.path, lines: each }
    }),
    unseen: unseen?.revisions ?? 0,
  }))
}
