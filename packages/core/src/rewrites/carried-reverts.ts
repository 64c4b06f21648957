import {
  correctionDocument,
  groupBy,
  mergeCorrections,
  ok,
  parseCorrection,
  safeTry,
  parseJson,
  ResultAsync,
  type CommitId,
  type Correction,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Commit, GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import { TAKE_BACK_FIELD } from '../corrections/remove-taken-back-flags.ts'
import { parseRevertFlag, type RevertFlag } from '../corrections/revert-flag.ts'
import { readNoteBytes } from '../notes/read-note-bytes.ts'
import { messageLinks } from '../prose/message-links.ts'
import { revertReplacedReason } from '../prose/revert-reason.ts'
import type { SuccessorOf } from './carried-annotation.ts'
import { linesOf, type LinesPlan } from './carry-lines.ts'
import type { Rewrite } from './rewrite.ts'

/** The facts about rewrites that decide what becomes of the flags of reverts. */
export interface RevertFacts {
  readonly successorOf: SuccessorOf
  readonly commits: ReadonlyMap<CommitId, Commit>
}

/**
 * Returns a correction as it applies to the new commit if it is the flag of a revert, or takes one back: about the
 * successors of the commits that it names, if those were rewritten too. `undefined` when the new commit is a copy, or a
 * squash without the revert: what was reverted on the branch of the original was not reverted there.
 */
export function revertOnTarget(
  line: string,
  { from, operation }: Rewrite,
  { commits, successorOf }: RevertFacts,
): string | undefined {
  const flag = parseRevertFlag(line)
  if (flag === undefined) return line
  const named = successorsOf(flag, { commits, successorOf })
  if (named.revert !== undefined && operation !== 'copy') return flag.lineFor(named)
  const isPart = from.some((id) => id.startsWith(flag.revert))
  if (operation !== 'amend' && !isPart) return undefined
  return named.backWith === undefined ? line : flag.lineFor(named)
}

/** Commits as messages name them, in full or abbreviated, by their first digits. */
export type RevertedCommits = ReadonlyMap<string, readonly string[]>

/** Minimum number of digits of an abbreviated id in a message. */
const MIN_DIGITS = 7

/** Maximum number of steps from a revert to what it reverts, and so on. */
const MAX_STEPS = 20

/** Returns the commits that rewritten commits revert, and those that these revert in turn: their code is back. */
export function revertedCommits(
  rewrites: readonly Rewrite[],
  commits: ReadonlyMap<CommitId, Pick<Commit, 'message'>>,
  git: Pick<GitBackend, 'resolve' | 'readCommits'>,
  call: CallOptions,
): ResultAsync<RevertedCommits, GitError> {
  return safeTry(async function* () {
    const sources = rewrites.flatMap(({ from, operation }) => (operation === 'copy' ? [] : from))
    const found = new Set<string>()
    let messages = [...new Set(sources)].map((id) => commits.get(id)?.message ?? '')
    for (let step = 0; messages.length > 0 && step < MAX_STEPS; step++) {
      const named = [...new Set(messages.flatMap(namedAsReverted))].filter((each) => !found.has(each))
      if (named.length === 0) break
      for (const each of named) found.add(each)
      const ids = yield* ResultAsync.combine(named.map((each) => git.resolve(each, call)))
      const read = yield* git.readCommits(
        ids.filter((id) => id !== undefined),
        call,
      )
      messages = [...read.values()].map(({ message }) => message)
    }
    return ok(groupBy([...found], (each) => each.slice(0, MIN_DIGITS)))
  })
}

function namedAsReverted(message: string): readonly string[] {
  return messageLinks(message).commits.flatMap(({ relation, commit }) =>
    relation === 'reverts' && commit !== undefined ? [commit] : [],
  )
}

/** What the flags of reverts are searched for. */
export interface RenamedReverts {
  readonly reverted: RevertedCommits
  /** The first digits of the rewritten commits. */
  readonly replaced: ReadonlySet<string>
}

/** Returns the first digits of the commits that were rewritten. */
export function replacedCommits(rewrites: readonly Rewrite[]): ReadonlySet<string> {
  return new Set(rewrites.flatMap(({ from }) => from.map((id) => id.slice(0, MIN_DIGITS))))
}

/**
 * Maximum number of notes with corrections in which flags that name a rewritten commit are searched. With more, only
 * the notes of commits that the message of a rewritten commit names are read; an amended revert may name none.
 */
const MAX_SEARCHED = 5_000

/**
 * Adds to a plan the corrections of commits that a rewritten commit reverts, or whose code it brings back: they name its
 * successor. The earlier flag is taken back by another line, because a union with the notes of other clones would
 * restore a removed line.
 */
export function withRenamedReverts(
  plan: LinesPlan,
  { replaced, reverted }: RenamedReverts,
  listing: NotesListing,
  { commits, successorOf }: RevertFacts,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<LinesPlan, GitError> {
  return safeTry(async function* () {
    const isNamed = (id: CommitId): boolean =>
      reverted.get(id.slice(0, MIN_DIGITS))?.some((each) => id.startsWith(each)) === true
    const searched =
      listing.notes.size <= MAX_SEARCHED ? [...listing.notes.keys()] : [...listing.notes.keys()].filter(isNamed)
    const open = replaced.size === 0 ? [] : searched.filter((id) => successorOf(id) === undefined)
    const read = yield* readNoteBytes(open, listing, git, call)
    const notes = new Map(plan.notes)
    for (const [commit, contents] of read) {
      const before = notes.get(commit) ?? contents.reduce(mergeCorrections)
      const known = linesOf(before)
      const added = known.flatMap((line) => {
        const flag = namesAny(line, replaced) ? parseRevertFlag(line) : undefined
        if (flag === undefined || flag.kind === 'replaced') return []
        const named = successorsOf(flag, { commits, successorOf })
        if (flag.kind === 'back') return (named.revert ?? named.backWith) ? [flag.lineFor(named)] : []
        return named.revert === undefined ? [] : [flag.lineFor(named), takeBack(flag.correction, named.revert)]
      })
      if (added.length === 0) continue
      const isKnown = new Set(known.map(withoutTime))
      const fresh = added.filter((line) => !isKnown.has(withoutTime(line)))
      if (fresh.length > 0) notes.set(commit, mergeCorrections(before, new TextEncoder().encode(fresh.join('\n'))))
    }
    return ok({ ...plan, notes })
  })
}

/** Whether a text has the id of one of these commits, in full or abbreviated. */
function namesAny(text: string, commits: ReadonlySet<string>): boolean {
  for (const [id] of text.matchAll(/\b[\da-f]{7,64}\b/g)) if (commits.has(id.slice(0, MIN_DIGITS))) return true
  return false
}

/** Returns the commits that replaced those that a correction names. */
function successorsOf(
  { backWith, revert }: RevertFlag,
  { commits, successorOf }: RevertFacts,
): { readonly revert: Commit | undefined; readonly backWith: Commit | undefined } {
  const commitOf = (id: string | undefined): Commit | undefined => {
    const successor = id === undefined ? undefined : successorOf(id)
    return successor && commits.get(successor)
  }
  return { revert: commitOf(revert), backWith: commitOf(backWith) }
}

function takeBack({ reason, ...target }: Correction, successor: Commit): string {
  return JSON.stringify(
    correctionDocument({
      ...target,
      correction_type: 'remove',
      field: TAKE_BACK_FIELD,
      target_value: reason,
      reason: revertReplacedReason(successor),
    }),
  )
}

/** Returns a correction without its time, so that the same statement of a hook counts as known. */
function withoutTime(line: string): string {
  const correction = parseCorrection(parseJson(line))
  return correction === undefined ? line : JSON.stringify(correctionDocument({ ...correction, timestamp: '' }))
}
