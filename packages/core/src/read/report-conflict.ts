import { ok, omitUndefined, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { neutralise, neutralisePath } from '../format/neutralise-text.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** Where git keeps the commit that a merge, a cherry-pick, a revert or a rebase could not apply. */
const OTHER_SIDES = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD'] as const

/** Reports that the working tree has a file with the marks of a conflict, and how to ask about the other side. */
export function reportConflict(path: RepoPath, bytes: Uint8Array, context: ReadContext): ResultAsync<void, ReadError> {
  return safeTry(async function* () {
    if (!hasConflict(bytes)) return ok(undefined)
    const side = yield* findOtherSide(context)
    const start = `${neutralisePath(path)} is in conflict; the record and the history are those of HEAD`
    const message =
      side === undefined
        ? `${start}.`
        : `${start}. ${side.name} (${side.what}) is the other side, and can be asked, too.`
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
  readonly name: string
  readonly commit: CommitId
  /** The commit for people: its id and its subject. */
  readonly what: string
}

function findOtherSide({ call, git }: ReadContext): ResultAsync<OtherSide | undefined, ReadError> {
  return safeTry(async function* () {
    for (const name of OTHER_SIDES) {
      const commit = yield* git.resolve(name, call)
      if (commit === undefined) continue
      const made = (yield* git.readCommits([commit], call)).get(commit)
      const [subject = ''] = (made?.message ?? '').split('\n')
      return ok({ name, commit, what: `${commit.slice(0, 7)} ${neutralise(subject)}`.trim() })
    }
    return ok(undefined)
  })
}

/** What begins our side, the other side, and what comes after them. */
const MARKS = [/^<{7} /u, /^={7}\r?$/u, /^>{7} /u] as const

function hasConflict(bytes: Uint8Array): boolean {
  let next = 0
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    if (MARKS[next]?.test(line) === true) next++
  }
  return next === MARKS.length
}
