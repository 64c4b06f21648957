import {
  DEFAULT_NOTES_REF,
  formatTimestamp,
  omitUndefined,
  type Annotation,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type ResultAsync,
  type StoredRecording,
} from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import { recordingNow, storeAnnotations, type ReplacedWords } from '@chronicle/core/annotate'
import {
  codedError,
  type CacheStorage,
  type CallOptions,
  type Commit,
  type ModelUsage,
  type Redactor,
} from '@chronicle/core/contracts'
import type { AnnotationWriter } from '../annotation-writer.ts'
import type { AuthorContext } from '../author-context/author-context.ts'
import type { CommitDiscussion } from '../discussions/commit-discussion.ts'
import type { CommitContext } from '../commit-context.ts'
import {
  gatherCommits,
  type GatheredCommit,
  type GatherOptions,
  type GatherServices,
} from '../gather/gather-commits.ts'
import { subjectOf } from '../text/subject-of.ts'
import type { AnnotateEvent, CommitReceipt, RunError } from './annotate-event.ts'
import { openSilentCommits } from './commits-without-findings.ts'
import { DEFAULT_MAX_DIFF_LINES } from './max-diff-lines.ts'
import { addUsage, usageOf } from './paid-usage.ts'
import { readRecordedWords } from './recorded-words.ts'
import { skipByChanges } from './skip-reason.ts'
import { isFatal, MOST_MODEL_FAILURES } from './fatal-errors.ts'
import { isRecordedBy, writeCommit, type WrittenCommit } from './write-commit.ts'

/** What annotating works with. */
export interface RunServices extends GatherServices {
  readonly writer: AnnotationWriter
  readonly redactor: Redactor
  /** Milliseconds since the epoch: when annotations were recorded, and when it is time to store some. */
  readonly clock: () => number
  /** What annotations are recorded with, beside the writer: `git-chronicle 1.2.0`. */
  readonly tool?: string
  /** Default `refs/notes/chronicle`. */
  readonly notesRef?: NotesRef
  /** Waits between attempts on a busy notes ref. Absent: no wait. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Remembers commits that there is nothing to say of. Absent: each run looks at them. */
  readonly cache?: CacheStorage
}

/** How commits are annotated. */
export interface RunOptions extends Pick<GatherOptions, 'maxFileBytes' | 'commitsAtOnce' | 'bytesAtOnce' | 'signal'> {
  /** What authors said beside the message. Such commits are never skipped. */
  readonly authors?: ReadonlyMap<CommitId, AuthorContext>
  /** What was said of commits where they were reviewed. Such commits are never skipped, and merges count as a whole. */
  readonly discussions?: ReadonlyMap<CommitId, readonly CommitDiscussion[]>
  /** Also look at commits that have a note, or that nothing was found to say of. What is found is merged. */
  readonly force?: boolean
  /**
   * Look at these commits, or all, although they have a note. What is found takes the place of what this writer, run by
   * the same person, recorded on them before; what others recorded, and what has been corrected, stays.
   */
  readonly replace?: true | ReadonlySet<CommitId>
  /** Commits with more changed lines are skipped. Default 2,000; none with a writer that works in parts. */
  readonly maxDiffLines?: number
  /** Commits that the writer is asked about at a time. Default 1. */
  readonly concurrency?: number
  /** Annotations are stored when there are so many, default 64, */
  readonly batchCommits?: number
  /** or when so many milliseconds have passed since the last time, default 5,000. */
  readonly batchMilliseconds?: number
  /** Ask the writer, store nothing. */
  readonly dryRun?: boolean
}

interface Pending {
  readonly annotation: Annotation
  readonly receipt: Omit<CommitReceipt, 'status' | 'note' | 'error'>
}

interface RunInProgress {
  readonly gathered: GatheredCommit & { readonly context: CommitContext }
  readonly written: ResultAsync<WrittenCommit, RunError>
}

