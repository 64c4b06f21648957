import { isObjectId, ok, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
import type { WritingSession } from '../writing/open-session.ts'

/** Evidence of how a commit was made. */
interface PickFacts {
  /** The action in the reflog of `HEAD`, if there is one. */
  readonly action: string | undefined
  /**
   * Content of `CHERRY_PICK_HEAD` at the time of the hook call. After a conflict, git removes it before post-commit.
   */
  readonly given: string | undefined
  readonly session: WritingSession
}

/**
 * Finds the commit that another was picked from: by git's state during the pick, by the line that `-x` adds to the
 * message, or else the annotated commit with the same author, author time and subject. A pick keeps all of these.
 */
export function pickedFrom(
  commit: Commit,
  { action, given = '', session }: PickFacts,
): ResultAsync<CommitId | undefined, CodedError> {
  return safeTry(async function* () {
    const { call, repository, settings } = session
    if (isObjectId(given)) return ok(given as CommitId)
    // Without a reflog, only the trailer is used.
    const isPick = action === undefined ? undefined : /^(?:commit \()?cherry-pick\b/u.test(action)
    if (isPick === false) return ok(undefined)
    const trailer = [...commit.message.matchAll(/^\(cherry picked from commit ([0-9a-f]{7,64})\)$/gmu)].at(-1)?.[1]
    if (trailer !== undefined) {
      const source = await repository.git.resolve(trailer, call)
      if (source.isErr() || source.value !== undefined) return source
    }
    if (isPick === undefined) return ok(undefined)
    const annotated = new Set<CommitId>()
    for (const ref of settings.notesRefs) {
      const listing = yield* repository.git.listNotes(ref, call)
      for (const id of listing.notes.keys()) annotated.add(id)
    }
    annotated.delete(commit.id)
    const read = yield* repository.git.readCommits([...annotated], call)
    const alike = [...read.values()].filter((other) => isSameWork(other, commit))
    // Of several versions of one commit, the newest was the one to pick.
    return ok(alike.sort((a, b) => b.committer.time - a.committer.time)[0]?.id)
  })
}

function isSameWork(one: Commit, other: Commit): boolean {
  const [a, b] = [one.author, other.author]
  return (
    a.time === b.time && a.email === b.email && a.name === b.name && subjectOf(one.message) === subjectOf(other.message)
  )
}
