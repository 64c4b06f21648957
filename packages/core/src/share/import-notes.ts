import {
  DEFAULT_NOTES_REF,
  err,
  IMPORT_RECEIPT_SCHEMA,
  isObjectId,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CommitId,
  type Diagnostic,
  type ImportReceipt,
  type NotesRef,
  type ResultAsync,
  type SkippedRecord,
} from '@chronicle/schema'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { RedactError, Redactor } from '../contracts/redactor.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitError } from '../contracts/git-backend.ts'
import { isRepositoryNote } from '../notes/knowledge-commits.ts'
import { annotationOfTrace, isAgentTrace, revisionOf } from './agent-trace.ts'
import {
  APPRAISE_REF,
  annotationsOfComments,
  isAppraiseComment,
  readComment,
  type AppraiseComment,
} from './git-appraise.ts'
import { createSuccessorFinder, type MissingCommit, type SuccessorFinder } from './find-successors.ts'
import { readRecords } from './read-records.ts'
import { prepareDocument, prepareForeignAnnotation, type PreparedNotes } from './prepare-notes.ts'
import { redactPrepared } from './redact-prepared.ts'
import { relocateNote } from './relocate-regions.ts'
import { storePrepared } from './store-prepared.ts'
import type { ShareServices } from './share-services.ts'

/** Dependencies of an import. */
export interface ImportServices extends ShareServices {
  /** Removes secrets from imported notes. Absent: they are stored unchanged. */
  readonly redactor?: Redactor
  /** Finds the units of regions whose commit has another id here. Absent: regions keep their lines. */
  readonly ast?: AstParser
}

/** Input and options of an import. */
export interface ImportOptions extends CallOptions {
  /** JSON Lines of an export, of trace records or of comments; or one JSON document of trace records or comments. */
  readonly input?: AsyncIterable<string> | undefined
  /** Whether to read the comments of git-appraise too, and from which ref. `true`: its default ref. */
  readonly gitAppraise?: boolean | NotesRef | undefined
  /** Whether to store notes for commits that are neither here nor found under another id. Default: they are skipped. */
  readonly keepUnknown?: boolean | undefined
  readonly dryRun?: boolean | undefined
}

/** Why an import failed. */
export type ImportError = GitError | RedactError

/** Number of records stored in one batch. */
const RECORDS_AT_ONCE = 1000

interface Progress {
  readonly read: { chronicle: number; agent_trace: number; git_appraise: number }
  readonly written: Set<CommitId>
  readonly unchanged: Set<CommitId>
  readonly remapped: { readonly from: string; readonly to: CommitId }[]
  readonly skipped: SkippedRecord[]
  readonly warnings: Diagnostic[]
}

/** A record to store, on the commit that its source names. */
interface PendingRecord {
  readonly line: number
  readonly commit: string
  readonly prepare: (commit: CommitId) => ResultAsync<PreparedNotes | undefined, ImportError>
  readonly missing?: Omit<MissingCommit, 'commit'>
}

/**
 * Imports exported notes, agent-trace records, and comments of git-appraise. Everything is merged with the existing
 * notes, so importing twice changes nothing. The notes of a commit that is not here go to the one with the same patch.
 */
