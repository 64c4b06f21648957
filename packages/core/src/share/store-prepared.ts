import {
  acknowledgementsRef,
  correctionsRef,
  DEFAULT_NOTES_REF,
  isSameBytes,
  mergeCorrections,
  mergeNotes,
  ok,
  omitUndefined,
  safeTry,
  writeNote,
  type CommitId,
  type NotesRef,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError } from '../contracts/git-backend.ts'
import { readNoteBytes } from '../notes/read-note-bytes.ts'
import { updateNotes } from '../notes/update-notes.ts'
import { losslessAnnotation } from '../notes/read-whole-notes.ts'
import { lacksScrubbedRegions, withoutScrubbedLines, withoutScrubbedRegions } from './keep-scrubbed.ts'
import type { PreparedNotes } from './prepare-notes.ts'
import type { ShareServices } from './share-services.ts'

/** Commits grouped by the outcome for their notes. A commit counts as written when any of its refs changed. */
export interface StoredNotes {
  readonly written: ReadonlySet<CommitId>
  readonly unchanged: ReadonlySet<CommitId>
  /** Commits from whose notes something was scrubbed that would have come back. */
  readonly keptOut: ReadonlySet<CommitId>
}

type Merge = (a: Uint8Array, b: Uint8Array, commit: CommitId) => Uint8Array

/** Merges notes into the existing ones, in one commit for each ref. */
export function storePrepared(
  prepared: readonly PreparedNotes[],
  seams: ShareServices,
  { dryRun = false, ...call }: CallOptions & { readonly dryRun?: boolean | undefined },
): ResultAsync<StoredNotes, GitError> {
  return safeTry(async function* () {
    const { git, sleep, notesRef = DEFAULT_NOTES_REF } = seams
    const mergeLines: Merge = (a, b) => mergeCorrections(a, b)
    const parts: readonly (readonly [NotesRef, 'note' | 'corrections' | 'acknowledgements', Merge])[] = [
      [notesRef, 'note', (a, b, commit) => mergeNotes(a, b, { commit })],
      [correctionsRef(notesRef), 'corrections', mergeLines],
      [acknowledgementsRef(notesRef), 'acknowledgements', mergeLines],
    ]
    const written = new Set<CommitId>()
    const keptOut = new Set<CommitId>()
    /** Commits of whose annotations regions were scrubbed: corrections may be about these. */
    const closed = new Set<CommitId>()
    for (const [ref, key, merge] of parts) {
      // Of the notes of all commits, it is asked whether they were scrubbed.
      const wanted = new Map<CommitId, Uint8Array | undefined>(
        key === 'note' ? prepared.map(({ commit }) => [commit, undefined]) : [],
      )
      const summaries = new Map<CommitId, string>()
      for (const { commit, [key]: bytes, summary } of prepared) {
        if (key === 'note' && summary !== undefined) summaries.set(commit, summary)
        const known = wanted.get(commit)
        if (bytes !== undefined) wanted.set(commit, known === undefined ? bytes : merge(known, bytes, commit))
      }
      if (wanted.size === 0) continue
      const stored = yield* updateNotes(
        ref,
        { git, ...omitUndefined({ sleep }) },
        (listing) =>
          safeTry(async function* () {
            const known = yield* readNoteBytes([...wanted.keys()], listing, git, call)
            const changed = new Map<CommitId, Uint8Array>()
            for (const [commit, imported] of wanted) {
              const existing = known.get(commit) ?? []
              if (key === 'note' && lacksScrubbedRegions(existing, commit)) closed.add(commit)
              if (imported === undefined) continue
              const bytes =
                key === 'note'
                  ? withoutScrubbedRegions(imported, existing, commit)
                  : closed.has(commit)
                    ? undefined
                    : withoutScrubbedLines(imported, existing)
              if (bytes !== imported) keptOut.add(commit)
              if (bytes === undefined) continue
              const [first, ...others] = existing
              const united = [...others, bytes].reduce((a, b) => merge(a, b, commit), first ?? bytes)
              const merged = withSummary(united, commit, summaries.get(commit))
              if (others.length > 0 || first === undefined || !isSameBytes(first, merged)) changed.set(commit, merged)
            }
            const outcome = [...changed.keys()]
            return ok(changed.size === 0 ? { outcome } : { outcome, notes: changed })
          }),
        { ...call, dryRun, message: 'Import notes with Chronicle\n' },
      )
      for (const commit of stored) written.add(commit)
    }
    const unchanged = new Set(prepared.map(({ commit }) => commit).filter((id) => !written.has(id)))
    return ok({ written, unchanged, keptOut })
  })
}

function withSummary(note: Uint8Array, commit: CommitId, summary: string | undefined): Uint8Array {
  if (summary === undefined) return note
  const annotation = losslessAnnotation([note], commit)
  return annotation?.summary === '' ? writeNote({ ...annotation, summary }) : note
}
