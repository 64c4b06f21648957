import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type RepoPath,
  type ResultAsync,
  type SummaryFile,
  type SummaryUnit,
} from '@chronicle/schema'
import { isFolderPlace, REPOSITORY_PLACE } from '../../place/folder-places.ts'
import { hasWords, linesIn } from '../../place/lines-with-words.ts'
import type { PlacingContext } from '../../place/placing-context.ts'
import { folderNow, type RenamedFolder } from '../../place/renamed-folders.ts'
import { openIn } from '../../place/state-in.ts'
import { findRegions } from '../../read/find-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { UnitPlace } from '../../read/unit-place.ts'
import { resolveQuery } from '../../read/resolve-query.ts'
import { resolveScope } from '../../read/resolve-scope.ts'
import type { ResolvedScope } from '../../read/resolved-scope.ts'
import type { OpenedQuery } from '../place-query.ts'
import { collectFileNotes, type ResolvedFile, type FileNote } from './collect-file-notes.ts'
import { isOfLines, placedFileNotes } from './placed-file-notes.ts'
import { pathsOfFolder } from './paths-of-folder.ts'
import type { SummaryPlace } from './resolve-summary-place.ts'
import { summariseFile, type FileSummary, type SummaryTarget } from './summarise-file.ts'
import { MAX_SUMMARY_FILES } from './summary-query.ts'
import { unitsFromOutside } from './units-from-outside.ts'

/** The recorded knowledge about the units of a place. */
export interface RecordedSummary {
  readonly units: readonly SummaryUnit[]
  /** The examined files that have annotated code left. */
  readonly files: readonly SummaryFile[]
  /** Number of files with an annotation, examined or not. */
  readonly annotatedFiles: number
  readonly gone: number
}

/** Summarises what is recorded about the files of a folder, limited to those annotated last. */
export function summariseFolder(
  place: Extract<SummaryPlace, { kind: 'folder' }>,
  opened: OpenedQuery,
): ResultAsync<RecordedSummary, ReadError> {
  return safeTry(async function* () {
    const { call, report } = opened.context
    const here = new Set<RepoPath>(place.files)
    const renamed = yield* opened.placing.renamedFolders(opened.view)
    const paths = yield* pathsOfFolder(place.folder, here, opened)
    const notes = yield* collectFileNotes(
      paths,
      createResolveRecordedPath(opened.placing.pathNow, here, renamed),
      opened,
    )
    const { byFile, unplaced } = notes
    for (const each of [...unplaced.values()].flat()) report(each)
    const latest = [...byFile.keys()].slice(0, MAX_SUMMARY_FILES).sort()
    if (latest.length < byFile.size) {
      const message =
        `${byFile.size} files have annotations; the ${latest.length} annotated last are summarised. ` +
        'Ask for a folder below this one to see the others.'
      report({ code: 'summary_limited', severity: 'warning', message })
    }
    const gone = new Set(notes.gone)
    const summaries = new Map<RepoPath, FileSummary>()
    for (const [done, path] of latest.entries()) {
      call.onProgress?.({ step: 'summarising files', done, total: latest.length })
      const target = yield* isFolderPlace(path) ? ok({ file: path, units: undefined }) : openTarget(path, opened)
      const summary = yield* summariseByName(byFile.get(path) ?? [], target, opened)
      summaries.set(path, summary)
      for (const key of summary.gone) gone.add(key)
    }
    const { homes, gone: goneUnits } = yield* findHomes(gone, opened)
    const arrived = yield* findHomes(yield* unitsFromOutside(place.folder, here, opened), opened)
    for (const path of new Set([...homes, ...arrived.homes].map((home) => home.path))) {
      if (here.has(path))
        summaries.set(path, yield* summariseByName(undefined, yield* openTarget(path, opened), opened))
    }
    // What a unit turned into need not have the same rules.
    const isShown = ({ name, path }: UnitPlace): boolean =>
      summaries.get(path)?.units.some(({ anchor }) => anchor === name) ?? !here.has(path)
    const found = [...summaries].sort(([a], [b]) => (a < b ? -1 : 1))
    const files = found.filter(([path, { units }]) => units.length > 0 && !isFolderPlace(path))
    const others = [...byFile.keys()].filter((path) => !summaries.has(path) && !isFolderPlace(path))
    return ok({
      units: found.flatMap(([, { units }]) => units),
      files: files.map(([path, summary]) => summaryFile(path, summary)),
      annotatedFiles: files.length + others.length,
      gone: goneUnits + homes.filter((home) => !isShown(home)).length,
    })
  })
}

