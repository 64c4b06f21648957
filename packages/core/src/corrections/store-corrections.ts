import {
  omitEmpty,
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
  type RecordedAgain,
  type ResultAsync,
  safeTry,
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
import type { CorrectionOptions, CorrectionServices } from './correction-services.ts'
import { redactDrafts } from './redact-drafts.ts'
import { findDuplicateClaims } from './duplicate-claims.ts'
import { placeOf } from './select-regions.ts'
import type { DraftCorrection } from './draft-correction.ts'

/**
 * Stores corrections beside the first notes ref, as the user, by compare-and-swap. Existing content is preserved byte
 * for byte; a repeated correction by the same author is not stored again.
 */
export function storeCorrections(
  drafts: readonly DraftCorrection[],
  seams: CorrectionServices,
  options: CorrectionOptions,
  warnings: readonly Diagnostic[] = [],
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return safeTry(async function* () {
    const author = yield* authorOf(seams, options)
    const signed = { author, timestamp: formatTimestamp(seams.clock()) }
    const redacted = yield* redactDrafts(drafts, seams.redactor, options)
    // Only for corrections that remove something: a flag is shown together with the claim, which is shown once anyway.
    const removals = redacted.drafts.filter(({ correction }) => REMOVING_TYPES.has(correction.correction_type))
    const again = yield* findDuplicateClaims(removals, seams, options)
    const corrections = redacted.drafts.map((draft) => ({
      ...draft,
      correction: { ...draft.correction, ...signed },
      again: again.get(draft) ?? [],
    }))
    for (const { correction } of corrections) {
      yield* validateCorrection(correction)
    }
    const ref = correctionsRef(seams.notesRefs?.[0] ?? DEFAULT_NOTES_REF)
    const { dryRun = false, ...call } = options
    const stored = yield* updateNotes(ref, seams, (listing) => plan(corrections, listing, ref, seams.git, call), {
      ...call,
      dryRun,
      message: 'Correct annotations with Chronicle\n',
    })
    return ok({
      $schema: CORRECTION_RECEIPT_SCHEMA,
      status: stored.every(({ known }) => known) ? 'unchanged' : 'recorded',
      ...omitEmpty({ dry_run: dryRun }),
      notes_ref: ref,
      corrections: stored,
      warnings: [...redacted.notices, ...warnings],
    })
  })
}

/** Kinds of corrections that remove a claim, so that the same claim on another commit would be shown instead. */
const REMOVING_TYPES: ReadonlySet<string> = new Set<Correction['correction_type']>([
  'remove',
  'amend',
  'retract',
  'supersede',
])

type SignedCorrection = Omit<DraftCorrection, 'correction'> & {
  readonly correction: Correction
  readonly again: readonly RecordedAgain[]
}

function plan(
  corrections: readonly SignedCorrection[],
  { notes }: NotesListing,
  ref: NotesRef,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<NotesUpdate<readonly StoredCorrection[]>, CorrectionError> {
  return safeTry(async function* () {
    const commits = [...new Set(corrections.map(({ commit }) => commit))]
    const blobs = yield* git.readBlobs(
      commits.flatMap((commit) => notes.get(commit) ?? []),
      call,
    )
    const outcome: StoredCorrection[] = []
    const changed = new Map<CommitId, Uint8Array>()
    for (const commit of commits) {
      let note: Uint8Array = new Uint8Array()
      for (const id of notes.get(commit) ?? []) {
        const bytes = blobs.get(id)
        if (bytes === undefined) return err(unreadable(commit, ref, id))
        note = mergeCorrections(note, bytes)
      }
      const knownContents = new Set(readCorrections(note, { commit }).corrections.map(contentOf))
      for (const { again, correction, regions } of corrections.filter((each) => each.commit === commit)) {
        const known = knownContents.has(contentOf(correction))
        const entry = { commit, correction: correctionDocument(correction), regions: regions.map(placeOf) }
        outcome.push({ ...entry, ...omitEmpty({ known, also_on: again }) })
        if (known) continue
        knownContents.add(contentOf(correction))
        changed.set(commit, mergeCorrections(changed.get(commit) ?? note, writeCorrections([correction])))
      }
    }
    return ok(changed.size === 0 ? { outcome } : { outcome, notes: changed })
  })
}

/** Returns the content of a correction for comparison, which ignores the timestamp. */
function contentOf(correction: Correction): string {
  return JSON.stringify(correctionDocument({ ...correction, timestamp: '' }))
}

function unreadable(commit: CommitId, ref: NotesRef, id: string): CorrectionError {
  const message = `The corrections of ${commit.slice(0, 12)} in ${ref} are not in the repository (blob ${id}), and are not overwritten. Fetch them, or run git fsck.`
  return codedError('existing_note_unreadable', message, { data: { commit, notes_ref: ref } })
}
