import {
  correctionDocument,
  groupBy,
  mergeCorrections,
  ok,
  parseCorrection,
  safeTry,
  parseJson,
  type CommitId,
  type Correction,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Commit, GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import { TAKE_BACK_FIELD } from '../corrections/remove-taken-back-flags.ts'
import { parseRevertFlag } from '../corrections/revert-flag.ts'
import { readNoteBytes } from '../notes/read-note-bytes.ts'
import { messageLinks } from '../prose/message-links.ts'
import { commitLabel } from '../prose/revert-reason.ts'
import type { SuccessorOf } from './carried-annotation.ts'
import { linesOf, type LinesPlan } from './carry-lines.ts'
import type { Rewrite } from './rewrite.ts'

/** The facts about rewrites that decide what becomes of the flags of reverts. */
export interface RevertFacts {
  readonly successorOf: SuccessorOf
  readonly commits: ReadonlyMap<CommitId, Commit>
}

/**
 * Returns a correction as it applies to the new commit if it is the flag of a revert: about the successor of the
 * reverting commit, if that was rewritten too. `undefined` when the new commit is a copy, or a squash without the
 * revert: what was reverted on the branch of the original was not reverted there.
 */
export function revertOnTarget(
  line: string,
  { from, operation }: Rewrite,
  { commits, successorOf }: RevertFacts,
): string | undefined {
  const flag = parseRevertFlag(line)
  if (flag === undefined) return line
  const successor = successorOf(flag.revert)
  const commit = successor && commits.get(successor)
  if (commit !== undefined && operation !== 'copy') return flag.lineFor(commit)
  const isPart = from.some((id) => id.startsWith(flag.revert))
  return operation === 'amend' || isPart ? line : undefined
}

/** Commits as messages name them, in full or abbreviated, by their first digits. */
export type RevertedCommits = ReadonlyMap<string, readonly string[]>

/** Minimum number of digits of an abbreviated id in a message. */
const MIN_DIGITS = 7

/** Returns the commits that rewritten commits revert. */
export function revertedCommits(
  rewrites: readonly Rewrite[],
  commits: ReadonlyMap<CommitId, Pick<Commit, 'message'>>,
): RevertedCommits {
  const sources = rewrites.flatMap(({ from, operation }) => (operation === 'copy' ? [] : from))
  const reverted = [...new Set(sources)].flatMap((id) =>
    messageLinks(commits.get(id)?.message ?? '').commits.flatMap(({ relation, commit }) =>
      relation === 'reverts' && commit !== undefined ? [commit] : [],
    ),
  )
  return groupBy(reverted, (each) => each.slice(0, MIN_DIGITS))
}

/**
 * Adds to a plan the corrections of commits that a rewritten commit reverts: their flags name its successor. The
 * earlier flag is taken back by another line, because a union with the notes of other clones would restore a removed
 * line.
 */
export function withRenamedReverts(
  plan: LinesPlan,
  reverted: RevertedCommits,
  listing: NotesListing,
  { commits, successorOf }: RevertFacts,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<LinesPlan, GitError> {
  return safeTry(async function* () {
    if (reverted.size === 0) return ok(plan)
    const flagged = [...listing.notes.keys()].filter(
      (id) => reverted.get(id.slice(0, MIN_DIGITS))?.some((each) => id.startsWith(each)) === true,
    )
    const open = flagged.filter((id) => successorOf(id) === undefined)
    const read = yield* readNoteBytes(open, listing, git, call)
    const notes = new Map(plan.notes)
    for (const [commit, contents] of read) {
      const before = notes.get(commit) ?? contents.reduce(mergeCorrections)
      const known = linesOf(before)
      const isKnown = new Set(known.map(withoutTime))
      const added = known.flatMap((line) => {
        const flag = parseRevertFlag(line)
        const successor = flag && successorOf(flag.revert)
        const revert = successor && commits.get(successor)
        if (flag?.correction.correction_type !== 'flag' || revert === undefined) return []
        return [flag.lineFor(revert), takeBack(flag.correction, revert)]
      })
      const fresh = added.filter((line) => !isKnown.has(withoutTime(line)))
      if (fresh.length > 0) notes.set(commit, mergeCorrections(before, new TextEncoder().encode(fresh.join('\n'))))
    }
    return ok({ ...plan, notes })
  })
}

function takeBack({ reason, ...target }: Correction, successor: Commit): string {
  return JSON.stringify(
    correctionDocument({
      ...target,
      correction_type: 'remove',
      field: TAKE_BACK_FIELD,
      target_value: reason,
      reason: `${commitLabel(successor)} replaced that commit.`,
    }),
  )
}

/** Returns a correction without its time, so that the same statement of a hook counts as known. */
function withoutTime(line: string): string {
  const correction = parseCorrection(parseJson(line))
  return correction === undefined ? line : JSON.stringify(correctionDocument({ ...correction, timestamp: '' }))
}
