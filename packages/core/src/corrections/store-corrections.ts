import {
  type CommitId,
  type Correction,
  CORRECTION_RECEIPT_SCHEMA,
  correctionDocument,
  type CorrectionReceipt,
  correctionsRef,
  DEFAULT_NOTES_REF,
  type Diagnostic,
  err,
  formatTimestamp,
  mergeCorrections,
  type NotesRef,
  ok,
  readCorrections,
  type Region,
  type Result,
  type StoredCorrection,
  writeCorrections,
} from '@chronicle/schema'
import { validateCorrection } from '@chronicle/schema/validate'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend, NotesListing } from '../contracts/git-backend.ts'
import { updateNotes, type NotesUpdate } from '../notes/update-notes.ts'
import { authorOf } from './author-of.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionSeams } from './correction-seams.ts'
import { redactDrafts } from './redact-drafts.ts'
import { placeOf } from './select-regions.ts'

/** A correction that lacks who makes it and when. */
export interface DraftCorrection {
  readonly commit: CommitId
  readonly correction: Omit<Correction, 'author' | 'timestamp'>
  /** The regions it speaks of, for the receipt. */
  readonly regions: readonly Region[]
}

/**
 * Stores corrections beside the first notes ref, as the user, by compare-and-swap. What is there already stays as it is,
 * to the byte; what has been said by the same author is not said again.
 */
export async function storeCorrections(
  drafts: readonly DraftCorrection[],
  seams: CorrectionSeams,
  options: CorrectionOptions,
  warnings: readonly Diagnostic[] = [],
): Promise<Result<CorrectionReceipt, CorrectionError>> {
  const author = await authorOf(seams, options)
  if (author.isErr()) return err(author.error)
  const signed = { author: author.value, timestamp: formatTimestamp(seams.clock()) }
  const redacted = await redactDrafts(drafts, seams.redactor, options)
  if (redacted.isErr()) return err(redacted.error)
  const corrections = redacted.value.drafts.map(({ commit, correction, regions }) => ({
    commit,
    correction: { ...correction, ...signed },
    regions,
  }))
  for (const { correction } of corrections) {
    const valid = validateCorrection(correction)
    if (valid.isErr()) return err(valid.error)
  }
  const ref = correctionsRef(seams.notesRefs?.[0] ?? DEFAULT_NOTES_REF)
  const { dryRun = false, ...call } = options
  const stored = await updateNotes(ref, seams, (listing) => plan(corrections, listing, ref, seams.git, call), {
    ...call,
    dryRun,
    message: 'Correct annotations with Chronicle\n',
  })
  if (stored.isErr()) return err(stored.error)
  return ok({
    $schema: CORRECTION_RECEIPT_SCHEMA,
    status: stored.value.every(({ known }) => known) ? 'unchanged' : 'recorded',
    ...(dryRun ? { dry_run: true as const } : {}),
    notes_ref: ref,
    corrections: stored.value,
    warnings: [...redacted.value.notices, ...warnings],
  })
}

type SignedCorrection = Omit<DraftCorrection, 'correction'> & { readonly correction: Correction }

async function plan(
  corrections: readonly SignedCorrection[],
  { notes }: NotesListing,
  ref: NotesRef,
  git: GitBackend,
  call: CallOptions,
): Promise<Result<NotesUpdate<readonly StoredCorrection[]>, CorrectionError>> {
  const commits = [...new Set(corrections.map(({ commit }) => commit))]
  const blobs = await git.readBlobs(
    commits.flatMap((commit) => notes.get(commit) ?? []),
    call,
  )
  if (blobs.isErr()) return err(blobs.error)
  const outcome: StoredCorrection[] = []
  const changed = new Map<CommitId, Uint8Array>()
  for (const commit of commits) {
    let note: Uint8Array = new Uint8Array()
    for (const id of notes.get(commit) ?? []) {
      const bytes = blobs.value.get(id)
      if (bytes === undefined) return err(unreadable(commit, ref, id))
      note = mergeCorrections(note, bytes)
    }
    const said = new Set(readCorrections(note, { commit }).corrections.map(contentOf))
    for (const { correction, regions } of corrections.filter((each) => each.commit === commit)) {
      const known = said.has(contentOf(correction))
      const entry = { commit, correction: correctionDocument(correction), regions: regions.map(placeOf) }
      outcome.push({ ...entry, ...(known ? { known: true as const } : {}) })
      if (known) continue
      said.add(contentOf(correction))
      changed.set(commit, mergeCorrections(changed.get(commit) ?? note, writeCorrections([correction])))
    }
  }
  return ok(changed.size === 0 ? { outcome } : { outcome, notes: changed })
}

/** A later timestamp alone is nothing new. */
function contentOf(correction: Correction): string {
  return JSON.stringify(correctionDocument({ ...correction, timestamp: '' }))
}

function unreadable(commit: CommitId, ref: NotesRef, id: string): CorrectionError {
  const message = `The corrections of ${commit.slice(0, 12)} in ${ref} are not in the repository (blob ${id}), and are not overwritten. Fetch them, or run git fsck.`
  return codedError('existing_note_unreadable', message, { data: { commit, notes_ref: ref } })
}
