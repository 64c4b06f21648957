import {
  acknowledgementsRef,
  type BlobId,
  type CommitId,
  correctionsRef,
  DEFAULT_NOTES_REF,
  type Diagnostic,
  err,
  type NotesRef,
  ok,
  type Result,
  ResultAsync,
  SCRUB_RECEIPT_SCHEMA,
  type ScrubbedNote,
  type ScrubbedRef,
  type ScrubReceipt,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend, NotesListing } from '../contracts/git-backend.ts'
import type { CorrectionError } from '../corrections/correction-error.ts'
import type { CorrectionOptions, CorrectionSeams } from '../corrections/correction-seams.ts'
import { openAnnotation } from '../corrections/open-annotation.ts'
import { selectRegions, type RegionSelection } from '../corrections/select-regions.ts'
import { updateNotes, type NotesUpdate } from '../notes/update-notes.ts'
import { dropRegions } from './drop-regions.ts'
import { findInHistory } from './find-in-history.ts'
import { remainingCopies } from './remaining-copies.ts'
import { createTextScrubber, SCRUBBED } from './scrub-text.ts'

/** What must not exist: a text wherever it stands, or regions of one annotation. */
export type ScrubInput =
  | {
      /** At least four characters. */
      readonly text: string
      /** Only in the notes of this commit. */
      readonly commit?: string
    }
  | (RegionSelection & { readonly commit: string; readonly text?: undefined })

/** How a note is scrubbed; `undefined` leaves it as it is. */
export type NoteScrubber = (note: {
  readonly commit: CommitId
  readonly ref: NotesRef
  /** More than one where another tool left several entries for the commit. */
  readonly contents: readonly Uint8Array[]
}) => Result<NoteScrub | undefined, CorrectionError>

/** A note after scrubbing. */
export interface NoteScrub {
  /** `undefined`: nothing is left. */
  readonly bytes: Uint8Array | undefined
  readonly occurrences: number
  readonly warnings?: readonly Diagnostic[]
}

/** Notes read at a time. */
const BATCH = 500
const SHORTEST = 4

/**
 * Takes content out of notes, corrections and acknowledgements that must not exist, and their history with it: each ref that held it
 * becomes one commit without parents. Other notes stay as they are, to the byte. What scrubbing cannot reach is listed
 * in `remaining`.
 */
export function scrubNotes(
  seams: Omit<CorrectionSeams, 'clock' | 'author'>,
  input: ScrubInput,
  options: CorrectionOptions = {},
): ResultAsync<ScrubReceipt, CorrectionError> {
  return new ResultAsync(scrub({ ...seams, clock: () => 0 }, input, options))
}

async function scrub(
  seams: CorrectionSeams,
  input: ScrubInput,
  options: CorrectionOptions,
): Promise<Result<ScrubReceipt, CorrectionError>> {
  const { dryRun = false, ...call } = options
  const notesRefs = seams.notesRefs ?? [DEFAULT_NOTES_REF]
  const job = await prepare(seams, input, call)
  if (job.isErr()) return err(job.error)
  const refs: ScrubbedRef[] = []
  const warnings: Diagnostic[] = []
  // An acknowledgement belongs to a finding, not to a region: it is scrubbed by its text.
  const besides = input.text === undefined ? [correctionsRef] : [correctionsRef, acknowledgementsRef]
  // Notes last: should another ref fail, a note is left without what belongs to it, and is scrubbed when asked again.
  for (const ref of new Set([...besides.flatMap((refOf) => notesRefs.map(refOf)), ...notesRefs])) {
    const planOf = (listing: NotesListing): ReturnType<typeof plan> => plan(ref, listing, job.value, seams.git, call)
    const message = 'Scrub notes with Chronicle\n'
    const scrubbed = await updateNotes(ref, seams, planOf, { ...call, dryRun, message })
    if (scrubbed.isErr()) return err(scrubbed.error)
    if (scrubbed.value === undefined) continue
    refs.push(scrubbed.value.ref)
    warnings.push(...scrubbed.value.warnings)
  }
  const names = refs.map(({ notes_ref: ref }) => ref)
  const remaining = names.length === 0 ? ok([]) : await remainingCopies(names, seams.git, call)
  if (remaining.isErr()) return err(remaining.error)
  return ok({
    $schema: SCRUB_RECEIPT_SCHEMA,
    status: refs.length === 0 ? 'nothing_found' : 'scrubbed',
    ...(dryRun ? { dry_run: true as const } : {}),
    refs,
    remaining: remaining.value,
    warnings,
  })
}

interface ScrubJob {
  readonly scrubNote: NoteScrubber
  /** Only notes on this commit. */
  readonly only: CommitId | undefined
  /** Whether a note of the past holds what is looked for; absent where that cannot be told. */
  readonly holds?: (bytes: Uint8Array) => boolean
}