/**
 * Annotates commits in the order given, and tells of each what became of it. Annotations are merged with what the notes
 * hold, never put in its place, and stored many at a time, so that an interruption loses little: what was not stored
 * has no receipt, and a run over the same commits goes on from there.
 *
 * A commit that fails does not stop the others, unless the same would happen to them. When the signal is aborted, or
 * the caller stops listening, what was written until then is stored.
 */
export async function* annotateCommits(
  seams: RunServices,
  commits: readonly CommitId[],
  options: RunOptions = {},
): AsyncGenerator<AnnotateEvent, void> {
  const { git, clock } = seams
  const { force = false, concurrency = 1, batchCommits = 64, batchMilliseconds = 5000, dryRun = false } = options
  const notesRef = seams.notesRef ?? DEFAULT_NOTES_REF
  const call: CallOptions = omitUndefined({ signal: options.signal })
  const left = new Set(commits)
  const isReplaced = (commit: CommitId): boolean => options.replace === true || options.replace?.has(commit) === true
  // Who works in parts leaves nothing out for its size, unless told to.
  const usualMost = seams.writer.worksInParts === true ? Infinity : DEFAULT_MAX_DIFF_LINES
  const maxDiffLines = options.maxDiffLines ?? usualMost
  let abandoned: ModelUsage | undefined
  const stop = (error: RunError): AnnotateEvent => ({
    ...{ kind: 'stopped', error, left: left.size },
    ...omitUndefined({ usage: abandoned }),
  })
  const tell = (receipt: CommitReceipt): AnnotateEvent => {
    left.delete(receipt.commit)
    return { kind: 'commit', receipt }
  }

  const listed = await git.listNotes(notesRef, call)
  if (listed.isErr()) {
    yield stop(listed.error)
    return
  }
  const identity = await recordingNow(seams, seams.tool, call)
  if (identity.isErr()) {
    yield stop(identity.error)
    return
  }
  const recorder = (): StoredRecording => ({ ...identity.value, at: formatTimestamp(clock()) })
  const recorded = await readRecordedWords({ git, writer: seams.writer, notesRef }, left, listed.value, call)
  if (recorded.isErr()) {
    yield stop(recorded.error)
    return
  }
  const words = recorded.value
  const silent = await openSilentCommits(seams.cache, seams.writer)
  const wanted: CommitId[] = []
  for (const commit of left) {
    const asked = force || isReplaced(commit) || options.authors?.has(commit) === true
    const reason = asked ? undefined : knownReason(commit)
    if (reason === undefined) wanted.push(commit)
    else yield tell({ commit, subject: '', ...EMPTY, ...reason })
  }

  let pending: Pending[] = []
  let storedAt = clock()
  let fatal: RunError | undefined
  let modelFailures = 0
  const underWay: RunInProgress[] = []

  try {
    const gathering = gatherCommits(seams, wanted, gatherOptions(options, maxDiffLines))
    for await (const gathered of gathering) {
      if (gathered.isErr()) fatal = gathered.error
      else if (options.signal?.aborted === true) fatal = codedError('aborted', 'Annotating was aborted.')
      else if (gathered.value.context === undefined) yield tell(leftOut(gathered.value))
      else underWay.push(begin({ ...gathered.value, context: gathered.value.context }))
      while (fatal === undefined && underWay.length >= Math.max(1, concurrency)) yield* settle()
      if (fatal !== undefined) break
    }
    while (underWay.length > 0) yield* settle()
    yield* store()
    if (fatal !== undefined) yield stop(fatal)
  } finally {
    // Only where the caller stopped listening is there anything left.
    await Promise.all(underWay.map(({ written }) => written))
    // Nobody is told whether it was stored, as nobody was told that it was written: a run over the same commits knows.
    if (pending.length > 0 && !dryRun) (await storePending()).unwrapOr([])
    if (!dryRun) await silent.save()
  }

  function knownReason(commit: CommitId): Pick<CommitReceipt, 'status' | 'reason'> | undefined {
    const quoted = words.get(commit)
    if (listed.isOk() && listed.value.notes.has(commit) && quoted?.isAll !== true)
      return { status: 'skipped', reason: 'It is annotated already.' }
    if (!silent.has(commit, quoted?.digest)) return undefined
    return { status: 'nothing', reason: `${seams.writer.name} found nothing to say of it before.` }
  }

  function begin(gathered: RunInProgress['gathered']): RunInProgress {
    const { context } = gathered
    const rules = { maxDiffLines }
    const skipped =
      context.discussions === undefined
        ? skipByChanges(context.commit, { commit: context.commit.id, files: context.files }, rules)
        : undefined
    const again = force || isReplaced(context.commit.id)
    const how = { ...call, force: again, ...omitUndefined({ skipped }) }
    // What an import reads says more than what it quoted of it before.
    const discussions = context.discussions ?? words.get(context.commit.id)?.discussions
    const given = { ...context, ...omitUndefined({ discussions }) }
    return { gathered, written: writeCommit(given, { ...seams, recorder }, how) }
  }

  async function* settle(): AsyncGenerator<AnnotateEvent> {
    const next = underWay.shift()
    if (next === undefined) return
    const { context, diagnostics } = next.gathered
    const written = await next.written
    const refused = written.isErr() ? refusalsOf(written.error) : []
    const receipt = {
      commit: context.commit.id,
      subject: subjectOf(context.commit.message),
      ...EMPTY,
      diagnostics: [...diagnostics, ...refused],
    }
    if (written.isErr()) {
      const { error } = written
      modelFailures = error.code.startsWith('model_') ? modelFailures + 1 : 0
      if (isFatal(error) || modelFailures >= MOST_MODEL_FAILURES) fatal ??= error
      // What was given up has not failed: it is still to be done. It was paid for all the same.
      if (error.code !== 'aborted') yield tell({ ...receipt, status: 'failed', error })
      else abandoned = addUsage(abandoned, usageOf(error))
      return
    }
    modelFailures = 0
    // Nothing can be stored: it has not failed, and is still to be done.
    if (written.value.annotation !== undefined && !dryRun) fatal ??= await unknownIdentity()
    if (fatal?.code === 'identity_unknown' && written.value.annotation !== undefined) return
    const { skipped, nothing, secrets, usage, estimate, unfinished } = written.value
    if (unfinished?.code === 'aborted') fatal ??= unfinished
    const annotation = written.value.annotation && copyOf(written.value.annotation)
    const baseReceipt = {
      ...receipt,
      secrets,
      diagnostics: [...diagnostics, ...written.value.diagnostics],
      ...omitUndefined({ usage, estimate, unfinished }),
    }
    if (annotation !== undefined)
      pending.push({
        annotation,
        receipt: { ...baseReceipt, regions: annotation.regions, crossCutting: annotation.cross_cutting.length },
      })
    else if (skipped !== undefined) yield tell({ ...baseReceipt, status: 'skipped', reason: skipped })
    else if (estimate !== undefined) yield tell({ ...baseReceipt, status: 'unasked' })
    else {
      silent.add(context.commit.id, words.get(context.commit.id)?.digest)
      yield tell({ ...baseReceipt, status: 'nothing', ...omitUndefined({ reason: nothing }) })
    }
    // What was paid for does not wait for others.
    const isPaid = usage !== undefined && annotation !== undefined
    if (isPaid || pending.length >= batchCommits || clock() - storedAt >= batchMilliseconds) yield* store()
  }

  /** Why nothing can be recorded, where git does not know the user. */
  async function unknownIdentity(): Promise<RunError | undefined> {
    if (identity.isErr() || identity.value.by !== undefined) return undefined
    const asked = await git.identity?.(call)
    return asked?.isErr() === true ? asked.error : undefined
  }

  async function* store(): AsyncGenerator<AnnotateEvent> {
    storedAt = clock()
    const batch = pending
    if (batch.length > 0) {
      const stored = await storePending()
      if (stored.isErr()) {
        fatal ??= stored.error
        for (const { receipt } of batch) yield tell({ ...receipt, status: 'failed', error: stored.error })
      } else {
        if (!dryRun) yield { kind: 'stored', commits: batch.map(({ receipt }) => receipt.commit) }
        for (const [index, { receipt }] of batch.entries()) {
          const outcome = stored.value[index]
          if (outcome === undefined) continue
          if (outcome.isErr()) yield tell({ ...receipt, status: 'failed', error: outcome.error })
          else yield tell({ ...receipt, status: 'annotated', note: outcome.value.status })
        }
      }
    }
    if (!dryRun) await silent.save()
  }

  /** Without the signal: what was written is kept even when no more is wanted. */
  function storePending(): ReturnType<typeof storeAnnotations> {
    const annotations = pending.map(({ annotation }) => annotation)
    // A part of what was found does not take the place of what may be all of it.
    const partial = new Set(
      pending.flatMap(({ receipt }) => (receipt.unfinished === undefined ? [] : [receipt.commit])),
    )
    pending = []
    const sleep = seams.sleep ?? (() => Promise.resolve())
    const message = annotations.length === 1 ? 'Annotate a commit' : `Annotate ${annotations.length} commits`
    const storing = { git, notesRef, sleep, check: validateAnnotation }
    const replaces = (commit: CommitId): ReplacedWords | undefined =>
      isReplaced(commit) && !partial.has(commit) && identity.isOk() ? wordsOf(seams.writer, identity.value) : undefined
    return storeAnnotations(annotations, storing, { dryRun, message: `${message} with Chronicle`, replaces })
  }
}

