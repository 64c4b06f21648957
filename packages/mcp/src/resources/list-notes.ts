import type { CommitId } from '@chronicle/schema'
import type { CallOptions, CommitSummary } from '@chronicle/core/contracts'
import type { ServerHost } from '../served-repository.ts'

/** Maximum number of notes in a list: it is for browsing, and the tools are for searching. */
const MAX_LISTED = 50
/** Maximum number of commits to search for notes, newest first. */
const MAX_COMMITS = 2000

/** Returns the commits of the current branch that have a note, newest first. Empty if nothing can be read. */
export async function listNotes(
  { chronicle, notesRefs }: ServerHost,
  options: CallOptions,
): Promise<readonly CommitSummary[]> {
  const { git } = chronicle
  const annotated = new Set<CommitId>()
  for (const ref of notesRefs) {
    const listing = await git.listNotes(ref, options)
    if (listing.isOk()) for (const commit of listing.value.notes.keys()) annotated.add(commit)
  }
  const head = (await git.resolve('HEAD', options)).unwrapOr(undefined)
  const found: CommitSummary[] = []
  if (head === undefined || annotated.size === 0) return found
  for await (const commit of git.log({ from: head, limit: MAX_COMMITS }, options)) {
    if (annotated.has(commit.id)) found.push(commit)
    if (found.length === Math.min(MAX_LISTED, annotated.size)) break
  }
  return found
}