async function prepare(
  seams: CorrectionSeams,
  input: ScrubInput,
  call: CallOptions,
): Promise<Result<ScrubJob, CorrectionError>> {
  if (input.text === undefined) {
    if (input.file === undefined && input.anchor === undefined) {
      return err(codedError('invalid_scrub', 'Say what to scrub: a text, or a region of the annotation on the commit.'))
    }
    const opened = await openAnnotation(input.commit, seams, call)
    if (opened.isErr()) return err(opened.error)
    const { commit, annotation } = opened.value
    return selectRegions(opened.value, input).map((regions) => ({
      scrubNote: dropRegions(annotation, regions, seams.notesRefs ?? [DEFAULT_NOTES_REF]),
      only: commit,
    }))
  }
  const { text } = input
  if ([...text.trim()].length < SHORTEST || SCRUBBED.includes(text)) {
    const message = `The text to scrub is too short or too common: it would be taken out of everything. Give at least ${SHORTEST} characters.`
    return err(codedError('invalid_scrub', message))
  }
  const only = input.commit === undefined ? ok(undefined) : await openAnnotation(input.commit, seams, call)
  if (only.isErr() && only.error.code !== 'region_not_found') return err(only.error)
  const commit = only.isErr() ? (only.error.data?.['commit'] as CommitId) : only.value?.commit
  const scrubText = createTextScrubber(text)
  return ok({
    only: commit,
    holds: (bytes) => scrubText(bytes).occurrences > 0,
    scrubNote: ({ commit: noted, contents }) => {
      const scrubbed = contents.map(scrubText)
      const occurrences = scrubbed.reduce((sum, each) => sum + each.occurrences, 0)
      if (occurrences === 0) return ok(undefined)
      const damaged = scrubbed.some((each) => each.damaged)
      return ok({
        bytes: joined(scrubbed.map(({ bytes }) => bytes)),
        occurrences,
        warnings: damaged ? [noteDamaged(noted)] : [],
      })
    },
  })
}

async function plan(
  ref: NotesRef,
  { tip, notes }: NotesListing,
  { holds, only, scrubNote }: ScrubJob,
  git: GitBackend,
  call: CallOptions,
): Promise<
  Result<
    NotesUpdate<{ readonly ref: ScrubbedRef; readonly warnings: readonly Diagnostic[] } | undefined>,
    CorrectionError
  >
> {
  const changed = new Map<CommitId, Uint8Array | undefined>()
  const found: ScrubbedNote[] = []
  const warnings: Diagnostic[] = []
  const wanted = [...notes].filter(([commit]) => only === undefined || commit === only)
  for (let start = 0; start < wanted.length; start += BATCH) {
    const batch = wanted.slice(start, start + BATCH)
    const contents = await git.readBlobs([...new Set(batch.flatMap(([, ids]) => ids))], call)
    if (contents.isErr()) return err(contents.error)
    for (const [commit, ids] of batch) {
      const missing = ids.find((id) => !contents.value.has(id))
      if (missing !== undefined) return err(notHere(commit, ref, missing))
      const note = scrubNote({ commit, ref, contents: ids.flatMap((id) => contents.value.get(id) ?? []) })
      if (note.isErr()) return err(note.error)
      if (note.value === undefined) continue
      const { bytes, occurrences } = note.value
      changed.set(commit, bytes)
      found.push({ commit, occurrences, ...(bytes === undefined ? { removed: true as const } : {}) })
      warnings.push(...(note.value.warnings ?? []))
    }
  }
  if (found.length > 0) {
    return ok({ outcome: { ref: { notes_ref: ref, notes: found }, warnings }, notes: changed, dropHistory: true })
  }
  if (tip === undefined || holds === undefined) return ok({ outcome: undefined })
  const current = new Set<BlobId>([...notes.values()].flat())
  const before = await findInHistory(git, tip, current, holds, call)
  if (before.isErr()) return err(before.error)
  if (!before.value) return ok({ outcome: undefined })
  const outcome = { ref: { notes_ref: ref, notes: [], in_history: true as const }, warnings }
  return ok({ outcome, notes: new Map(), dropHistory: true })
}

/** One after the other, as readers take several documents in one note. */
function joined(contents: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = contents
  if (first !== undefined && others.length === 0) return first
  return Uint8Array.from(contents.flatMap((bytes, index) => [...(index === 0 ? [] : [0x0a]), ...bytes]))
}

function noteDamaged(commit: CommitId): Diagnostic {
  const message = `The text stood outside of strings in the note on ${commit.slice(0, 12)}, which is no JSON any more and cannot be read. Remove it with git notes remove, or repair it.`
  return { code: 'note_damaged', severity: 'warning', message, commit }
}

function notHere(commit: CommitId, ref: NotesRef, id: BlobId): CorrectionError {
  const message = `The note on ${commit.slice(0, 12)} in ${ref} is not in the repository (blob ${id}), so it cannot be told what it holds. Fetch it, and scrub again.`
  return codedError('existing_note_unreadable', message, { data: { commit, notes_ref: ref } })
}