export function importNotes(seams: ImportServices, options: ImportOptions): ResultAsync<ImportReceipt, ImportError> {
  return safeTry(async function* () {
    const progress: Progress = {
      read: { chronicle: 0, agent_trace: 0, git_appraise: 0 },
      ...{ written: new Set(), unchanged: new Set(), remapped: [], skipped: [], warnings: [] },
    }
    const findSuccessors = createSuccessorFinder(seams.git)
    let pending: PendingRecord[] = []
    const comments: AppraiseComment[] = []
    const flush = (): ResultAsync<void, ImportError> =>
      safeTry(async function* () {
        const some = pending
        pending = []
        return some.length === 0 ? ok(undefined) : store(some, { ...seams, findSuccessors }, options, progress)
      })
    for await (const record of options.input === undefined ? [] : readRecords(options.input)) {
      if (options.signal?.aborted === true) return err(codedError('aborted', 'The import was aborted.'))
      if ('reason' in record) progress.skipped.push({ line: record.line, reason: record.reason })
      else addRecord(record, { seams, options, progress, pending, comments })
      if (pending.length < RECORDS_AT_ONCE) continue
      yield* flush()
    }
    if (options.gitAppraise !== undefined && options.gitAppraise !== false) {
      const ref = options.gitAppraise === true ? APPRAISE_REF : options.gitAppraise
      const found = yield* readAppraise(ref, seams, options)
      comments.push(...found)
    }
    progress.read.git_appraise += comments.length
    for (const annotation of annotationsOfComments(comments)) {
      const prepare: PendingRecord['prepare'] = (commit) =>
        prepareForeignAnnotation({ ...annotation, commit }, { seams, options, progress })
      pending.push({ line: 0, commit: annotation.commit, prepare })
    }
    yield* flush()
    const { read, written, unchanged, remapped, skipped, warnings } = progress
    for (const commit of written) unchanged.delete(commit)
    return ok({
      $schema: IMPORT_RECEIPT_SCHEMA,
      ...omitEmpty({ dry_run: options.dryRun }),
      notes_ref: seams.notesRef ?? DEFAULT_NOTES_REF,
      read,
      written: written.size,
      unchanged: unchanged.size,
      ...{ remapped, skipped, warnings },
    })
  })
}

interface AddRecordContext {
  readonly seams: ImportServices
  readonly options: ImportOptions
  readonly progress: Progress
  readonly pending: PendingRecord[]
  readonly comments: AppraiseComment[]
}

function addRecord(
  {
    line,
    value,
    text,
  }: { readonly line: number; readonly value: Readonly<Record<string, unknown>>; readonly text: string },
  { seams, options, progress, pending, comments }: AddRecordContext,
): void {
  const skip = (reason: string): void => void progress.skipped.push({ line, reason })
  if (isAgentTrace(value)) {
    progress.read.agent_trace++
    const revision = revisionOf(value)
    if ('reason' in revision) return skip(revision.reason)
    const prepare: PendingRecord['prepare'] = (commit) =>
      safeTry(async function* () {
        const annotation = annotationOfTrace(value, commit)
        return annotation === undefined
          ? ok(undefined)
          : prepareForeignAnnotation(annotation, { seams, options, progress })
      })
    pending.push({ line, commit: revision.revision, prepare })
  } else if (isAppraiseComment(value)) {
    const comment = readComment(text, undefined)
    if (comment === undefined) return skip('the comment names no commit; import it from its ref with --git-appraise')
    comments.push(comment)
  } else {
    const document = prepareDocument(value)
    if (document.isErr()) return skip(document.error)
    progress.read.chronicle++
    const { commit, missing, prepare } = document.value
    const place: PendingRecord['prepare'] = (target) =>
      safeTry(async function* () {
        const exported = prepare(target)
        if (exported === undefined) return ok(undefined)
        const { redactor } = seams
        const prepared = yield* redactor === undefined
          ? ok(exported)
          : await redactPrepared(exported, redactor, options, progress.warnings)
        if (prepared.note === undefined || target === commit) return ok(prepared)
        const note = await relocateNote(prepared.note, target, seams, options)
        return note.map((moved) => ({ ...prepared, note: moved }))
      })
    pending.push({
      line,
      commit,
      prepare: place,
      ...omitUndefined({ missing }),
    })
  }
}

