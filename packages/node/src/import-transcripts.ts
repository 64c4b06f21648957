import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AnnotateError } from '@chronicle/core/annotate'
import {
  codedError,
  listLog,
  requireCommit,
  type CallOptions,
  type GitBackend,
  type GitError,
} from '@chronicle/core/contracts'
import {
  DEFAULT_NOTES_REF,
  err,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  TRANSCRIPT_RECEIPT_SCHEMA,
  type CodedError,
  type CommitId,
  type NotesRef,
  type Result,
  type ResultAsync,
  type StatedSentence,
  type TranscriptReceipt,
} from '@chronicle/schema'
import type { FoundStatements, Transcript, TranscriptStatement } from '@chronicle/writer'
import { openRedactor } from './open-redactor.ts'
import type { RepositoryParts } from './repository-parts.ts'
import { listTranscripts, listTranscriptsIn, transcriptLines, workingTrees } from './transcript-files.ts'

/** The reason why transcripts could not be read, or their statements not be stored. */
export type TranscriptError = AnnotateError | CodedError<'transcripts_not_found' | 'revision_not_found'>

/** Which transcripts to read, and for which commits. */
export interface TranscriptRequest extends CallOptions {
  /** A folder with transcripts, or a single one. Default: the agents' folders in the home directory. */
  readonly from?: string | undefined
  /** Only transcripts modified since then, in milliseconds since the epoch. */
  readonly since?: number | undefined
  /** The id of one session, or its beginning. */
  readonly session?: string | undefined
  /** Only statements about this commit. */
  readonly commit?: string | undefined
  /** Whether to store new statements. Default: only list them. */
  readonly store?: boolean | undefined
  readonly notesRef?: NotesRef | undefined
  /** Texts that look like secrets but are not. */
  readonly allowedSecrets?: readonly string[] | undefined
}

/** Maximum number of commits to compare with transcripts, newest first. */
const MAX_COMMITS = 5_000
/** Tolerance for clock differences, which can make a commit seem older than its contents. */
const DAY_MS = 24 * 60 * 60 * 1000

/** Finds statements in transcripts and stores the new ones, if requested. */
export function importTranscripts(
  seams: RepositoryParts,
  request: TranscriptRequest,
): ResultAsync<TranscriptReceipt, TranscriptError> {
  return safeTry(async function* () {
    const call: CallOptions = omitUndefined({ signal: request.signal })
    const { git, clock, sleep, tool } = seams
    const { findStatements, saidAt, sourceOf, storeStatements } = await import('@chronicle/writer')
    const info = yield* git.describe(call)
    const roots = await workingTrees(info)
    const { transcripts, failed } = yield* readAll(seams, roots, request)
    const only = yield* request.commit === undefined ? ok(undefined) : await requireCommit(git, request.commit, call)
    const commits = yield* listCommits(git, only, transcripts, call)
    const redactor = await openRedactor(request.allowedSecrets)
    const found = yield* findStatements({ git, ast: seams.ast, redactor }, transcripts, {
      ...call,
      ...{ commits, roots, anywhere: request.from !== undefined },
      ...(only !== undefined && { only: new Set([only]) }),
    })
    const { statements } = found
    const notesRef = request.notesRef ?? seams.notesRef ?? DEFAULT_NOTES_REF
    const storing = { git, redactor, clock, sleep, notesRef, ...omitUndefined({ tool }) }
    const {
      commits: outcomes,
      known,
      warnings,
    } = yield* storeStatements(storing, statements, { ...call, dryRun: request.store !== true })
    const isNew = statements.some((each) => !known.has(each))
    const isStored = request.store === true && [...outcomes.values()].some((status) => status !== 'unchanged')
    const shown = isStored ? 'stored' : 'shown'
    return ok({
      $schema: TRANSCRIPT_RECEIPT_SCHEMA,
      status: statements.length === 0 ? 'nothing_found' : isNew ? shown : 'nothing_new',
      notes_ref: notesRef,
      transcripts: {
        read: transcripts.length,
        used: found.sessions.length,
        failed: failed.length,
        skipped_lines: transcripts.reduce((sum, { lines }) => sum + lines.skipped, 0),
      },
      statements: statements.map((each) => sentenceOf(each, known.has(each), sourceOf(each), saidAt(each))),
      without_commit: found.withoutCommit,
      secrets_removed: found.secrets,
      warnings: [...failed.map(unreadable), ...cutOff(transcripts), ...found.diagnostics, ...warnings],
    })
  })
}