/**
 * A quoted line is a slice that keeps its whole file in memory, and a run may hold thousands of annotations until it
 * ends. Annotations are JSON, so this changes nothing else.
 */
function copyOf(annotation: Annotation): Annotation {
  return JSON.parse(JSON.stringify(annotation)) as Annotation
}

/** What a writer that recorded nothing had refused, as its error carries it. */
function refusalsOf({ code, data }: RunError): readonly Diagnostic[] {
  return code === 'no_annotations' && Array.isArray(data?.['diagnostics']) ? (data['diagnostics'] as Diagnostic[]) : []
}

/** Recorded by this writer, run by this person, with whatever version of the tool. */
function wordsOf(writer: AnnotationWriter, { by, email }: StoredRecording): ReplacedWords {
  return (recorded) =>
    recorded !== undefined && recorded.by === by && recorded.email === email && isRecordedBy(writer, recorded.with)
}

const EMPTY = { regions: [], crossCutting: 0, secrets: [], diagnostics: [] as readonly Diagnostic[] } as const

function gatherOptions({ authors, discussions, ...options }: RunOptions, maxDiffLines: number): GatherOptions {
  const { maxFileBytes, commitsAtOnce, bytesAtOnce, signal } = options
  return {
    ...omitUndefined({ maxFileBytes, commitsAtOnce, bytesAtOnce, signal }),
    author: ({ id }) => authors?.get(id),
    ...(discussions === undefined ? {} : { discussions: ({ id }: Commit) => discussions.get(id), wholeMerges: true }),
    skip: (commit, changes) =>
      authors?.has(commit.id) === true || discussions?.has(commit.id) === true
        ? undefined
        : skipByChanges(commit, changes, { maxDiffLines }),
  }
}

function leftOut({ commit, subject, skipped = '', diagnostics }: GatheredCommit): CommitReceipt {
  const receipt = { commit, subject: subject ?? '', ...EMPTY, diagnostics }
  if (!diagnostics.some(({ code }) => code === 'missing_commit'))
    return { ...receipt, status: 'skipped', reason: skipped }
  const error = codedError('missing_object', `${skipped} Fetch it, or leave it out.`, { data: { id: commit } })
  return { ...receipt, status: 'failed', error }
}
