import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { dirname, relative, sep } from 'node:path'
import {
  err,
  INSTALL_RECEIPT_SCHEMA,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CodedError,
  type Diagnostic,
  type InstalledFile,
  type InstallReceipt,
  type ResultAsync,
} from '@chronicle/schema'
import { applyEdit, makeExecutable, removeEmptyFolders, type FileEdit } from '../config-files/target-file.ts'

/** A file to edit, with the purpose of the edit. */
export interface PlannedFile extends FileEdit {
  readonly content: InstalledFile['content']
  readonly client?: string
  readonly note?: string
  /** Whether the file becomes executable for everyone who may read it. */
  readonly executable?: true
  /** Steps to run before and after writing the file. */
  readonly before?: FileStep
  readonly after?: FileStep
  /** When the file is deleted, empty folders between it and this folder are deleted too. Absent: none. */
  readonly within?: string
}

/** Files to edit, and warnings about them. */
export interface InstallPlan {
  readonly files: readonly PlannedFile[]
  readonly warnings: readonly Diagnostic[]
}

/** An additional step of an edit, run only when the edit is carried out. */
export type FileStep = () => ResultAsync<void, CodedError>

/** Carries out the edits, or with `dryRun` describes them. Stops at the first that fails. */
export function applyPlan(
  planned: readonly PlannedFile[],
  { dryRun, warnings }: { readonly dryRun: boolean; readonly warnings: readonly Diagnostic[] },
): ResultAsync<InstallReceipt, CodedError> {
  return safeTry(async function* () {
    const files: InstalledFile[] = []
    for (const each of planned.map(keepLinked)) {
      if (!dryRun) {
        const applied = await apply(each)
        if (applied.isErr()) return err(withWritten(applied.error, files))
        if (each.text === undefined && each.within !== undefined) {
          await removeEmptyFolders(foldersBetween(each.file.path, each.within))
        }
      }
      files.push(describe(each, dryRun))
    }
    const status = files.every(({ change }) => change === 'unchanged') ? 'unchanged' : 'changed'
    return ok({ $schema: INSTALL_RECEIPT_SCHEMA, status, ...omitEmpty({ dry_run: dryRun }), files, warnings })
  })
}

function apply(planned: PlannedFile): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    for (const step of [
      planned.before,
      () => applyEdit(planned),
      ...(needsRights(planned) ? [() => makeExecutable(planned.file)] : []),
      planned.after,
    ]) {
      const done = await step?.()
      if (done?.isErr() === true) return err(done.error)
    }
    return ok(undefined)
  })
}

function needsRights({ executable, file, text }: PlannedFile): boolean {
  return executable === true && text !== undefined && ((file.mode ?? 0) & 0o111) === 0
}

/** Empties a file behind a symbolic link instead of deleting it, because the user's link would become broken. */
function keepLinked(planned: PlannedFile): PlannedFile {
  const { file, text } = planned
  if (text !== undefined || file.text === undefined || !file.linked) return planned
  return { ...planned, text: file.path.endsWith('.json') ? '{}\n' : '' }
}

function describe(planned: PlannedFile, dryRun: boolean): InstalledFile {
  const { file, text, content, client, note } = planned
  const change = changeOf(planned)
  return {
    path: file.path,
    content,
    ...omitUndefined({ client }),
    change,
    ...(note !== undefined && change !== 'deleted' && { note }),
    ...(dryRun && change !== 'unchanged' && { diff: unifiedDiff(file.path, file.text, text) }),
  }
}

/** Returns how an edit changes its file. */
export function changeOf(planned: PlannedFile): InstalledFile['change'] {
  const { file, text } = planned
  if (text === file.text) return text !== undefined && needsRights(planned) ? 'updated' : 'unchanged'
  if (file.text === undefined) return 'created'
  return text === undefined ? 'deleted' : 'updated'
}

function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  const name = (text: string | undefined): string => (text === undefined ? '/dev/null' : path)
  return createTwoFilesPatch(name(before), name(after), before ?? '', after ?? '', undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  })
}

/** Returns the folders from that of the file outwards. */
function foldersBetween(path: string, within: string): readonly string[] {
  const depth = relative(within, dirname(path))
    .split(sep)
    .filter((name) => name !== '').length
  const folders: string[] = []
  for (let folder = dirname(path); folders.length < depth; folder = dirname(folder)) folders.push(folder)
  return folders
}

function withWritten(error: CodedError, files: readonly InstalledFile[]): CodedError {
  const written = files.filter(({ change }) => change !== 'unchanged').map(({ path }) => path)
  if (written.length === 0) return error
  const message = `${error.message} Written before it: ${written.join(', ')}.`
  return { ...error, message, data: { ...error.data, written } }
}
