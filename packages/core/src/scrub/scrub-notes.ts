import {
  acknowledgementsRef,
  omitEmpty,
  type BlobId,
  type CommitId,
  correctionsRef,
  DEFAULT_NOTES_REF,
  type Diagnostic,
  err,
  type NotesRef,
  ok,
  type ResultAsync,
  safeTry,
  SCRUB_RECEIPT_SCHEMA,
  type ScrubbedNote,
  type ScrubbedRef,
  type ScrubReceipt,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { requireArguments, requireKnownArguments } from '../contracts/require-arguments.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import type { CorrectionError } from '../corrections/correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from '../corrections/correction-services.ts'
import { openAnnotation } from '../corrections/open-annotation.ts'
import { SELECTION_KINDS, selectRegions, type RegionSelection } from '../corrections/select-regions.ts'
import { updateNotes, type NotesUpdate } from '../notes/update-notes.ts'
import { dropRegions } from './drop-regions.ts'
import { findOtherHolders, findRegionCopies } from './find-copies.ts'
import { findInHistory } from './find-in-history.ts'
import { includedTips } from './included-tips.ts'
import { remainingCopies } from './remaining-copies.ts'
import { scrubMessage } from './scrub-message.ts'
import { createTextScrubber, SCRUBBED } from './scrub-text.ts'
import type { NoteScrubber } from './note-scrub.ts'

/** The content to scrub: a text wherever it occurs, or regions of one annotation. */
export type ScrubInput =
  | {
      /** The text, of at least four characters. */
      readonly text: string
      /** Limits scrubbing to the notes of this commit. */
      readonly commit?: string | undefined
    }
  | (RegionSelection & {
      readonly commit: string
      readonly text?: undefined
      /** Whether to drop regions with the same words from the annotations of all other commits too. Default `false`. */
      readonly copies?: boolean | undefined
    })

const KINDS = { ...SELECTION_KINDS, text: 'text?', commit: 'text?', copies: 'boolean?' } as const

/** Number of notes read in one batch. */
const BATCH = 500
const MIN_TEXT_LENGTH = 4

/**
 * Removes content from notes, corrections and acknowledgements, together with their history: each ref that contained it
 * becomes a single commit without parents. All other notes stay byte-identical. Commits that still say the same are
 * listed in `also_on`, and what scrubbing cannot reach in `remaining`.
 */
export function scrubNotes(
  seams: Omit<CorrectionServices, 'clock' | 'author'>,
  input: ScrubInput,
  options: CorrectionOptions = {},
): ResultAsync<ScrubReceipt, CorrectionError> {
  return scrub({ ...seams, clock: () => 0 }, input, options)
}

function scrub(
  seams: CorrectionServices,
  input: ScrubInput,
  options: CorrectionOptions,
): ResultAsync<ScrubReceipt, CorrectionError> {
  return safeTry(async function* () {
    const { dryRun = false, ...call } = options
    const notesRefs = seams.notesRefs ?? [DEFAULT_NOTES_REF]
    const job = yield* prepare(seams, input, call)
    const refs: ScrubbedRef[] = []
    const replaced = new Map<NotesRef, ReadonlySet<string>>()
    const warnings: Diagnostic[] = []
    // An acknowledgement belongs to a finding, not to a region, so it is only scrubbed by text.
    const relatedRefs = input.text === undefined ? [correctionsRef] : [correctionsRef, acknowledgementsRef]
    // Notes come last: if another ref fails, a note remains without its corrections, and a second run scrubs it.
    for (const ref of new Set([...relatedRefs.flatMap((refOf) => notesRefs.map(refOf)), ...notesRefs])) {
      const planOf = (listing: NotesListing): ReturnType<typeof plan> => plan(ref, listing, job, seams.git, call)
      const scrubbed = yield* updateNotes(ref, seams, planOf, { ...call, dryRun, message: scrubMessage(new Set()) })
      if (scrubbed === undefined) continue
      refs.push(scrubbed.ref)
      replaced.set(ref, scrubbed.included)
      warnings.push(...scrubbed.warnings)
    }
    const remaining = yield* replaced.size === 0 ? ok([]) : await remainingCopies(replaced, seams.git, call)
    return ok({
      $schema: SCRUB_RECEIPT_SCHEMA,
      status: refs.length === 0 ? 'nothing_found' : 'scrubbed',
      ...omitEmpty({ dry_run: dryRun }),
      refs,
      ...omitEmpty({ also_on: job.alsoOn }),
      remaining,
      warnings,
    })
  })
}

interface ScrubJob {
  readonly scrubNote: NoteScrubber
  /** Limits scrubbing to notes on these commits. */
  readonly onlyCommits: ReadonlySet<CommitId> | undefined
  /** Commits whose notes have the content, and are not scrubbed of it. */
  readonly alsoOn: readonly CommitId[]
  /** Whether an earlier version of a note contains the content; absent when that cannot be checked. */
  readonly holds?: (bytes: Uint8Array) => boolean
}

function prepare(
  seams: CorrectionServices,
  input: ScrubInput,
  call: CallOptions,
): ResultAsync<ScrubJob, CorrectionError> {
  return safeTry(async function* () {
    const { notesRefs = [DEFAULT_NOTES_REF] } = seams
    yield* requireKnownArguments(input, KINDS, 'invalid_scrub')
    if (input.text === undefined) {
      if (input.file === undefined && input.anchor === undefined) {
        return err(
          codedError('invalid_scrub', 'Say what to scrub: a text, or a region of the annotation on the commit.'),
        )
      }
      yield* requireArguments(input, { commit: 'text' }, 'invalid_scrub')
      const opened = yield* openAnnotation(input.commit, seams, call)
      const { commit, annotation } = opened
      const { copies: withCopies = false, ...selection } = input
      const regions = yield* selectRegions(opened, selection)
      const copies = yield* findRegionCopies(regions, notesRefs, seams.git, call)
      const dropped = new Map([...(withCopies ? copies.regions : []), [commit, { annotation, regions }]])
      return ok({
        scrubNote: dropRegions(dropped, notesRefs),
        onlyCommits: new Set(dropped.keys()),
        alsoOn: copies.left(dropped),
      })
    }
    const { text } = input
    if ([...text.trim()].length < MIN_TEXT_LENGTH || SCRUBBED.includes(text)) {
      const message = `The text to scrub is too short or too common: it would be taken out of everything. Give at least ${MIN_TEXT_LENGTH} characters.`
      return err(codedError('invalid_scrub', message))
    }
    const annotated = input.commit === undefined ? ok(undefined) : await openAnnotation(input.commit, seams, call)
    if (annotated.isErr() && annotated.error.code !== 'region_not_found') return err(annotated.error)
    const commit = annotated.isErr() ? (annotated.error.data?.['commit'] as CommitId) : annotated.value?.commit
    const scrubText = createTextScrubber(text)
    const hasText = (bytes: Uint8Array): boolean => scrubText(bytes).occurrences > 0
    return ok({
      onlyCommits: commit && new Set([commit]),
      alsoOn: commit === undefined ? [] : yield* findOtherHolders(commit, hasText, notesRefs, seams.git, call),
      holds: hasText,
      scrubNote: ({ commit: noted, contents }) => {
        const scrubbed = contents.map(scrubText)
        const occurrences = scrubbed.reduce((sum, each) => sum + each.occurrences, 0)
        if (occurrences === 0) return ok(undefined)
        const warnings = [
          ...(scrubbed.some(({ damaged }) => damaged) ? [noteDamaged(noted)] : []),
          ...(scrubbed.some(({ renamed }) => renamed) ? [placeScrubbed(noted)] : []),
        ]
        return ok({
          bytes: joined(scrubbed.map(({ bytes }) => bytes)),
          occurrences,
          warnings,
        })
      },
    })
  })
}

type PlannedScrub = NotesUpdate<
  | {
      readonly ref: ScrubbedRef
      readonly warnings: readonly Diagnostic[]
      /** Digests of the tips that the notes included before, for `scrubMessage`. */
      readonly included: ReadonlySet<string>
    }
  | undefined
>

function plan(
  ref: NotesRef,
  { tip, notes }: NotesListing,
  { holds: containsContent, onlyCommits, scrubNote }: ScrubJob,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<PlannedScrub, CorrectionError> {
  return safeTry(async function* () {
    const changed = new Map<CommitId, Uint8Array | undefined>()
    const found: ScrubbedNote[] = []
    const warnings: Diagnostic[] = []
    const wanted = [...notes].filter(([commit]) => onlyCommits?.has(commit) !== false)
    for (let start = 0; start < wanted.length; start += BATCH) {
      const batch = wanted.slice(start, start + BATCH)
      const contents = yield* git.readBlobs([...new Set(batch.flatMap(([, ids]) => ids))], call)
      for (const [commit, ids] of batch) {
        const missing = ids.find((id) => !contents.has(id))
        if (missing !== undefined) return err(notHere(commit, ref, missing))
        const note = yield* scrubNote({ commit, ref, contents: ids.flatMap((id) => contents.get(id) ?? []) })
        if (note === undefined) continue
        const { bytes, occurrences } = note
        changed.set(commit, bytes)
        found.push({ commit, occurrences, ...omitEmpty({ removed: bytes === undefined }) })
        warnings.push(...(note.warnings ?? []))
      }
    }
    const replace = (ref: ScrubbedRef): ResultAsync<PlannedScrub, GitError> =>
      includedTips(ref.notes_ref, tip, git, call).map((included) => ({
        outcome: { ref, warnings, included },
        notes: changed,
        dropHistory: true,
        message: scrubMessage(included),
      }))
    if (found.length > 0) return replace({ notes_ref: ref, notes: found })
    if (tip === undefined || containsContent === undefined) return ok({ outcome: undefined })
    const current = new Set<BlobId>([...notes.values()].flat())
    const before = yield* findInHistory(git, tip, current, containsContent, call)
    if (!before) return ok({ outcome: undefined })
    return replace({ notes_ref: ref, notes: [], in_history: true })
  })
}

/** Joins the documents one after the other, because readers accept several documents in one note. */
function joined(contents: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = contents
  if (first !== undefined && others.length === 0) return first
  return Uint8Array.from(contents.flatMap((bytes, index) => [...(index === 0 ? [] : [0x0a]), ...bytes]))
}

function noteDamaged(commit: CommitId): Diagnostic {
  const message = `The text stood outside of strings in the note on ${commit.slice(0, 12)}, which is no JSON any more and cannot be read. Remove it with git notes remove, or repair it.`
  return { code: 'note_damaged', severity: 'warning', message, commit }
}

function placeScrubbed(commit: CommitId): Diagnostic {
  const message = `The text was in the path or name of a place in the notes on ${commit.slice(0, 12)}, and was taken out there too: what they say of that place may not be found any more. Name it again with git chronicle reattach, or record it again.`
  return { code: 'place_scrubbed', severity: 'warning', message, commit }
}

function notHere(commit: CommitId, ref: NotesRef, id: BlobId): CorrectionError {
  const message = `The note on ${commit.slice(0, 12)} in ${ref} is not in the repository (blob ${id}), so it was not searched. Fetch it, and scrub again.`
  return codedError('existing_note_unreadable', message, { data: { commit, notes_ref: ref } })
}
