import { ok, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { WritingSession } from '../writing/open-session.ts'

/** Maximum number of merged commits whose reasons are flagged, the newest first. */
const MAX_MERGED = 200

/** What `git revert -m` writes: the merge, and the parent that the other side was merged into. */
const REVERSING =
  /\breverts commit (?<merge>[0-9a-f]{7,64})(?: \([^\n]*\))?, reversing\s+changes made to (?<kept>[0-9a-f]{7,64})\b/giu

/** Returns the annotated commits that a merge brought in, for each merge that a message says its commit reverts. */
export function mergedAndReverted(
  message: string,
  { call, repository: { git }, settings }: WritingSession,
): ResultAsync<readonly CommitId[], CodedError> {
  return safeTry(async function* () {
    const found: CommitId[] = []
    for (const { groups: { merge: named = '', kept: base = '' } = {} } of message.matchAll(REVERSING)) {
      const merge = yield* git.resolve(named, call)
      const kept = yield* git.resolve(base, call)
      if (merge === undefined || kept === undefined || git.history === undefined) continue
      const merged = yield* git.history({ from: merge, exclude: [kept] }, call)
      if (merged.length === 0) continue
      const annotated = new Set<CommitId>()
      for (const ref of settings.notesRefs) {
        const { notes } = yield* git.listNotes(ref, call)
        for (const id of notes.keys()) annotated.add(id)
      }
      const ids = merged.map(({ id }) => id).filter((id) => id !== merge && annotated.has(id))
      found.push(...ids.slice(0, MAX_MERGED))
    }
    return ok(found)
  })
}
