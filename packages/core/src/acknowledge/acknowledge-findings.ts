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
import { redactWith } from '../contracts/redact-with.ts'
import { requireKnownArguments } from '../contracts/require-arguments.ts'
import type { NotesListing } from '../contracts/git-backend.ts'
import { authorOf } from '../corrections/author-of.ts'
import type { CorrectionOptions, CorrectionServices } from '../corrections/correction-services.ts'
import { updateNotes, type NotesUpdate } from '../notes/update-notes.ts'
import type { Queries } from '../queries/create-queries.ts'
import type { Change } from '../queries/check/check-query.ts'
import type { AcknowledgementError } from './acknowledgement-error.ts'
import { findFindings } from './find-findings.ts'
import { writeLocalAcknowledgement } from './local-acknowledgements.ts'

/** The findings to acknowledge, and the reason. */
export interface AcknowledgementInput {
  readonly change: Change
  /** Finding ids as `check` prints them, or unique prefixes of at least 4 digits. */
  readonly findings: readonly string[]
  /** Why the change is acceptable despite the findings. */
  readonly reason: string
}

/** Dependencies of acknowledging findings. */
export interface AcknowledgementServices extends CorrectionServices {
  /** Returns the findings of the change. */
  readonly check: Queries['check']
  /**
   * Stores acknowledgements for uncommitted edits. Absent: only findings about committed changes can be acknowledged.
   */
  readonly storage?: CacheStorage
}

const KINDS = { change: 'object', findings: 'texts', reason: 'text' } as const

/** A limit that no change reaches. */
const ALL_FINDINGS = 1_000_000

/**
 * Stores the reason why findings of a change are acceptable. For commits it becomes a note on the last one, in a ref
 * beside the annotations. For uncommitted edits it stays local to this repository, until `base` moves. The receipt
 * contains equivalent trailers for a commit message.
 */
export function acknowledgeFindings(
  seams: AcknowledgementServices,
  input: AcknowledgementInput,
  options: CorrectionOptions = {},
): ResultAsync<AcknowledgementReceipt, AcknowledgementError> {
  return safeTry(async function* () {
    const { dryRun = false, ...call } = options
    yield* requireKnownArguments(input, KINDS, 'invalid_acknowledgement')
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
      ...(head !== undefined && { notes_ref: refOf(seams) }),
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

/** Returns the note of a commit with additional lines. Existing lines are preserved. */
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
  return redactWith(redactor, [reason], call).map(([clean]) => ({
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
