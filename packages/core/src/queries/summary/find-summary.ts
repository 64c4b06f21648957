import {
  err,
  ok,
  SUMMARY_OUTPUT_SCHEMA,
  type Diagnostic,
  type RepoPath,
  type Result,
  type SummaryFile,
  type SummaryOutput,
  type SummaryUnit,
} from '@chronicle/schema'
import type { CallOptions } from '../../contracts/call-options.ts'
import { distinctDiagnostics } from '../../read/assemble-output.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { resolveQuery } from '../../read/resolve-query.ts'
import { resolveScope, type ResolvedScope } from '../../read/resolve-scope.ts'
import { createFilesNow, type FilesNow } from '../files-now.ts'
import { echoPlace, openQuery, type Opened } from '../place-query.ts'
import { collectFileNotes, type FileMeant, type FileNote } from './collect-file-notes.ts'
import { placedFileNotes } from './placed-file-notes.ts'
import { pathsOfFolder } from './paths-of-folder.ts'
import { resolveSummaryPlace, type SummaryPlace } from './resolve-summary-place.ts'
import { summariseFile, type FileSummary, type SummaryTarget } from './summarise-file.ts'
import { MAX_SUMMARY_FILES, type SummaryQuery } from './summary-query.ts'

/** The most recent annotation of each unit of a file, or of the files of a folder. */
export async function findSummary(
  query: SummaryQuery,
  base: QueryContext,
  call: CallOptions,
): Promise<Result<SummaryOutput, ReadError>> {
  const diagnostics: Diagnostic[] = []
  const opened = await openQuery(query.at, base, call, (diagnostic) => void diagnostics.push(diagnostic))
  if (opened.isErr()) return err(opened.error)
  const place = await resolveSummaryPlace(query, opened.value)
  if (place.isErr()) return err(place.error)
  const found =
    place.value.kind === 'file'
      ? await summariseOne(query, place.value, opened.value)
      : await summariseFolder(place.value, opened.value)
  if (found.isErr()) return err(found.error)
  const { annotatedFiles, files, gone, units } = found.value
  const path = place.value.kind === 'file' ? place.value.scope.path : place.value.folder
  const sum = (of: (file: SummaryFile) => number): number => files.reduce((total, file) => total + of(file), 0)
  return ok({
    $schema: SUMMARY_OUTPUT_SCHEMA,
    query: { ...echoPlace(query, path as RepoPath, opened.value.standpoint), kind: place.value.kind },
    units,
    ...(place.value.kind === 'folder' ? { files } : {}),
    stats: {
      files: place.value.kind === 'folder' ? place.value.files.length : 1,
      annotated_files: annotatedFiles,
      annotated_units: sum((file) => file.annotated_units),
      unannotated_units: sum((file) => file.unannotated_units ?? 0),
      gone_units: gone,
      units_returned: units.length,
    },
    diagnostics: distinctDiagnostics(diagnostics),
    trimmed: null,
  })
}

interface Summarised {
  readonly units: readonly SummaryUnit[]
  /** Those that were looked at, and whose annotated code is not all gone. */
  readonly files: readonly SummaryFile[]
  /** Files with an annotation, looked at or not. */
  readonly annotatedFiles: number
  readonly gone: number
}

async function summariseOne(
  { anchor }: SummaryQuery,
  { scope }: Extract<SummaryPlace, { kind: 'file' }>,
  opened: Opened,
): Promise<Result<Summarised, ReadError>> {
  const notes = await placedFileNotes(scope, opened)
  if (notes.isErr()) return err(notes.error)
  const units = (await scope.outline())?.units
  const asked =
    anchor === undefined && scope.units === undefined ? {} : { asked: { anchor: anchor ?? '', units: scope.units } }
  const summary = summariseFile(notes.value, { file: scope.path, units, ...asked })
  const files = [summaryFile(scope.path, summary)]
  return ok({
    units: summary.units,
    files,
    annotatedFiles: summary.units.length === 0 ? 0 : 1,
    gone: summary.gone.length,
  })
}

