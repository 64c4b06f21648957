import { err, ok, safeTry, type CommitId, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitError, NotesTip } from '../contracts/git-backend.ts'
import { scrubsOf } from '../scrub/included-tips.ts'
import { quoteWord } from '../text/quote-word.ts'
import { rootDigest, tipDigest } from '../scrub/scrub-message.ts'
import type { SharedRef } from './shared-refs.ts'
import type { ShareError, SharingGit } from './share-services.ts'

/** The side that was scrubbed last, and what it had seen of the other side before. */
export interface FoundScrub {
  readonly side: 'here' | 'there'
  /**
   * The newest tips of the other side that were included in the scrubbed notes. Several, if it merged them only later:
   * none is in the history of another.
   */
  readonly seen: readonly [NotesTip, ...NotesTip[]]
}

/**
 * Checks whether two histories are unrelated because one side was scrubbed: a union would then restore the scrubbed
 * content. `undefined` when neither side was scrubbed. Fails when it is not known what the scrubbed side had seen.
 */
export function findScrub(
  shared: SharedRef,
  { ours, theirs }: { readonly ours: NotesTip; readonly theirs: NotesTip },
  git: SharingGit,
  call: CallOptions,
): ResultAsync<FoundScrub | undefined, ShareError> {
  return safeTry(async function* () {
    const { ref, tracking } = shared
    const here = yield* scrubsOf(ours, git, call)
    const there = yield* scrubsOf(theirs, git, call)
    if (here.size === 0 && there.size === 0) return ok(undefined)
    // If both histories begin with a scrub, the later one is that which had seen the other.
    const seenHere = yield* newestSeen({ ref, scrubs: here, of: theirs, others: there }, git, call)
    const seenThere = yield* newestSeen({ ref: tracking, scrubs: there, of: ours, others: here }, git, call)
    if (seenHere !== undefined && seenThere === undefined) return ok({ side: 'here', seen: seenHere })
    if (seenThere !== undefined && seenHere === undefined) return ok({ side: 'there', seen: seenThere })
    const side = here.size === 0 ? 'there' : there.size === 0 ? 'here' : 'both'
    const remedies = {
      here: `The notes in ${ref} were scrubbed here, and the remote still has what was taken out; it is not known what else is new there. If that is not what was scrubbed, merge it (git notes --ref=${quoteWord(ref)} merge -s cat_sort_uniq ${quoteWord(tracking)}). Else ${replaceThere(shared, theirs)}`,
      there: `The notes of the remote in ${ref} were scrubbed, and it is not known which of those here were shared before; merging could bring back what was taken out. Record again what only you had, after you took the remote notes: git update-ref ${quoteWord(ref)} ${quoteWord(tracking)}`,
      both: `The notes in ${ref} were scrubbed both here and at the remote, and neither side has seen what the other took out; merging could bring it back. Scrub again as you did before, and record again what only you had, after you took the remote notes: git update-ref ${quoteWord(ref)} ${quoteWord(tracking)}`,
    }
    return err(codedError('notes_scrubbed', remedies[side], { data: { ref, tracking, scrubbed: side } }))
  })
}

/** The error after what is new at the remote was taken over: only force replaces the rest. */
export function scrubbedHere(shared: SharedRef, theirs: NotesTip, takenOver: number): ShareError {
  const { ref, tracking } = shared
  const addedPart =
    takenOver === 0
      ? ''
      : ` What was new there was added here (commits: ${takenOver}); if it says the same, scrub again.`
  const message = `The notes in ${ref} were scrubbed here, and the remote still has what was taken out; merging would bring it back.${addedPart} To go on, ${replaceThere(shared, theirs)}`
  return codedError('notes_scrubbed', message, { data: { ref, tracking, scrubbed: 'here', taken_over: takenOver } })
}

function replaceThere({ ref, tracking }: SharedRef, theirs: NotesTip): string {
  return `replace what is there: git push --force-with-lease=${quoteWord(ref)}:${theirs} ${quoteWord(remoteOf(ref, tracking))} ${quoteWord(`${ref}:${ref}`)}`
}

/** Returns the remote of a tracking ref. */
function remoteOf(ref: string, tracking: string): string {
  return tracking.slice('refs/notes/remotes/'.length, 'refs/notes/'.length - ref.length - 1)
}

interface SeenBy {
  /** The scrubbed ref. */
  readonly ref: NotesRef
  readonly scrubs: Scrubs
  readonly of: NotesTip
  /** The scrubs with which the history of `of` begins. */
  readonly others: Scrubs
}

type Scrubs = ReadonlyMap<CommitId, ReadonlySet<string>>

/**
 * Returns the newest tips of a history that a scrub names as included. If it names none, the newest at which the scrubbed
 * ref was before, according to its reflog, unless that history was scrubbed too, and the scrub had not seen it.
 */
function newestSeen(
  { ref, scrubs, of, others }: SeenBy,
  git: SharingGit,
  call: CallOptions,
): ResultAsync<FoundScrub['seen'] | undefined, GitError> {
  return safeTry(async function* () {
    if (scrubs.size === 0) return ok(undefined)
    const included = new Set([...scrubs.values()].flatMap((digests) => [...digests]))
    const seen: NotesTip[] = []
    for (let isDone = included.size === 0; !isDone;) {
      const history = yield* git.sharing.historyOf(of, { ...call, exclude: seen })
      const named = history.find((tip) => included.has(tipDigest(tip)))
      if (named === undefined) isDone = true
      else seen.push(named)
    }
    const [newest, ...alsoSeen] = seen
    if (newest !== undefined) return ok([newest, ...alsoSeen] as const)
    const isLater = [...others.keys()].every((root) => included.has(rootDigest(root)))
    const former = isLater ? yield* git.sharing.formerTip(ref, of, call) : undefined
    return ok(former === undefined ? undefined : ([former] as const))
  })
}
