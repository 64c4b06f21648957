import { err, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { visitLog, type CallOptions, type CommitSummary, type GitError } from '@chronicle/core/contracts'
import type { ServerHost } from '../served-repository.ts'

/** Maximum number of notes in a list: it is for browsing, and the tools are for searching. */
const MAX_LISTED = 50
/** Maximum number of commits to search for notes, newest first. */
const MAX_COMMITS = 2000

/** Returns the commits of the current branch that have a note, newest first. Empty outside of a repository. */
export function listNotes(host: ServerHost, options: CallOptions): ResultAsync<readonly CommitSummary[], GitError> {
  return listInRepository(host, options).orElse((error) => (error.code === 'not_a_repository' ? ok([]) : err(error)))
}

function listInRepository(
  { chronicle, notesRefs }: ServerHost,
  options: CallOptions,
): ResultAsync<readonly CommitSummary[], GitError> {
  return safeTry(async function* () {
    const { git } = chronicle
    const annotated = new Set<CommitId>()
    for (const ref of notesRefs) {
      const { notes } = yield* git.listNotes(ref, options)
      for (const commit of notes.keys()) annotated.add(commit)
    }
    const from = annotated.size === 0 ? undefined : yield* git.resolve('HEAD', options)
    const found: CommitSummary[] = []
    if (from === undefined) return ok(found)
    yield* visitLog(git, { from, limit: MAX_COMMITS }, options, (commit) => {
      if (annotated.has(commit.id)) found.push(commit)
      return found.length === Math.min(MAX_LISTED, annotated.size) ? 'stop' : undefined
    })
    return ok(found)
  })
}
