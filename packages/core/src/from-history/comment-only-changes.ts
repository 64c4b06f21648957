import { ok, ResultAsync, safeTry, type CommitId, type LineRange } from '@chronicle/schema'
import type { Commit, GitError } from '../contracts/git-backend.ts'
import type { FileText, FileTexts } from '../place/file-texts.ts'
import { openIn } from '../place/state-in.ts'
import { isSameCode } from '../text/comments/is-same-code.ts'
import type { PlaceRevision } from './history-of-places.ts'

interface ChangeOfPlace {
  readonly commit: Commit
  readonly revision: PlaceRevision
}

/** Returns the commits that changed no code of their place, only comments or white space. Moves are not among them. */
export function commentOnlyChanges(
  changes: readonly ChangeOfPlace[],
  texts: FileTexts,
): ResultAsync<ReadonlySet<CommitId>, GitError> {
  const parts = Array.from({ length: Math.ceil(changes.length / AT_ONCE) }, (_, index) =>
    changes.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )
  return safeTry(async function* () {
    const found = new Set<CommitId>()
    for (const part of parts) {
      const checked = yield* ResultAsync.combine(part.map((each) => isCommentOnly(each, texts)))
      part.forEach(({ commit }, index) => checked[index] === true && found.add(commit.id))
    }
    return ok(found)
  })
}

/** Number of changes whose states are requested together. */
const AT_ONCE = 16

function isCommentOnly({ commit, revision }: ChangeOfPlace, texts: FileTexts): ResultAsync<boolean, GitError> {
  return safeTry(async function* () {
    const { lines, path } = revision
    const [parent] = commit.parents
    if (lines?.before === undefined || lines.before.path !== path || lines.merge || parent === undefined)
      return ok(false)
    const [now, before] = yield* ResultAsync.combine([commit.id, parent].map((id) => openIn(id, [path], texts)))
    if (now === undefined || before === undefined) return ok(false)
    const code = codeOf(now, lines.lines)
    // Lines without code are asked about for their comments.
    if (code.every((line) => line === '')) return ok(false)
    return ok(isSameCode(codeOf(before, lines.before.lines), code))
  })
}

function codeOf(text: FileText, { start, end }: LineRange): readonly string[] {
  return text.code().slice(start - 1, end)
}