function sentenceOf(
  statement: TranscriptStatement,
  known: boolean,
  source: string,
  at: string | undefined,
): StatedSentence {
  const { kind, text, commit, subject, place } = statement
  const { file, ast_anchor, lines } = place
  return {
    ...{ kind, text, commit, subject },
    ...omitUndefined({ file, ast_anchor, lines }),
    source,
    ...omitUndefined({ said_at: at }),
    ...omitEmpty({ known }),
  }
}

interface ReadTranscripts {
  readonly transcripts: readonly Transcript[]
  readonly failed: readonly string[]
}

function readAll(
  { env }: RepositoryParts,
  roots: readonly string[],
  { from, since = -Infinity, session, signal }: TranscriptRequest,
): ResultAsync<ReadTranscripts, TranscriptError> {
  return safeTry(async function* () {
    const { readTranscript, touchesRoots } = await import('@chronicle/writer')
    if (from !== undefined) yield* await checkPath(from)
    const listed =
      from === undefined ? await listTranscripts(roots, env, touchesRoots) : await listTranscriptsIn(resolve(from))
    const bySession = new Map<string, Transcript>()
    const failed = [...listed.failed]
    for (const { path, modifiedAt } of listed.files) {
      if (modifiedAt < since) continue
      if (signal?.aborted === true) return err(codedError('aborted', 'Reading transcripts was aborted.'))
      try {
        const transcript = await readTranscript(transcriptLines(path))
        if (transcript === undefined || transcript.events.length === 0) continue
        if (session !== undefined && !transcript.id.startsWith(session)) continue
        const key = `${transcript.format} ${transcript.id}`
        bySession.set(key, joinTranscripts(bySession.get(key), transcript))
      } catch {
        // An unreadable file is reported and does not affect the others.
        failed.push(path)
      }
    }
    const transcripts = [...bySession.values()]
    if (session === undefined || transcripts.length > 0) return ok({ transcripts, failed })
    const message = `There is no transcript of a session ${session}${from === undefined ? ' that worked in this repository' : ` in ${from}`}. Give the id of a session, or the beginning of it, and with --from a folder.`
    return err(codedError('transcripts_not_found', message, { data: { session } }))
  })
}

/** Rejects a path that does not exist, or of which that cannot be found out. */
async function checkPath(path: string): Promise<Result<void, TranscriptError>> {
  try {
    await stat(path)
    return ok()
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const message =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is nothing at ${path}. Give a folder with transcripts, or a file of one.`
        : `${path} cannot be read (${code}). Check the permissions of it and of the folders above it.`
    return err(codedError('transcripts_not_found', message, { data: { path }, cause }))
  }
}

/**
 * Joins two transcripts. A sub-agent's file has the session of its parent: what it wrote counts as written in that
 * session.
 */
function joinTranscripts(before: Transcript | undefined, transcript: Transcript): Transcript {
  if (before === undefined) return transcript
  const events = [...before.events, ...transcript.events].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
  return {
    ...before,
    cwds: [...new Set([...before.cwds, ...transcript.cwds])],
    events,
    lines: {
      read: before.lines.read + transcript.lines.read,
      skipped: before.lines.skipped + transcript.lines.skipped,
      cutOff: before.lines.cutOff || transcript.lines.cutOff,
    },
  }
}

/** Returns the commits made since the first of the transcripts began. */
function listCommits(
  git: GitBackend,
  from: CommitId | undefined,
  transcripts: readonly Transcript[],
  call: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  return safeTry(async function* () {
    const times = transcripts.flatMap(({ events }) => events.flatMap(({ at }) => at ?? []))
    const since = times.reduce((first, at) => Math.min(first, at), Infinity) - DAY_MS
    const head = yield* from === undefined ? await git.resolve('HEAD', call) : ok(from)
    if (head === undefined || transcripts.length === 0) return ok([])
    const listed = yield* listLog(git, { from: head, limit: MAX_COMMITS }, call)
    const made = listed.filter(({ committedAt }) => committedAt * 1000 >= since || times.length === 0)
    return ok(made.map(({ id }) => id))
  })
}

function unreadable(path: string): FoundStatements['diagnostics'][number] {
  const message = `${path} could not be read, so its statements are missing.`
  return { code: 'transcript_unreadable', severity: 'warning', message }
}

function cutOff(transcripts: readonly Transcript[]): FoundStatements['diagnostics'] {
  return transcripts.flatMap(({ id, format, lines }) =>
    lines.cutOff
      ? [
          {
            code: 'transcript_cut_off',
            severity: 'warning' as const,
            message: `Only the first part of the session ${id} of ${format} was read: it is very long.`,
          },
        ]
      : [],
  )
}
