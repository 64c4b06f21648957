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

/** An answer, and the finding that it is given to. */
export interface GivenAcknowledgement extends Acknowledgement {
  /** The id of the finding, or the beginning of its full one. */
  readonly finding: string
}

/** The answers that stand on the commits of a change, and what was wrong with others. */
export interface GivenAcknowledgements {
  readonly given: readonly GivenAcknowledgement[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What acknowledgements are read from. */
export interface AcknowledgementDependencies {
  readonly git: GitBackend
  /** The refs that annotations are in; acknowledgements stand beside them. */
  readonly notesRefs: readonly NotesRef[]
  readonly call: CallOptions
}

/**
 * Reads the answers on some commits: trailers of their messages first, then notes beside the annotations, each in the
 * order of the commits.
 */
export function readAcknowledgementsOn(
  commits: readonly CommitId[],
  { git, notesRefs, call }: AcknowledgementDependencies,
): ResultAsync<GivenAcknowledgements, GitError> {
  return safeTry(async function* () {
    const read = yield* git.readCommits(commits, call)
    const given: GivenAcknowledgement[] = []
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

/** The notes of commits, in the order of the commits. A ref that does not exist costs one look at it. */
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
