import { ok, safeTry, type CommitId, type LineRange, type ResultAsync } from '@chronicle/schema'
import type { Commit, GitError } from '../contracts/git-backend.ts'
import type { FileText, FileTexts } from '../place/file-texts.ts'
import { openIn } from '../place/state-in.ts'
import { isSameCode } from '../text/comments/is-same-code.ts'
import type { PlaceRevision } from './history-of-places.ts'

/** Returns the commits that changed no code of their place, only comments or white space. Moves are not among them. */
export function commentOnlyChanges(
  changes: readonly { readonly commit: Commit; readonly revision: PlaceRevision }[],
  texts: FileTexts,
): ResultAsync<ReadonlySet<CommitId>, GitError> {
  return safeTry(async function* () {
    const found = new Set<CommitId>()
    for (const { commit, revision } of changes) {
      const { lines, path } = revision
      const [parent] = commit.parents
      if (lines?.before === undefined || lines.before.path !== path || lines.merge || parent === undefined) continue
      const now = yield* openIn(commit.id, [path], texts)
      const before = yield* openIn(parent, [path], texts)
      if (now === undefined || before === undefined) continue
      const code = codeOf(now, lines.lines)
      // Lines without code are asked about for their comments.
      if (code.every((line) => line === '')) continue
      if (isSameCode(codeOf(before, lines.before.lines), code)) found.add(commit.id)
    }
    return ok(found)
  })
}

function codeOf(text: FileText, { start, end }: LineRange): readonly string[] {
  return text.code().slice(start - 1, end)
}
