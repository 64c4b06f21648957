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
  checkedGit,
  codedError,
  reasonOf,
  type CacheStorage,
  type CallOptions,
  type Commit,
  type ModelUsage,
  type Redactor,
} from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
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
import type { AnnotateEvent, CommitReceipt, RunError } from './annotate-event.ts'
import { openSilentCommits } from './commits-without-findings.ts'
import { DEFAULT_MAX_DIFF_LINES } from './max-diff-lines.ts'
import { addUsage, usageOf } from './paid-usage.ts'
import { readRecordedWords } from './recorded-discussions.ts'
import { requireRun } from './require-run.ts'
import { skipByChanges } from './skip-reason.ts'
import { isFatal, MAX_MODEL_FAILURES } from './fatal-errors.ts'
import { isRecordedBy, writeCommit, type WrittenCommit } from './write-commit.ts'

/** Dependencies of `annotateCommits`. */
export interface RunServices extends GatherServices {
  readonly writer: AnnotationWriter
  readonly redactor: Redactor
  /** Milliseconds since the epoch, for recording times and for deciding when to store. */
  readonly clock: () => number
  /** The tool to name in the provenance besides the writer: `git-chronicle 1.2.0`. */
  readonly tool?: string
  /** Default `refs/notes/chronicle`. */
  readonly notesRef?: NotesRef
  /** Waits between attempts when the notes ref is busy. Absent: no wait. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Remembers commits with nothing to record. Absent: each run examines them again. */
  readonly cache?: CacheStorage
}

/** Options of `annotateCommits`. */
export interface RunOptions extends Pick<GatherOptions, 'maxFileBytes' | 'commitsAtOnce' | 'bytesAtOnce' | 'signal'> {
  /** The authors' statements besides the message. These commits are never skipped. */
  readonly authors?: ReadonlyMap<CommitId, AuthorContext> | undefined
  /** Review discussions of commits. These commits are never skipped, and merges count as a whole. */
  readonly discussions?: ReadonlyMap<CommitId, readonly CommitDiscussion[]> | undefined
  /** Whether to examine commits again that have a note, or for which nothing was found. New findings are merged. */
  readonly force?: boolean | undefined
  /**
   * Commits, or all, to examine although they have a note. New findings replace what this writer, run by the same
   * person, recorded on them before. What others recorded, and what was corrected, is kept.
   */
  readonly replace?: true | ReadonlySet<CommitId> | undefined
  /**
   * Maximum number of changed lines; commits with more are skipped. Default 2,000, or no limit for a writer that works
   * in parts.
   */
  readonly maxDiffLines?: number | undefined
  /** Number of commits that the writer processes at a time. Default 1. */
  readonly concurrency?: number | undefined
  /** Annotations are stored after this number of them, default 64, */
  readonly batchCommits?: number | undefined
  /** or after this number of milliseconds since they were last stored, default 5,000. */
  readonly batchMilliseconds?: number | undefined
  /** Whether to call the writer but store nothing. */
  readonly dryRun?: boolean | undefined
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
 * Annotates commits in the given order, and yields the result of each. Annotations are merged into existing notes,
 * never replace them, and are stored in batches, so that an interruption loses little: unstored commits have no
 * receipt, and a run over the same commits continues there.
 *
 * A failing commit does not stop the others, unless the same failure would affect them. When the signal is aborted, or
 * the caller stops iterating, what was written so far is stored.
 */
export async function* annotateCommits(
  seams: RunServices,
  commits: readonly CommitId[],
  options: RunOptions = {},
): AsyncGenerator<AnnotateEvent, void> {
  const checked = requireRun(seams, commits, options)
  if (checked.isErr()) {
    yield { kind: 'stopped', error: checked.error, left: 0 }
    return
  }
  const left = new Set(commits)
  try {
    yield* annotateAll({ ...seams, git: checkedGit(seams.git) }, left, options)
  } catch (cause) {
    const message = `Annotating failed unexpectedly: ${reasonOf(cause)}. Check the stages that are not Chronicle's.`
    yield { kind: 'stopped', error: codedError('internal_error', message, { cause }), left: left.size }
  }
}

/** Annotates commits, and removes those with a receipt from `left`. */
async function* annotateAll(
  seams: RunServices,
  left: Set<CommitId>,
  options: RunOptions,
): AsyncGenerator<AnnotateEvent, void> {
  const { git, clock } = seams
  const { force = false, concurrency = 1, batchCommits = 64, batchMilliseconds = 5000, dryRun = false } = options
  const notesRef = seams.notesRef ?? DEFAULT_NOTES_REF
  const call: CallOptions = omitUndefined({ signal: options.signal })
  const isReplaced = (commit: CommitId): boolean => options.replace === true || options.replace?.has(commit) === true
  // A writer that works in parts skips nothing for its size, unless a limit is set.
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
    // Something is left only if the caller stopped iterating.
    await Promise.all(underWay.map(({ written }) => written))
    // The result is not reported, because the caller has stopped iterating. A later run over the same commits finds it.
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
    // The discussions given by an import are more complete than the quotations recorded earlier.
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
      if (isFatal(error) || modelFailures >= MAX_MODEL_FAILURES) fatal ??= error
      // An aborted commit did not fail: it remains to be done. Its cost still counts.
      if (error.code !== 'aborted') yield tell({ ...receipt, status: 'failed', error })
      else abandoned = addUsage(abandoned, usageOf(error))
      return
    }
    modelFailures = 0
    // Without an identity nothing can be stored. The commit did not fail: it remains to be done.
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
    // A paid result is stored at once.
    const isPaid = usage !== undefined && annotation !== undefined
    if (isPaid || pending.length >= batchCommits || clock() - storedAt >= batchMilliseconds) yield* store()
  }

  /** Returns the error when git does not know the user, so that nothing can be recorded. */
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

  /** Runs without the signal, so that what was written is stored even after an abort. */
  function storePending(): ReturnType<typeof storeAnnotations> {
    const annotations = pending.map(({ annotation }) => annotation)
    // A partial result must not replace one that may be complete.
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
 * Copies an annotation: a quoted line is a slice that keeps its whole file in memory, and a run may hold thousands of
 * annotations. Annotations are JSON, so the copy is identical.
 */
function copyOf(annotation: Annotation): Annotation {
  return JSON.parse(JSON.stringify(annotation)) as Annotation
}

/** Returns the refusals of a writer that recorded nothing, from its error. */
function refusalsOf({ code, data }: RunError): readonly Diagnostic[] {
  return code === 'no_annotations' && Array.isArray(data?.['diagnostics']) ? (data['diagnostics'] as Diagnostic[]) : []
}

/** Selects what this writer, run by this person, recorded with any version of the tool. */
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
    ...(discussions !== undefined && { discussions: ({ id }: Commit) => discussions.get(id), wholeMerges: true }),
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
