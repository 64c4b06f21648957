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
  ResultAsync,
  type AcknowledgedFinding,
  type Acknowledgement,
  type AcknowledgementReceipt,
  type CheckOutput,
  type CommitId,
  type Diagnostic,
  type Finding,
  type NotesRef,
  type Result,
  type StoredAcknowledgement,
} from '@chronicle/schema'
import { secretNotice } from '../annotate/redact-annotation.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { NotesListing } from '../contracts/git-backend.ts'
import { authorOf } from '../corrections/author-of.ts'
import type { CorrectionOptions, CorrectionSeams } from '../corrections/correction-seams.ts'
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
export interface AcknowledgementSeams extends CorrectionSeams {
  /** Tells the findings of the change. */
  readonly check: Queries['check']
  /** Keeps the answers about edits that are not committed. Absent: only committed changes can be answered. */
  readonly storage?: CacheStorage
}

/** More than any change has. */
const ALL_FINDINGS = 1_000_000

/**
 * Stores why findings of a change are no objection to it. For commits the answer is a note on the last one, in a ref
 * beside the annotations; for edits that are not committed it stays in this repository, until `base` moves. The receipt
 * has the trailers that say the same in the message of a commit.
 */
export function acknowledgeFindings(
  seams: AcknowledgementSeams,
  input: AcknowledgementInput,
  options: CorrectionOptions = {},
): ResultAsync<AcknowledgementReceipt, AcknowledgementError> {
  return new ResultAsync(acknowledge(seams, input, options))
}

async function acknowledge(
  seams: AcknowledgementSeams,
  { change, findings: wanted, reason: given }: AcknowledgementInput,
  options: CorrectionOptions,
): Promise<Result<AcknowledgementReceipt, AcknowledgementError>> {
  const { dryRun = false, ...call } = options
  if (given.trim() === '') {
    return err(codedError('invalid_acknowledgement', 'An acknowledgement needs a reason: why is the change right?'))
  }
  const checked = await seams.check({ change, maxFindings: ALL_FINDINGS }, call)
  if (checked.isErr()) return err(checked.error)
  const found = findFindings(wanted, checked.value)
  if (found.isErr()) return err(found.error)
  const author = await authorOf(seams, call)
  if (author.isErr()) return err(author.error)
  const { base, head } = checked.value.query
  const said = await withoutSecrets(given.replace(/\s+/g, ' ').trim(), seams, (head ?? base) as CommitId, call)
  if (said.isErr()) return err(said.error)
  const { reason, warnings } = said.value
  const signed = { reason, author: author.value, timestamp: formatTimestamp(seams.clock()) }
  const answers = found.value.map(({ id }): StoredAcknowledgement => ({ finding: id, ...signed }))
  const isKnown = ({ id }: Finding): boolean =>
    checked.value.acknowledged.some(
      ({ id: other, acknowledged }) =>
        other === id && acknowledged.reason === reason && acknowledged.author === author.value,
    )
  const status = found.value.every(isKnown) ? 'unchanged' : 'recorded'
  if (status === 'recorded') {
    const stored = await store(answers, checked.value, seams, options)
    if (stored.isErr()) return err(stored.error)
  }
  const where: Acknowledgement = {
    ...{ reason, author: author.value },
    ...(head === undefined ? { where: 'local' } : { where: 'note', commit: head }),
  }
  return ok({
    $schema: ACKNOWLEDGEMENT_RECEIPT_SCHEMA,
    status,
    ...(dryRun ? { dry_run: true as const } : {}),
    ...(head === undefined ? {} : { notes_ref: refOf(seams) }),
    findings: found.value.map((finding): AcknowledgedFinding => ({ ...finding, acknowledged: where })),
    trailers: answers.map(formatAcknowledgementTrailer),
    warnings,
  })
}

async function store(
  answers: readonly StoredAcknowledgement[],
  { query: { base, head } }: CheckOutput,
  seams: AcknowledgementSeams,
  { dryRun = false, ...call }: CorrectionOptions,
): Promise<Result<void, AcknowledgementError>> {
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
}

/** The note of a commit with more lines; those that are there stay as they are. */
async function addLines(
  answers: readonly StoredAcknowledgement[],
  commit: CommitId,
  { notes }: NotesListing,
  { git }: AcknowledgementSeams,
  call: CallOptions,
): Promise<Result<NotesUpdate<void>, AcknowledgementError>> {
  const blobs = notes.get(commit) ?? []
  const contents = await git.readBlobs(blobs, call)
  if (contents.isErr()) return err(contents.error)
  const lines = answers.map((answer) => JSON.stringify(acknowledgementDocument(answer)))
  let note: Uint8Array = new TextEncoder().encode(lines.join('\n'))
  for (const blob of blobs) {
    const bytes = contents.value.get(blob)
    if (bytes === undefined) {
      const message = `The acknowledgements on ${commit.slice(0, 12)} are not in the repository (blob ${blob}), and are not overwritten. Fetch them, or run git fsck.`
      return err(codedError('existing_note_unreadable', message, { data: { commit } }))
    }
    note = mergeCorrections(note, bytes)
  }
  return ok({ outcome: undefined, notes: new Map([[commit, note]]) })
}

async function withoutSecrets(
  reason: string,
  { redactor }: AcknowledgementSeams,
  commit: CommitId,
  call: CallOptions,
): Promise<Result<{ readonly reason: string; readonly warnings: readonly Diagnostic[] }, AcknowledgementError>> {
  if (redactor === undefined) return ok({ reason, warnings: [] })
  const redacted = await redactor.redact([reason], call)
  return redacted.map(([clean]) => ({
    reason: clean?.text ?? reason,
    warnings: (clean?.secrets ?? []).map((secret) => secretNotice(secret, commit)),
  }))
}

function refOf({ notesRefs }: AcknowledgementSeams): NotesRef {
  return acknowledgementsRef(notesRefs?.[0] ?? DEFAULT_NOTES_REF)
}

function notStored(answer: StoredAcknowledgement): AcknowledgementError {
  const trailer = formatAcknowledgementTrailer(answer)
  const message = `The answer could not be kept in this repository. Add this line to the message of the commit: ${trailer}`
  return codedError('acknowledgement_not_stored', message, { data: { trailer } })
}
