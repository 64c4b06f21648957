import { DEFAULT_NOTES_REF, err, ok, omitUndefined, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import {
  codedError,
  requireArguments,
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

/** Dependencies of `importDiscussions`. */
export interface ImportServices extends Omit<RunServices, 'writer'> {
  readonly source: DiscussionSource
  /** A writer that reads the discussion of each commit after it was quoted. Absent: discussions are only quoted. */
  readonly reader?: AnnotationWriter
}

/** Which discussions to import, and how. */
export interface ImportOptions extends Pick<RunOptions, 'maxFileBytes' | 'signal' | 'dryRun'> {
  /** Skips changes merged before this time, in seconds since the epoch. */
  readonly since?: number | undefined
  /** Maximum number of changes, newest activity first. Known changes do not count. Default: all. */
  readonly limit?: number | undefined
  /** Whether to read changes again that were imported before and have had no activity since. */
  readonly force?: boolean | undefined
  /** Results are stored after this number of changes, default 16, */
  readonly batchChanges?: number | undefined
  /** or after this number of milliseconds since they were last stored, default 5,000. */
  readonly batchMilliseconds?: number | undefined
}

/** Errors that every other change would have, too. */
const FATAL: ReadonlySet<string> = new Set([
  ...['forge_failed', 'forge_rate_limited', 'forge_unauthorized', 'forge_unreachable', 'discussion_file_unreadable'],
])

/**
 * Imports discussions of merged changes and yields the result of each change. What people said is quoted on the commits
 * that the change became, merged with their existing notes, redacted, and stored in batches. Changes that were read
 * before and have had no activity since are not requested again.
 *
 * When the signal is aborted or the host no longer answers, everything read so far is stored.
 */
export async function* importDiscussions(
  seams: ImportServices,
  options: ImportOptions = {},
): AsyncGenerator<DiscussionEvent, void> {
  const { git, source, clock } = seams
  if (requireArguments(source, { repository: 'text', listMerged: 'function' }, 'unsupported').isErr()) {
    const message = 'The source is no DiscussionSource. Give the value of openDiscussionSource, or one of your own.'
    yield { kind: 'stopped', error: codedError('unsupported', message), left: 0 }
    return
  }
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

  /** Runs without the signal, so that what was read is stored even after an abort. */
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
      // The change at which the run stopped has no receipt, and remains to be done.
      if (commits.length < prepared.discussions.size) continue
      const receipt = receiptOf(prepared, commits, shallow)
      left--
      // A later run may find what a shallow clone lacks.
      const isDone = commits.every(({ commit, status }) => status !== 'skipped' && !unread.has(commit))
      const isFinal = receipt.status !== 'failed' && isDone
      if (isFinal) known.set(prepared.change, outcomeOf(receipt, head))
      yield { kind: 'change', receipt }
    }
    if (!dryRun) await known.save()
  }

  /**
   * Lets a reader write about discussions. Its regions are stored beside the quotations, with its name. Returns the
   * commits that it did not read, or not completely.
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
    /** Whether the history is cut off, so that commits may be missing. */
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
      // A lost change is searched again when the head has moved; an imported one is read again when its notes were
      // removed.
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
  return `${named}, and no other was recognised as it. ${fetching}`
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
