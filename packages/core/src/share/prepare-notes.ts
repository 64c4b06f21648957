import {
  err,
  EXPORT_SCHEMA,
  isObjectId,
  normalizeRegionPath,
  ok,
  omitUndefined,
  parseNoteDocuments,
  safeTry,
  writeNote,
  isJsonObject,
  type Annotation,
  type CommitId,
  type Diagnostic,
  type ExportDocument,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import { redactAnnotation, secretNotice } from '../annotate/redact-annotation.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import type { RedactError, Redactor } from '../contracts/redactor.ts'
import type { MissingCommit } from './find-successors.ts'
import { importLines, importNote } from './note-values.ts'
import { subjectOf } from '../text/subject-of.ts'

/** Content to be merged into the notes of one commit, by ref. */
export interface PreparedNotes {
  readonly commit: CommitId
  readonly note?: Uint8Array
  /** Summary for an annotation that would otherwise have none. */
  readonly summary?: string
  readonly corrections?: Uint8Array
  readonly acknowledgements?: Uint8Array
}

/** A line of an export, prepared for any target commit. */
export interface PreparedDocument {
  readonly commit: CommitId
  readonly missing?: Omit<MissingCommit, 'commit'>
  readonly prepare: (target: CommitId) => PreparedNotes | undefined
}

/** Parses a line of an export. The error says why it is invalid. */
export function prepareDocument(value: Readonly<Record<string, unknown>>): Result<PreparedDocument, string> {
  if (value['$schema'] !== EXPORT_SCHEMA) {
    return err(`it is no line of an export, no agent-trace record and no comment of git-appraise`)
  }
  const { commit, patch_id: patch, subject, authored_at: authoredAt } = value
  if (typeof commit !== 'string' || !isObjectId(commit)) return err('it has no full commit id')
  if (!WELL_FORMED.every(([key, holds]) => value[key] === undefined || holds(value[key]))) {
    return err('its keys have values of other kinds than an export has')
  }
  const document = value as unknown as ExportDocument
  const outside = pathOutside(importNote(document))
  if (outside !== undefined) return err(`a region names no path in a repository: ${JSON.stringify(outside)}`)
  const missing = {
    ...(typeof subject === 'string' && { subject }),
    ...(typeof authoredAt === 'number' && { authoredAt }),
  }
  return ok({
    commit: commit as CommitId,
    ...(typeof patch === 'string' && { missing: { patch, ...missing } }),
    prepare: (target) => prepare(document, target),
  })
}

/**
 * Returns a region path that readers reject: they would read the region as one about the whole commit, and it could not
 * be merged.
 */
function pathOutside(note: Uint8Array | undefined): string | undefined {
  const documents = note === undefined ? [] : parseNoteDocuments(note)
  const lists: readonly unknown[] = documents.flatMap(({ regions, markers }) => [regions, markers])
  const places: readonly unknown[] = lists.flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []))
  const files = places.map((place) => (isJsonObject(place) ? place['file'] : undefined))
  return files.find((file): file is string => typeof file === 'string' && normalizeRegionPath(file) === undefined)
}

const isList = (value: unknown): boolean => Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const WELL_FORMED: readonly (readonly [keyof ExportDocument, (value: unknown) => boolean])[] = [
  ['annotation', isJsonObject],
  ['note', isText],
  ['note_base64', isText],
  ['corrections', isList],
  ['acknowledgements', isList],
  ['other_corrections', isList],
  ['other_acknowledgements', isList],
]

function prepare(document: ExportDocument, commit: CommitId): PreparedNotes | undefined {
  const note = importNote(document)
  const corrections = importLines(document.corrections, document.other_corrections)
  const acknowledgements = importLines(document.acknowledgements, document.other_acknowledgements)
  if (note === undefined && corrections === undefined && acknowledgements === undefined) return undefined
  return {
    commit,
    ...omitUndefined({ note, corrections, acknowledgements }),
  }
}

/**
 * Prepares an annotation of another tool, with secrets removed. Fails only if the redactor fails; an invalid annotation
 * is reported.
 */
export function prepareForeignAnnotation(
  annotation: Annotation,
  {
    seams,
    options,
    progress,
  }: {
    readonly seams: { readonly redactor?: Redactor; readonly git: GitBackend }
    readonly options: CallOptions
    readonly progress: { readonly warnings: Diagnostic[] }
  },
): ResultAsync<PreparedNotes | undefined, GitError | RedactError> {
  return safeTry(async function* () {
    const redacted = yield* redactAnnotation(annotation, seams.redactor, options)
    const { commit } = annotation
    const commits = yield* seams.git.readCommits([commit], options)
    const summary = subjectOf(commits.get(commit)?.message ?? '') || 'Imported'
    progress.warnings.push(...redacted.secrets.map((secret) => secretNotice(secret, commit)))
    // Only annotations of other tools are validated, and the validator takes longer to load than everything else.
    const { validateAnnotation } = await import('@chronicle/schema/validate')
    const valid = validateAnnotation({ ...redacted.annotation, summary })
    // An annotation without its own summary leaves the existing summary unchanged.
    if (valid.isOk()) return ok({ commit, note: writeNote(redacted.annotation), summary })
    const message = `What is recorded on ${commit} cannot be stored as an annotation: ${valid.error.message}`
    progress.warnings.push({ code: 'not_imported', severity: 'warning', message, commit })
    return ok(undefined)
  })
}
