import {
  ACKNOWLEDGEMENT_RECEIPT_SCHEMA,
  acknowledgementDocument,
  acknowledgementsRef,
  DEFAULT_NOTES_REF,
  err,
  formatAcknowledgementTrailer,
  formatTimestamp,
  mergeCorrections,
  ok,
  okAsync,
  omitEmpty,
  safeTry,
  type AcknowledgedFinding,
  type Acknowledgement,
  type AcknowledgementReceipt,
  type CheckOutput,
  type CommitId,
  type Diagnostic,
  type Finding,
  type NotesRef,
  type ResultAsync,
  type StoredAcknowledgement,
} from '@chronicle/schema'
import { secretNotice } from '../annotate/redact-annotation.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { requireOnly } from '../contracts/require-arguments.ts'
import type { NotesListing } from '../contracts/git-backend.ts'
import { authorOf } from '../corrections/author-of.ts'
import type { CorrectionOptions, CorrectionServices } from '../corrections/correction-services.ts'
import { updateNotes, type NotesUpdate } from '../notes/update-notes.ts'
import type { Queries } from '../queries/create-queries.ts'
import type { Change } from '../queries/check/check-query.ts'
import type { AcknowledgementError } from './acknowledgement-error.ts'
import { findFindings } from './find-findings.ts'
import { writeLocalAcknowledgement } from './local-acknowledgements.ts'

/** The findings to answer, and the answer. */
export interface AcknowledgementInput {
  readonly change: Change
  /** Ids as `check` shows them, or as many of their first digits as tell them apart (at least 4). */
  readonly findings: readonly string[]
  /** Why the change may be made all the same. */
  readonly reason: string
}

/** What acknowledging works with. */
export interface AcknowledgementServices extends CorrectionServices {
  /** Tells the findings of the change. */
  readonly check: Queries['check']
  /** Keeps the answers about edits that are not committed. Absent: only committed changes can be answered. */
  readonly storage?: CacheStorage
}

const KINDS = { change: 'object', findings: 'texts', reason: 'text' } as const

/** More than any change has. */
const ALL_FINDINGS = 1_000_000

/**
 * Stores why findings of a change are no objection to it. For commits the answer is a note on the last one, in a ref
 * beside the annotations; for edits that are not committed it stays in this repository, until `base` moves. The receipt
 * has the trailers that say the same in the message of a commit.
 */
export function acknowledgeFindings(
  seams: AcknowledgementServices,
  input: AcknowledgementInput,
  options: CorrectionOptions = {},
): ResultAsync<AcknowledgementReceipt, AcknowledgementError> {
  return safeTry(async function* () {
    const { dryRun = false, ...call } = options
    yield* requireOnly(input, KINDS, 'invalid_acknowledgement')
    const { change, findings: wanted, reason: given } = input
    if (given.trim() === '') {
      return err(codedError('invalid_acknowledgement', 'An acknowledgement needs a reason: why is the change right?'))
    }
    const checked = yield* seams.check({ change, maxFindings: ALL_FINDINGS }, call)
    const found = yield* findFindings(wanted, checked)
    const author = yield* authorOf(seams, call)
    const { base, head } = checked.query
    const { reason, warnings } = yield* withoutSecrets(
      given.replace(/\s+/g, ' ').trim(),
      seams,
      (head ?? base) as CommitId,
      call,
    )
    const signed = { reason, author, timestamp: formatTimestamp(seams.clock()) }
    const answers = found.map(({ id }): StoredAcknowledgement => ({ finding: id, ...signed }))
    const isKnown = ({ id }: Finding): boolean =>
      checked.acknowledged.some(
        ({ id: other, acknowledged }) =>
          other === id && acknowledged.reason === reason && acknowledged.author === author,
      )
    const status = found.every(isKnown) ? 'unchanged' : 'recorded'
    if (status === 'recorded') {
      yield* store(answers, checked, seams, options)
    }
    const where: Acknowledgement = {
      ...{ reason, author },
      ...(head === undefined ? { where: 'local' } : { where: 'note', commit: head }),
    }
    return ok({
      $schema: ACKNOWLEDGEMENT_RECEIPT_SCHEMA,
      status,
      ...omitEmpty({ dry_run: dryRun }),
      ...(head === undefined ? {} : { notes_ref: refOf(seams) }),
      findings: found.map((finding): AcknowledgedFinding => ({ ...finding, acknowledged: where })),
      trailers: answers.map(formatAcknowledgementTrailer),
      warnings,
    })
  })
}

function store(
  answers: readonly StoredAcknowledgement[],
  { query: { base, head } }: CheckOutput,
  seams: AcknowledgementServices,
  { dryRun = false, ...call }: CorrectionOptions,
): ResultAsync<void, AcknowledgementError> {
  return safeTry(async function* () {
    if (head !== undefined) {
      const update = await updateNotes(
        refOf(seams),
        seams,
        (listing) => addLines(answers, head as CommitId, listing, seams, call),
        { ...call, dryRun, message: 'Acknowledge findings with Chronicle\n' },
      )
      return update.map(() => undefined)
    }
    if (dryRun) return ok(undefined)
    for (const answer of answers) {
      const stored =
        base !== undefined &&
        seams.storage !== undefined &&
        (await writeLocalAcknowledgement(base as CommitId, answer, seams.storage))
      if (!stored) return err(notStored(answer))
    }
    return ok(undefined)
  })
}

/** The note of a commit with more lines; those that are there stay as they are. */
function addLines(
  answers: readonly StoredAcknowledgement[],
  commit: CommitId,
  { notes }: NotesListing,
  { git }: AcknowledgementServices,
  call: CallOptions,
): ResultAsync<NotesUpdate<void>, AcknowledgementError> {
  return safeTry(async function* () {
    const blobs = notes.get(commit) ?? []
    const contents = yield* git.readBlobs(blobs, call)
    const lines = answers.map((answer) => JSON.stringify(acknowledgementDocument(answer)))
    let note: Uint8Array = new TextEncoder().encode(lines.join('\n'))
    for (const blob of blobs) {
      const bytes = contents.get(blob)
      if (bytes === undefined) {
        const message = `The acknowledgements on ${commit.slice(0, 12)} are not in the repository (blob ${blob}), and are not overwritten. Fetch them, or run git fsck.`
        return err(codedError('existing_note_unreadable', message, { data: { commit } }))
      }
      note = mergeCorrections(note, bytes)
    }
    return ok({ outcome: undefined, notes: new Map([[commit, note]]) })
  })
}

function withoutSecrets(
  reason: string,
  { redactor }: AcknowledgementServices,
  commit: CommitId,
  call: CallOptions,
): ResultAsync<{ readonly reason: string; readonly warnings: readonly Diagnostic[] }, AcknowledgementError> {
  if (redactor === undefined) return okAsync({ reason, warnings: [] })
  return redactor.redact([reason], call).map(([clean]) => ({
    reason: clean?.text ?? reason,
    warnings: (clean?.secrets ?? []).map((secret) => secretNotice(secret, commit)),
  }))
}

function refOf({ notesRefs }: AcknowledgementServices): NotesRef {
  return acknowledgementsRef(notesRefs?.[0] ?? DEFAULT_NOTES_REF)
}

function notStored(answer: StoredAcknowledgement): AcknowledgementError {
  const trailer = formatAcknowledgementTrailer(answer)
  const message = `The answer could not be kept in this repository. Add this line to the message of the commit: ${trailer}`
  return codedError('acknowledgement_not_stored', message, { data: { trailer } })
}
