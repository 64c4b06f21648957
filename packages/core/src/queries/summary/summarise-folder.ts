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
import { folderNow, type RenamedFolder } from '../../place/renamed-folders.ts'
import { findRegions } from '../../read/find-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import { resolveQuery } from '../../read/resolve-query.ts'
import { resolveScope } from '../../read/resolve-scope.ts'
import type { ResolvedScope } from '../../read/resolved-scope.ts'
import { createFindCurrentPath, type FindCurrentPath } from '../find-current-path.ts'
import type { OpenedQuery } from '../place-query.ts'
import { collectFileNotes, type ResolvedFile, type FileNote } from './collect-file-notes.ts'
import { placedFileNotes } from './placed-file-notes.ts'
import { pathsOfFolder } from './paths-of-folder.ts'
import type { SummaryPlace } from './resolve-summary-place.ts'
import { summariseFile, type FileSummary, type SummaryTarget } from './summarise-file.ts'
import { MAX_SUMMARY_FILES } from './summary-query.ts'

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
    const findCurrentPath = createFindCurrentPath(opened)
    const paths = yield* pathsOfFolder(place.folder, here, findCurrentPath, opened)
    const notes = yield* collectFileNotes(paths, createResolveRecordedPath(findCurrentPath, here, renamed), opened)
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
    const units: SummaryUnit[] = []
    const files: SummaryFile[] = []
    for (const [done, path] of latest.entries()) {
      call.onProgress?.({ step: 'summarising files', done, total: latest.length })
      const target = yield* isFolderPlace(path) ? ok({ file: path, units: undefined }) : openTarget(path, opened)
      const summary = yield* summariseByName(byFile.get(path) ?? [], target, opened)
      units.push(...summary.units)
      if (summary.units.length > 0 && !isFolderPlace(path)) files.push(summaryFile(path, summary))
      for (const key of summary.gone) gone.add(key)
    }
    const looked = new Set(latest)
    const others = [...byFile.keys()].filter((path) => !looked.has(path) && !isFolderPlace(path))
    return ok({ units, files, annotatedFiles: files.length + others.length, gone: gone.size })
  })
}

/**
 * Summarises a file of a folder by the names of its units. If one of the names no longer exists, all its regions are
 * placed.
 */
function summariseByName(
  notes: readonly FileNote[],
  { scope, ...target }: FolderFile,
  opened: OpenedQuery,
): ResultAsync<FileSummary, ReadError> {
  return safeTry(async function* () {
    const summary = summariseFile(notes, target)
    if (summary.gone.length === 0 || scope === undefined) return ok(summary)
    const file = await findRegions(scope, opened.view, opened.placing)
    return file.map((placed) => summariseFile(placedFileNotes(placed), target))
  })
}

interface FolderFile extends SummaryTarget {
  /** Absent for a file that is too large to read. */
  readonly scope?: ResolvedScope
}

/** Opens the file in the queried state. A file that is too large to read is summarised without its outline. */
function openTarget(path: RepoPath, { context, queried }: OpenedQuery): ResultAsync<FolderFile, ReadError> {
  return safeTry(async function* () {
    const query = yield* resolveQuery({ files: ['any'] })
    const scopes = await resolveScope({ ...query, files: [path] }, queried, context)
    if (scopes.isErr()) {
      if (scopes.error.code !== 'file_too_large') return err(scopes.error)
      context.report({ code: 'outline_failed', severity: 'warning', message: scopes.error.message, path })
      return ok({ file: path, units: undefined })
    }
    const [scope] = scopes.value
    return ok({ file: path, units: (await scope?.outline())?.units, ...omitUndefined({ scope }) })
  })
}

/** Creates a function that resolves a recorded path: to the file with that path, else to the one it was renamed to. */
function createResolveRecordedPath(
  findCurrentPath: FindCurrentPath,
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
      const now = await findCurrentPath(path)
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
