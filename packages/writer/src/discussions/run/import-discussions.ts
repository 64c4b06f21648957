import { DEFAULT_NOTES_REF, err, ok, omitUndefined, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import {
  codedError,
  type CallOptions,
  type DiscussionSource,
  type GitError,
  type MergedChange,
  type NotesListing,
} from '@chronicle/core/contracts'
import type { AnnotationWriter } from '../../annotation-writer.ts'
import { annotateCommits, type RunOptions, type RunServices } from '../../run/annotate-commits.ts'
import type { CommitReceipt } from '../../run/annotate-event.ts'
import { isFatal } from '../../run/fatal-errors.ts'
import type { CommitDiscussion } from '../commit-discussion.ts'
import { createDiscussionWriter } from '../create-discussion-writer.ts'
import { withoutProgramRemarks } from '../without-program-remarks.ts'
import { readReachable, type ReachableCommits } from '../landing/reachable-commits.ts'
import type { ChangeReceipt, DiscussionEvent, ImportError } from './discussion-event.ts'
import { joinReceipts } from './join-receipts.ts'
import { openKnownChanges } from './known-changes.ts'
import { NO_THREADS, prepareChange, type PreparedChange } from './prepare-change.ts'
import { templateLines } from './template-lines.ts'

/** What importing works with. */
export interface ImportServices extends Omit<RunServices, 'writer'> {
  readonly source: DiscussionSource
  /** Asked about each commit that people said something of, after their words were quoted. Absent: none is. */
  readonly reader?: AnnotationWriter
}

/** Which discussions are imported, and how. */
export interface ImportOptions extends Pick<RunOptions, 'maxFileBytes' | 'signal' | 'dryRun'> {
  /** Seconds since the epoch: changes merged before it are left out. */
  readonly since?: number
  /** So many changes at most, those with the newest activity first; those that are known do not count. Default: all. */
  readonly limit?: number
  /** Also read changes again that were imported before and that nothing happened to since. */
  readonly force?: boolean
  /** What was said is stored when so many changes are read, default 16, */
  readonly batchChanges?: number
  /** or when so many milliseconds have passed since the last time, default 5,000. */
  readonly batchMilliseconds?: number
}

/** What would happen to every other change, too. */
const FATAL: ReadonlySet<string> = new Set([
  ...['forge_failed', 'forge_rate_limited', 'forge_unauthorized', 'forge_unreachable', 'discussion_file_unreadable'],
])

/**
 * Imports what was said about merged changes, and tells of each change what became of it. What people said is quoted on
 * the commits that the change became, merged with what their notes hold, redacted and stored a batch at a time. What was
 * read before, and nothing happened to since, is not asked for again.
 *
 * When the signal is aborted or the host answers no more, what was read until then is stored.
 */
export async function* importDiscussions(
  seams: ImportServices,
  options: ImportOptions = {},
): AsyncGenerator<DiscussionEvent, void> {
  const { git, source, clock } = seams
  const { batchChanges = 16, batchMilliseconds = 5000, dryRun = false, force = false, signal } = options
  const call: CallOptions = omitUndefined({ signal })
  const state = await openState(seams, force, call)
  if (state.isErr()) {
    yield { kind: 'stopped', error: state.error, left: 0 }
    return
  }
  const { head, isKnown, known, shallow } = state.value
  let seen = 0
  const { since, limit } = options
  const listed = await source.listMerged(
    {
      ...omitUndefined({ since, limit }),
      wanted: (change) => {
        const again = !isKnown(change)
        if (!again) seen++
        return again
      },
    },
    call,
  )
  if (listed.isErr()) {
    yield { kind: 'stopped', error: listed.error, left: 0 }
    return
  }
  const changes = listed.value
  yield { kind: 'listed', changes: changes.length, known: seen }
  const template = await templateLines(git, head, changes, call)
  if (template.isErr()) {
    yield { kind: 'stopped', error: template.error, left: changes.length }
    return
  }
  let reachable: ResultAsync<ReachableCommits, GitError> | undefined
  const preparing = {
    ...{ git, source, template: template.value },
    reachable: () => (reachable ??= readHistory(seams, head, call)),
  }
  const writing = { ...seams, writer: createDiscussionWriter(source.name) }
  let pending: PreparedChange[] = []
  let storedAt = clock()
  let left = changes.length
  let fatal: ImportError | undefined

  for (const change of changes) {
    if (signal?.aborted === true) fatal = codedError('aborted', 'The import was aborted.')
    const prepared = fatal === undefined ? await prepareChange(preparing, change, call) : err(fatal)
    if (prepared.isOk()) pending.push(prepared.value)
    else if (fatal !== undefined || isFatal(prepared.error) || FATAL.has(prepared.error.code)) {
      fatal = prepared.error
      break
    } else {
      left--
      yield { kind: 'change', receipt: failedReceipt(change, prepared.error) }
    }
    if (pending.length >= batchChanges || clock() - storedAt >= batchMilliseconds) yield* store()
    if (fatal !== undefined) break
  }
  yield* store()
  if (fatal !== undefined) yield { kind: 'stopped', error: fatal, left }

  /** Without the signal: what was read is kept even when no more is wanted. */
  async function* store(): AsyncGenerator<DiscussionEvent> {
    storedAt = clock()
    const batch = pending
    pending = []
    const discussions = new Map<CommitId, CommitDiscussion[]>()
    for (const [commit, discussion] of batch.flatMap((each) => [...each.discussions])) {
      discussions.set(commit, [...(discussions.get(commit) ?? []), discussion])
    }
    const receipts = new Map<CommitId, CommitReceipt>()
    const { cache: _, ...uncached } = writing
    const { maxFileBytes } = options
    const how = { ...{ discussions, dryRun, force: true }, ...omitUndefined({ maxFileBytes }) }
    const run = discussions.size === 0 ? [] : annotateCommits(uncached, [...discussions.keys()], how)
    for await (const event of run) {
      if (event.kind === 'commit') receipts.set(event.receipt.commit, event.receipt)
      if (event.kind === 'stopped') fatal ??= event.error
    }
    const unread = await read(discussions, receipts, how)
    for (const prepared of batch) {
      const commits = [...prepared.discussions.keys()].flatMap((commit) => receipts.get(commit) ?? [])
      // What it was stopped at has no receipt, and is still to be done.
      if (commits.length < prepared.discussions.size) continue
      const receipt = receiptOf(prepared, commits, shallow)
      left--
      // What a shallow clone does not show may be there the next time.
      const isDone = commits.every(({ commit, status }) => status !== 'skipped' && !unread.has(commit))
      const isFinal = receipt.status !== 'failed' && isDone
      if (isFinal) known.set(prepared.change, outcomeOf(receipt, head))
      yield { kind: 'change', receipt }
    }
    if (!dryRun) await known.save()
  }

  /**
   * What a reader makes of discussions stands beside what is quoted of them, with who wrote it. Returns the commits that
   * it was not asked about, or not as a whole.
   */
  async function read(
    discussions: ReadonlyMap<CommitId, readonly CommitDiscussion[]>,
    receipts: Map<CommitId, CommitReceipt>,
    how: RunOptions,
  ): Promise<ReadonlySet<CommitId>> {
    const { reader, cache: _, ...rest } = seams
    if (reader === undefined) return new Set()
    const spoken = [...discussions]
      .filter(([, ownDiscussions]) => withoutProgramRemarks(ownDiscussions).length > 0)
      .map(([commit]) => commit)
    const unread = new Set(spoken)
    if (fatal !== undefined) return unread
    for await (const event of annotateCommits({ ...rest, writer: reader }, spoken, { ...how, ...call })) {
      if (event.kind === 'stopped') fatal ??= event.error
      if (event.kind !== 'commit') continue
      const { receipt } = event
      const quoted = receipts.get(receipt.commit)
      receipts.set(receipt.commit, quoted === undefined ? receipt : joinReceipts(quoted, receipt))
      if (receipt.error === undefined && receipt.unfinished === undefined) unread.delete(receipt.commit)
    }
    return unread
  }
}

function openState(
  { git, cache, source, reader, notesRef = DEFAULT_NOTES_REF }: ImportServices,
  force: boolean,
  call: CallOptions,
): ResultAsync<
  {
    readonly head: CommitId | undefined
    /** History is cut off: commits may be missing for that. */
    readonly shallow: boolean
    readonly known: Awaited<ReturnType<typeof openKnownChanges>>
    readonly isKnown: (change: MergedChange) => boolean
  },
  GitError
> {
  return safeTry(async function* () {
    const head = yield* git.resolve('HEAD', call)
    const info = yield* git.describe(call)
    const listed = yield* git.listNotes(notesRef, call)
    const { notes }: NotesListing = listed
    const known = await openKnownChanges(cache, source, notesRef, reader)
    const isKnown = (change: MergedChange): boolean => {
      const before = force ? undefined : known.get(change)
      if (before === undefined || before.revision !== change.revision) return false
      // What is lost may be there since; what was stored may have been taken away.
      return before.lostAt === undefined ? before.commits.every((commit) => notes.has(commit)) : before.lostAt === head
    }
    return ok({ head, shallow: info.shallow, known, isKnown })
  })
}

function readHistory(
  { git }: ImportServices,
  head: CommitId | undefined,
  call: CallOptions,
): ResultAsync<ReachableCommits, GitError> {
  return safeTry(async function* () {
    if (head !== undefined) return readReachable(git, head, call)
    return ok({ has: () => false, withSubject: () => [], withNumber: () => [], between: () => [] })
  })
}

function receiptOf(
  { change, landed, threads, diagnostics }: PreparedChange,
  commits: readonly CommitReceipt[],
  shallow: boolean,
): ChangeReceipt {
  const receipt = { change, commits, threads, diagnostics }
  if (landed === undefined) return { ...receipt, status: 'lost', reason: lostReason(change, shallow) }
  const how = { how: landed.how }
  const failed = commits.find(({ error }) => error !== undefined)?.error
  if (failed !== undefined) return { ...receipt, ...how, status: 'failed', error: failed }
  const annotated = commits.filter(({ status }) => status === 'annotated')
  if (annotated.length === 0) {
    const skipped = commits.find(({ status }) => status === 'skipped')?.reason
    return { ...receipt, ...how, status: 'nothing', reason: skipped ?? 'No person gave a reason in what was said.' }
  }
  return { ...receipt, ...how, status: annotated.every(({ note }) => note === 'unchanged') ? 'unchanged' : 'annotated' }
}

function lostReason({ mergeCommit, squashCommit }: MergedChange, shallow: boolean): string {
  const recorded = squashCommit ?? mergeCommit
  const named =
    recorded === undefined ? 'The host names no commit of it' : `Its commit ${recorded.slice(0, 12)} is not here`
  const fetching = shallow
    ? 'The clone is shallow: run git fetch --unshallow.'
    : 'Fetch the branch that it was merged into.'
  return `${named}, and no other can be told to be it. ${fetching}`
}

function failedReceipt(change: MergedChange, error: ImportError): ChangeReceipt {
  return { change, status: 'failed', error, commits: [], threads: NO_THREADS, diagnostics: [] }
}

function outcomeOf(
  { status, commits }: ChangeReceipt,
  head: CommitId | undefined,
): { readonly commits: readonly CommitId[]; readonly lostAt?: string } {
  if (status === 'lost') return { commits: [], lostAt: head ?? '' }
  return { commits: commits.flatMap(({ commit, status: each }) => (each === 'annotated' ? [commit] : [])) }
}
