import {
  acknowledgementsRef,
  ok,
  readAcknowledgements,
  readAcknowledgementTrailers,
  safeTry,
  type Acknowledgement,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { readNoteBytes } from '../notes/read-note-bytes.ts'

/** An acknowledgement with the id of its finding. */
export interface FindingAcknowledgement extends Acknowledgement {
  /** The finding's id, or a prefix of its full one. */
  readonly finding: string
}

/** The acknowledgements on the commits of a change, and diagnostics about invalid ones. */
export interface GivenAcknowledgements {
  readonly given: readonly FindingAcknowledgement[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Dependencies of reading acknowledgements. */
export interface AcknowledgementDependencies {
  readonly git: GitBackend
  /** Refs of the annotations. The refs of acknowledgements are derived from them. */
  readonly notesRefs: readonly NotesRef[]
  readonly call: CallOptions
}

/**
 * Reads the acknowledgements on the given commits: trailers of their messages first, then notes beside the annotations,
 * each in the order of the commits.
 */
export function readAcknowledgementsOn(
  commits: readonly CommitId[],
  { git, notesRefs, call }: AcknowledgementDependencies,
): ResultAsync<GivenAcknowledgements, GitError> {
  return safeTry(async function* () {
    const read = yield* git.readCommits(commits, call)
    const given: FindingAcknowledgement[] = []
    const diagnostics: Diagnostic[] = []
    for (const commit of commits) {
      const object = read.get(commit)
      if (object === undefined) continue
      const author = `${object.author.name} <${object.author.email}>`
      for (const { finding, reason } of readAcknowledgementTrailers(object.message)) {
        if (reason === '') diagnostics.push(ignored(commit, `the trailer for ${finding} gives no reason`))
        else given.push({ finding, reason, author, where: 'trailer', commit })
      }
    }
    for (const ref of new Set(notesRefs.map(acknowledgementsRef))) {
      for (const [commit, bytes] of yield* notesOn(commits, ref, git, call)) {
        const { acknowledgements, unreadable } = readAcknowledgements(bytes)
        if (unreadable > 0)
          diagnostics.push(ignored(commit, `${unreadable} of its lines in ${ref} cannot be understood`))
        for (const { finding, reason, author } of acknowledgements) {
          given.push({ finding, reason, author, where: 'note', commit })
        }
      }
    }
    return ok({ given, diagnostics })
  })
}

/** Returns the notes of commits, in the order of the commits. A ref that does not exist costs only one lookup. */
function notesOn(
  commits: readonly CommitId[],
  ref: NotesRef,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<readonly (readonly [CommitId, Uint8Array])[], GitError> {
  return safeTry(async function* () {
    const tip = yield* git.notesTip(ref, call)
    if (tip === undefined) return ok([])
    const listing = yield* git.listNotes(ref, call)
    const contents = yield* readNoteBytes(commits, listing, git, call)
    return ok([...contents].flatMap(([commit, notes]) => notes.map((bytes) => [commit, bytes] as const)))
  })
}

function ignored(commit: CommitId, why: string): Diagnostic {
  const message = `An acknowledgement on commit ${commit} was ignored: ${why}.`
  return { code: 'acknowledgement_ignored', severity: 'warning', message, commit }
}