async function summariseFolder(
  place: Extract<SummaryPlace, { kind: 'folder' }>,
  opened: Opened,
): Promise<Result<Summarised, ReadError>> {
  const { call, report } = opened.context
  const here = new Set<RepoPath>(place.files)
  const filesNow = createFilesNow(opened)
  const paths = await pathsOfFolder(place.folder, here, filesNow, opened)
  if (paths.isErr()) return err(paths.error)
  const notes = await collectFileNotes(paths.value, meantBy(filesNow, here), opened)
  if (notes.isErr()) return err(notes.error)
  const { byFile, unplaced } = notes.value
  for (const each of [...unplaced.values()].flat()) report(each)
  const latest = [...byFile.keys()].slice(0, MAX_SUMMARY_FILES).sort()
  if (latest.length < byFile.size) {
    const message =
      `${byFile.size} files have annotations; the ${latest.length} annotated last are summarised. ` +
      'Ask for a folder below this one to see the others.'
    report({ code: 'summary_limited', severity: 'warning', message })
  }
  const gone = new Set(notes.value.gone)
  const units: SummaryUnit[] = []
  const files: SummaryFile[] = []
  for (const [done, path] of latest.entries()) {
    call.onProgress?.({ step: 'summarising files', done, total: latest.length })
    const target = await openTarget(path, opened)
    if (target.isErr()) return err(target.error)
    const summary = await summariseByName(byFile.get(path) ?? [], target.value, opened)
    if (summary.isErr()) return err(summary.error)
    units.push(...summary.value.units)
    if (summary.value.units.length > 0) files.push(summaryFile(path, summary.value))
    for (const key of summary.value.gone) gone.add(key)
  }
  return ok({ units, files, annotatedFiles: files.length + byFile.size - latest.length, gone: gone.size })
}

/** A file of a folder: by the names of its units; where one of them is not there, by placing all that is recorded. */
async function summariseByName(
  notes: readonly FileNote[],
  { scope, ...target }: FolderFile,
  opened: Opened,
): Promise<Result<FileSummary, ReadError>> {
  const summary = summariseFile(notes, target)
  if (summary.gone.length === 0 || scope === undefined) return ok(summary)
  const placed = await placedFileNotes(scope, opened)
  return placed.map((all) => summariseFile(all, target))
}

interface FolderFile extends SummaryTarget {
  /** Absent for a file that is too large to be read. */
  readonly scope?: ResolvedScope
}

/** The file as the query sees it. One that is too large to be read is summarised without its outline. */
async function openTarget(path: RepoPath, { context, standpoint }: Opened): Promise<Result<FolderFile, ReadError>> {
  const query = resolveQuery({ files: ['any'] })
  if (query.isErr()) return err(query.error)
  const scopes = await resolveScope({ ...query.value, files: [path] }, standpoint, context)
  if (scopes.isErr()) {
    if (scopes.error.code !== 'file_too_large') return err(scopes.error)
    context.report({ code: 'outline_failed', severity: 'warning', message: scopes.error.message, path })
    return ok({ file: path, units: undefined })
  }
  const [scope] = scopes.value
  return ok({ file: path, units: (await scope?.outline())?.units, ...(scope === undefined ? {} : { scope }) })
}

/** A file that is there by that name is meant by it; else the one that it was renamed to. */
function meantBy(
  filesNow: FilesNow,
  here: ReadonlySet<RepoPath>,
): (path: string) => Promise<Result<FileMeant, ReadError>> {
  return async (path) => {
    if (here.has(path as RepoPath)) return ok({ path: path as RepoPath })
    const now = await filesNow(path)
    return now.map((file): FileMeant => {
      if (file === undefined) return { gone: true }
      return here.has(file) ? { path: file } : { elsewhere: true }
    })
  }
}

function summaryFile(file: string, { annotatedUnits, unannotatedUnits }: FileSummary): SummaryFile {
  return {
    file,
    annotated_units: annotatedUnits,
    ...(unannotatedUnits === undefined ? {} : { unannotated_units: unannotatedUnits }),
  }
}
