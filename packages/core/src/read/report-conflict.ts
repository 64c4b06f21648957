import { ok, omitUndefined, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { neutralise, neutralisePath } from '../format/neutralise-text.ts'
import { readMergeHeads } from '../contracts/merge-heads.ts'
import { isBinary } from '../text/text-bytes.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** Refs in which git keeps the commit at which a merge, a cherry-pick, a revert or a rebase stopped. */
const CONFLICT_REFS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD'] as const

interface States {
  readonly committed: Uint8Array
  readonly edited: Uint8Array
}

/**
 * Reports that an edited file has conflict markers, and how to query the other side. A file that was committed with
 * such markers is not in conflict.
 */
export function reportConflict(
  path: RepoPath,
  { committed, edited }: States,
  context: ReadContext,
): ResultAsync<void, ReadError> {
  return safeTry(async function* () {
    if (isBinary(edited) || !hasMarks(edited) || hasMarks(committed)) return ok(undefined)
    const side = yield* findOtherSide(context)
    const start = `${neutralisePath(path)} is in conflict. This answer is about the side of HEAD`
    const message = side === undefined ? `${start}.` : `${start}; ask about the other side, too: ${side.what}.`
    context.report({
      code: 'in_conflict',
      severity: 'info',
      message,
      path,
      ...omitUndefined({ commit: side?.commit, remedy: side && { option: 'at', value: side.name } }),
    })
    return ok(undefined)
  })
}

interface OtherSide {
  /** A revision that can be queried. */
  readonly name: string
  readonly commit: CommitId
  /** The commit as shown to people: its id, its subject, and the ref in which git keeps it. */
  readonly what: string
}

function findOtherSide({ call, git }: ReadContext): ResultAsync<OtherSide | undefined, ReadError> {
  return safeTry(async function* () {
    for (const name of CONFLICT_REFS) {
      // Of several, only the last can leave a conflict: git goes on with the next when there was none.
      const merged = name === 'MERGE_HEAD' ? yield* readMergeHeads(git, call) : []
      const stopped = merged.at(-1) ?? (yield* git.resolve(name, call))
      if (stopped === undefined) continue
      // A revert restores the state before the commit; not every backend can name that state.
      const isRevert = name === 'REVERT_HEAD'
      const commit = isRevert ? (yield* git.readCommits([stopped], call)).get(stopped)?.parents[0] : stopped
      if (commit === undefined) continue
      const [subject = ''] = ((yield* git.readCommits([commit], call)).get(commit)?.message ?? '').split('\n')
      const what = `${commit.slice(0, 7)} ${neutralise(subject)}`.trim()
      return ok({
        name: isRevert || merged.length > 1 ? commit : name,
        commit,
        what: `${what} (${isRevert ? 'before ' : ''}${name})`,
      })
    }
    return ok(undefined)
  })
}

/** The lines that begin our side, begin the other side, and end the conflict. */
const MARKS = [/^<{7} /u, /^={7}\r?$/u, /^>{7} /u] as const

function hasMarks(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  if (!text.includes('<<<<<<< ')) return false
  let next = 0
  for (const line of text.split('\n')) {
    if (MARKS[next]?.test(line) === true) next++
  }
  return next === MARKS.length
}