function store(
  pending: readonly PendingRecord[],
  seams: ImportServices & { readonly findSuccessors: SuccessorFinder },
  options: ImportOptions,
  progress: Progress,
): ResultAsync<void, ImportError> {
  return safeTry(async function* () {
    const targets = yield* findTargets(pending, seams, options, progress)
    const prepared: PreparedNotes[] = []
    for (const each of pending) {
      const target = targets.get(each)
      if (target === undefined) continue
      const notes = yield* each.prepare(target)
      if (notes === undefined) {
        progress.skipped.push({ line: each.line, commit: each.commit, reason: 'it has nothing to store' })
      } else prepared.push(notes)
    }
    const stored = yield* storePrepared(prepared, seams, options)
    for (const commit of stored.written) progress.written.add(commit)
    for (const commit of stored.unchanged) progress.unchanged.add(commit)
    for (const commit of stored.keptOut) progress.warnings.push(targetScrubbed(commit))
    options.onProgress?.({ step: 'importing notes', done: progress.written.size + progress.unchanged.size })
    return ok(undefined)
  })
}

function targetScrubbed(commit: CommitId): Diagnostic {
  const message = `The notes on ${commit.slice(0, 12)} were scrubbed here, so what may bring back what was taken out was not imported. Record again what should be there.`
  return { code: 'target_scrubbed', severity: 'warning', message, commit }
}

/** Returns the target commit of each record: its own, another one with the same patch, or none. */
function findTargets(
  pending: readonly PendingRecord[],
  { git, findSuccessors }: ImportServices & { readonly findSuccessors: SuccessorFinder },
  options: ImportOptions,
  progress: Progress,
): ResultAsync<ReadonlyMap<PendingRecord, CommitId>, ImportError> {
  return safeTry(async function* () {
    const ids = [...new Set(pending.map(({ commit }) => commit))].filter(isObjectId) as CommitId[]
    const here = yield* git.readCommits(ids, options)
    const gone = pending.filter(
      ({ commit }) => isObjectId(commit) && !isRepositoryNote(commit as CommitId) && !here.has(commit as CommitId),
    )
    const missing = gone.flatMap(({ commit, missing: known }) =>
      known === undefined ? [] : [{ commit: commit as CommitId, ...known }],
    )
    const successors = yield* findSuccessors(missing, options)
    const targets = new Map<PendingRecord, CommitId>()
    for (const each of pending) {
      const { line, commit } = each
      const id = commit as CommitId
      const skip = (reason: string): void => void progress.skipped.push({ line, commit, reason })
      const [successor, ...others] = successors.get(id) ?? []
      if (!isObjectId(commit)) skip('it is no full commit id')
      else if (here.has(id) || isRepositoryNote(id)) targets.set(each, id)
      else if (others.length > 0 && successor !== undefined) {
        skip(
          `several commits make the same change: ${[successor, ...others].map((other) => other.slice(0, 12)).join(', ')}`,
        )
      } else if (successor !== undefined) {
        progress.remapped.push({ from: commit, to: successor })
        targets.set(each, successor)
      } else if (options.keepUnknown === true) targets.set(each, id)
      else skip('the commit is not here, nor is one that makes the same change')
    }
    return ok(targets)
  })
}

function readAppraise(
  ref: NotesRef,
  { git }: ImportServices,
  call: CallOptions,
): ResultAsync<readonly AppraiseComment[], GitError> {
  return safeTry(async function* () {
    const listing = yield* git.listNotes(ref, call)
    const notes = [...listing.notes]
    const comments: AppraiseComment[] = []
    for (let from = 0; from < notes.length; from += RECORDS_AT_ONCE) {
      const some = notes.slice(from, from + RECORDS_AT_ONCE)
      const blobs = yield* git.readBlobs([...new Set(some.flatMap(([, ids]) => ids))], call)
      for (const [commit, ids] of some) {
        const text = ids.map((id) => new TextDecoder().decode(blobs.get(id))).join('\n')
        for (const line of text.split('\n')) {
          const comment = readComment(line, commit)
          if (comment !== undefined) comments.push(comment)
        }
      }
    }
    return ok(comments)
  })
}