/**
 * Summarises a file of a folder by the names of its units. If one of the names no longer exists, or none of some
 * recorded lines, or without `notes`, all its regions are placed.
 */
function summariseByName(
  notes: readonly FileNote[] | undefined,
  { scope, ...target }: FolderFile,
  { placing, view }: OpenedQuery,
): ResultAsync<FileSummary, ReadError> {
  return safeTry(async function* () {
    const summary = summariseFile(notes ?? [], target)
    if (scope === undefined) return ok(summary)
    const isComplete =
      notes !== undefined && summary.gone.length === 0 && (yield* await areLinesLeft(notes, target.text, placing))
    if (isComplete) return ok(summary)
    return findRegions(scope, view, placing).map((placed) => summariseFile(placedFileNotes(placed), target))
  })
}

/** Whether a line of each region about lines without a name is still in the file. */
function areLinesLeft(
  notes: readonly FileNote[],
  text: SummaryTarget['text'],
  { texts }: PlacingContext,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    const ofLines = notes.filter(({ region }) => isOfLines(region))
    const left = new Set(ofLines.length === 0 ? [] : text?.lines())
    for (const { commit, region } of ofLines) {
      const older = yield* openIn(commit, [region.file as RepoPath], texts)
      const own = region.lines === undefined ? [] : linesIn(older?.lines() ?? [], region.lines)
      if (!own.some((line) => hasWords(line) && left.has(line))) return ok(false)
    }
    return ok(true)
  })
}

/** Returns where the units are that files lack, given as pairs of `file` and anchor, and how many are gone. */
export function findHomes(
  lost: Iterable<string>,
  { placing }: OpenedQuery,
): ResultAsync<{ readonly homes: readonly UnitPlace[]; readonly gone: number }, ReadError> {
  return safeTry(async function* () {
    const homes: UnitPlace[] = []
    let gone = 0
    for (const key of lost) {
      const [file = '', anchor = ''] = key.split('\0')
      const now = yield* anchor === '' ? ok(undefined) : await placing.unitNow(anchor, file)
      if (now === undefined) gone++
      else homes.push(now)
    }
    return ok({ homes, gone })
  })
}

interface FolderFile extends SummaryTarget {
  /** Absent for a file that is too large to read. */
  readonly scope?: ResolvedScope
}

/** Opens the file in the queried state. A file that is too large to read is summarised without its outline. */
function openTarget(path: RepoPath, { context, placing, queried }: OpenedQuery): ResultAsync<FolderFile, ReadError> {
  return safeTry(async function* () {
    const query = yield* resolveQuery({ files: ['any'] })
    const scopes = await resolveScope({ ...query, files: [path] }, queried, context)
    if (scopes.isErr()) {
      if (scopes.error.code !== 'file_too_large') return err(scopes.error)
      context.report({ code: 'outline_failed', severity: 'warning', message: scopes.error.message, path })
      return ok({ file: path, units: undefined })
    }
    const [scope] = scopes.value
    const units = (await scope?.outline())?.units
    const text = scope && placing.texts.add(scope.path, scope.content, async () => units)
    return ok({ file: path, units, text, ...omitUndefined({ scope }) })
  })
}

/** Creates a function that resolves a recorded path: to the file with that path, else to the one it was renamed to. */
function createResolveRecordedPath(
  pathNow: PlacingContext['pathNow'],
  here: ReadonlySet<RepoPath>,
  renamed: readonly RenamedFolder[],
): (path: string) => ResultAsync<ResolvedFile, ReadError> {
  return (path) =>
    safeTry(async function* () {
      if (here.has(path as RepoPath)) return ok({ path: path as RepoPath })
      if (isFolderPlace(path)) {
        const folder = folderNow(path, renamed)
        const isHere = folder === REPOSITORY_PLACE || [...here].some((file) => file.startsWith(folder))
        return ok<ResolvedFile>(isHere ? { path: folder as RepoPath } : { gone: true })
      }
      const now = await pathNow(path)
      return now.map((file): ResolvedFile => {
        if (file === undefined) return { gone: true }
        return here.has(file) ? { path: file } : { elsewhere: true }
      })
    })
}

/** Returns the number of annotated units of a file. */
export function summaryFile(file: string, { annotatedUnits, unannotatedUnits }: FileSummary): SummaryFile {
  return {
    file,
    annotated_units: annotatedUnits,
    ...omitUndefined({ unannotated_units: unannotatedUnits }),
  }
}
