import {
  groupBy,
  ok,
  okAsync,
  omitUndefined,
  Result,
  safeTry,
  SUMMARY_OUTPUT_SCHEMA,
  type Diagnostic,
  type RepoPath,
  type ResultAsync,
  type SummaryFile,
  type SummaryOutput,
} from '@chronicle/schema'
import { ANNOTATION_ORIGINS } from '../../contracts/annotation-source.ts'
import type { CallOptions } from '../../contracts/call-options.ts'
import { findFolderReasons } from '../../from-history/folder-reasons.ts'
import { findHistoryReasons, type FoundReasons } from '../../from-history/history-reasons.ts'
import { regionsAbout, toldCommits } from '../../from-history/told-commits.ts'
import { folderNow } from '../../place/renamed-folders.ts'
import { distinctDiagnostics } from '../../read/assemble-output.ts'
import { findRegions } from '../../read/find-regions.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { echoPlace, openQuery, type OpenedQuery } from '../place-query.ts'
import { placedFileNotes } from './placed-file-notes.ts'
import { resolveSummaryPlace, type SummaryPlace } from './resolve-summary-place.ts'
import { summariseFile } from './summarise-file.ts'
import { findHomes, summariseFolder, summaryFile, type RecordedSummary } from './summarise-folder.ts'
import type { SummaryQuery } from './summary-query.ts'

/**
 * Returns the most recent annotation of each unit of a file, or of the files of a folder, and what the messages of
 * commits without annotations say.
 */
export function findSummary(
  query: SummaryQuery,
  base: QueryContext,
  call: CallOptions,
): ResultAsync<SummaryOutput, ReadError> {
  return safeTry(async function* () {
    const diagnostics: Diagnostic[] = []
    const opened = yield* openQuery(query.at, base, call, (diagnostic) => void diagnostics.push(diagnostic))
    const place = yield* resolveSummaryPlace(query, opened)
    const { history, recorded } = yield* place.kind === 'file'
      ? await ofFile(query, place, opened)
      : await ofFolder(query, place, opened)
    const { annotatedFiles, files, gone, units } = recorded
    const path = place.kind === 'file' ? place.scope.path : place.folder
    const sum = (of: (file: SummaryFile) => number): number => files.reduce((total, file) => total + of(file), 0)
    return ok({
      $schema: SUMMARY_OUTPUT_SCHEMA,
      query: { ...echoPlace(query, path as RepoPath, opened.queried), kind: place.kind },
      units,
      ...(place.kind === 'folder' && { files }),
      ...(history !== undefined && history.reasons.length !== 0 && { from_history: history.reasons }),
      stats: {
        files: place.kind === 'folder' ? place.files.length : 1,
        annotated_files: annotatedFiles,
        annotated_units: sum((file) => file.annotated_units),
        unannotated_units: sum((file) => file.unannotated_units ?? 0),
        gone_units: gone,
        units_returned: units.length,
        ...omitUndefined({ history: history?.stats }),
      },
      diagnostics: distinctDiagnostics(diagnostics),
      trimmed: null,
    })
  })
}

interface FoundSummary {
  readonly recorded: RecordedSummary
  /** Absent when the history was not queried or says nothing. */
  readonly history: Pick<FoundReasons, 'reasons' | 'stats'> | undefined
}

const NOTHING: RecordedSummary = { units: [], files: [], annotatedFiles: 0, gone: 0 }

function ofFile(
  query: SummaryQuery,
  { scope }: Extract<SummaryPlace, { kind: 'file' }>,
  opened: OpenedQuery,
): ResultAsync<FoundSummary, ReadError> {
  return safeTry(async function* () {
    const { placing, view } = opened
    const { anchor, historyUntil, lines, sources = ANNOTATION_ORIGINS } = query
    const isRecorded = sources.includes('notes')
    const file = yield* findRegions(scope, view, placing, () => isRecorded)
    const place = { files: [scope.path], anchor, lines, historyUntil, showsSubjects: false }
    const history = yield* sources.includes('history')
      ? await findHistoryReasons([file], placing, toldCommits([file], regionsAbout(file, anchor)), place)
      : ok(undefined)
    if (!isRecorded) return ok({ recorded: NOTHING, history })
    const units = (await scope.outline())?.units
    const queried =
      anchor === undefined && scope.units === undefined ? {} : { queried: { anchor: anchor ?? '', units: scope.units } }
    const summary = summariseFile(placedFileNotes(file), {
      file: scope.path,
      units,
      text: file.target.text,
      ...queried,
    })
    const renamed = yield* placing.renamedFolders(view)
    const rules = groupBy(placedFileNotes(file, true), ({ region }) => folderNow(region.file ?? '', renamed))
    const ruled = [...rules].flatMap(
      ([folder, notes]) => summariseFile(notes, { file: folder, units: undefined }).units,
    )
    const recorded = {
      units: [...summary.units, ...ruled],
      files: [summaryFile(scope.path, summary)],
      annotatedFiles: summary.units.length === 0 ? 0 : 1,
      gone: (yield* findHomes(summary.gone, opened)).gone,
    }
    return ok({ recorded, history })
  })
}

function ofFolder(
  { sources = ANNOTATION_ORIGINS }: SummaryQuery,
  place: Extract<SummaryPlace, { kind: 'folder' }>,
  opened: OpenedQuery,
): ResultAsync<FoundSummary, ReadError> {
  return safeTry(async function* () {
    const [recorded, history] = yield* Result.combine(
      await Promise.all([
        sources.includes('notes') ? summariseFolder(place, opened) : okAsync(NOTHING),
        sources.includes('history')
          ? findFolderReasons(place.folder, opened, sources.includes('notes'))
          : okAsync(undefined),
      ]),
    )
    return ok({ recorded, history })
  })
}
