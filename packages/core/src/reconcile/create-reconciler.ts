import {
  DEFAULT_NOTES_REF,
  ok,
  omitEmpty,
  omitUndefined,
  readNote,
  Result,
  safeTry,
  type CommitId,
  type ResultAsync,
  type UnmatchedCommit,
} from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError } from '../contracts/git-backend.ts'
import { readNoteBytes } from '../notes/read-note-bytes.ts'
import type { BlobAt } from '../rewrites/file-states.ts'
import type { CarrierServices, CarryError, CarryOptions, CarryReport, Rewrite } from '../rewrites/index.ts'
import { followMap } from './commit-map.ts'
import { findLost, requireReconcilingGit, type LostCommits, type ReconcilingGit } from './find-lost.ts'
import { createRewriteCountCache, type RewriteCountCache } from './rewrite-count-cache.ts'
import { knownElsewhere } from './known-elsewhere.ts'
import { matchCopied } from './match-copied.ts'
import { matchLost, type MatchedLost, type MatchServices } from './match-lost.ts'
import type { Match } from './match.ts'
import type { ReconcileError, ReconcileOptions, ReconcileReport, RewrittenCommits } from './reconcile-report.ts'
import { subjectOf } from '../text/subject-of.ts'

/** Dependencies of reconciling. */
export interface ReconcilerServices extends CarrierServices {
  /** Cache of results between runs. Absent: every run starts from scratch. */
  readonly storage?: CacheStorage
}

/** Finds the successors of rewritten annotated commits, and copies their annotations there. */
export interface Reconciler {
  /**
   * Finds the successors of annotated commits that nothing reaches any more, and the commits of `HEAD` that have the
   * change of an annotated commit on another branch. Carries the annotations to them. Repeating it changes nothing. If
   * it is uncertain which commit replaced another, its annotations are not carried.
   */
  reconcile(options?: ReconcileOptions): ResultAsync<ReconcileReport, ReconcileError>
  /**
   * Counts the annotated commits that were rewritten but not carried. Costs two git processes when nothing has changed
   * since the last run.
   */
  rewritten(options?: Pick<ReconcileOptions, 'commitMap' | 'signal'>): ResultAsync<RewrittenCommits, ReconcileError>
  /**
   * Returns the last count without any git process. `undefined` when it was not computed since the notes changed.
   * `notesTip` is the current commit of the notes ref.
   */
  known(notesTip: string | undefined): Promise<RewrittenCommits | undefined>
}

/** Creates the reconciler of one notes ref. Reads nothing before it is used. */
export function createReconciler(seams: ReconcilerServices): Reconciler {
  const state = createRewriteCountCache(seams.storage)
  return {
    reconcile: (options = {}) => reconcile(seams, options, state).map(({ report }) => report),
    rewritten: (options = {}) => countRewritten(seams, options, state),
    known: async (notesTip) => (notesTip === undefined ? undefined : state.last(notesTip)),
  }
}

/** Carries annotations. The carrier is loaded only if there is something to carry, which is rare. */
function carry(
  rewrites: readonly Rewrite[],
  seams: CarrierServices,
  blobAt: BlobAt | undefined,
  options: CarryOptions,
): ResultAsync<CarryReport, CarryError> {
  return safeTry(async function* () {
    if (rewrites.length === 0) return ok({ carried: [], left: [] })
    const { createCarrierWithBlobs } = await import('../rewrites/create-carrier.ts')
    return createCarrierWithBlobs(seams, blobAt).carry(rewrites, options)
  })
}

function reconcile(
  seams: ReconcilerServices,
  { dryRun = false, branch, copies: withCopies = branch === undefined, commitMap, signal }: ReconcileOptions,
  state: RewriteCountCache,
): ResultAsync<{ readonly report: ReconcileReport; readonly found: RewrittenCommits }, ReconcileError> {
  return safeTry(async function* () {
    const call: CallOptions = omitUndefined({ signal })
    const git = yield* requireReconcilingGit(seams.git)
    const { notesRef = DEFAULT_NOTES_REF } = seams
    const lost = yield* findLost(git, notesRef, {
      ...call,
      ...omitUndefined({ branch }),
      ...(commitMap !== undefined && { follow: (commit) => withoutRemoved(followMap(commitMap, commit)) }),
    })
    // Beyond the edge of a shallow clone, a commit that is still on its branch looks rewritten.
    const comparable = lost.shallow ? onlyMapped(lost, commitMap) : lost
    const matched = yield* matchLost(comparable, { git, storage: seams.storage, commitMap }, call)
    const { ambiguous } = matched
    const services = { git, storage: seams.storage }
    const copies = yield* withCopies ? await findCopies(lost, services, call) : ok([])
    const matches = [...matched.matches, ...copies]
    const noted = matches.map((match) => ({ ...match, from: match.from.filter((id) => lost.notes.has(id)) }))
    const rewrites = matches.map(({ from, to, operation }): Rewrite => ({ from, to, operation }))
    const carried = yield* carry(rewrites, seams, matched.blobAt, { ...call, dryRun })
    const statusOf = new Map(carried.carried.map(({ to, status }) => [to, status]))
    const keptOut = new Set(carried.left.map(({ commit, reason, to }) => `${reason} ${commit} ${to}`))
    const isCarried = ({ from, to }: Match): boolean =>
      statusOf.get(to) === 'written' && from.some((id) => !keptOut.has(`scrubbed ${id} ${to}`))
    const unmatched = yield* describeUnmatched(lost, matched, commitMap, git, call)
    const report: ReconcileReport = {
      lost: lost.annotated.length + lost.missing.length,
      matches: noted
        .filter(({ from }) => from.length > 0)
        .map((match) => ({ ...match, status: isCarried(match) ? 'carried' : 'unchanged' })),
      ambiguous,
      unmatched,
      left: carried.left,
      shallow: lost.shallow,
    }
    const found = countOf(report, copies, dryRun)
    if (branch === undefined && withCopies) {
      const notes = yield* git.notesTip(notesRef, call)
      if (notes !== undefined) await state.keep({ notes, head: lost.head, tips: lost.tips }, found)
    }
    return ok({ report, found })
  })
}

/** Finds copies of annotated commits, except of those whose own annotation was copied from there. */
function findCopies(
  lost: LostCommits,
  services: Omit<MatchServices, 'commitMap' | 'maxCopies'>,
  call: CallOptions,
): ResultAsync<readonly Match[], ReconcileError> {
  return safeTry(async function* () {
    const found = yield* matchCopied(lost, services, call)
    const sources = [...new Set(found.flatMap(({ from }) => from))]
    const contents = yield* readNoteBytes(sources, lost, services.git, call)
    const isFrom = (commit: CommitId, to: CommitId): boolean =>
      (contents.get(commit) ?? []).some((bytes) =>
        readNote(bytes, { commit }).annotation?.provenance.derived_from.includes(to),
      )
    return ok(found.filter(({ from, to }) => !from.some((commit) => isFrom(commit, to))))
  })
}

function withoutRemoved(to: CommitId | 'removed' | undefined): CommitId | undefined {
  return to === 'removed' ? undefined : to
}

/** Limits the lost commits to those in a map, whose entries hold in a shallow clone too. */
function onlyMapped(lost: LostCommits, commitMap: ReconcileOptions['commitMap']): LostCommits {
  const isMapped = (id: CommitId): boolean => commitMap?.has(id) === true
  return { ...lost, annotated: lost.annotated.filter(isMapped), missing: lost.missing.filter(isMapped) }
}

function describeUnmatched(
  lost: LostCommits,
  { matches, ambiguous, unmatched }: MatchedLost,
  commitMap: ReconcileOptions['commitMap'],
  git: ReconcilingGit,
  call: CallOptions,
): ResultAsync<readonly UnmatchedCommit[], GitError> {
  return safeTry(async function* () {
    const settled = new Set([...matches.flatMap(({ from }) => from), ...ambiguous.map(({ commit }) => commit)])
    const open = [...(lost.shallow ? lost.annotated : unmatched), ...lost.missing].filter((id) => !settled.has(id))
    const removed = [...lost.annotated, ...lost.missing].filter((id) => commitMap?.get(id) === 'removed')
    const all = [...new Set([...open, ...removed])]
    const known = yield* knownElsewhere(all, lost.notes, git, call)
    const left = all.filter((id) => !known.has(id))
    const about = await aboutCommits(left, lost, git, call)
    const isMissing = new Set(lost.missing)
    return about.map((texts) =>
      left.map((commit): UnmatchedCommit => {
        const text = texts.get(commit)
        const reason = removed.includes(commit)
          ? 'removed'
          : lost.shallow
            ? 'history_incomplete'
            : isMissing.has(commit)
              ? 'missing'
              : 'no_successor'
        return { commit, reason, ...omitEmpty({ about: text }) }
      }),
    )
  })
}

function aboutCommits(
  ids: readonly CommitId[],
  { notes }: LostCommits,
  git: ReconcilingGit,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, string>, GitError> {
  return safeTry(async function* () {
    const commits = yield* git.readCommits(ids, call)
    const others = ids.filter((id) => !commits.has(id))
    const contents = yield* readNoteBytes(others, { notes }, git, call)
    const about = new Map<CommitId, string>()
    for (const [id, { message }] of commits) about.set(id, subjectOf(message))
    for (const [id, all] of contents) {
      const [summary] = all.flatMap((bytes) => readNote(bytes, { commit: id }).annotation?.summary ?? [])
      if (summary !== undefined) about.set(id, subjectOf(summary))
    }
    return ok(about)
  })
}

function countOf(
  { matches, ambiguous, unmatched }: ReconcileReport,
  copies: readonly Match[],
  dryRun: boolean,
): RewrittenCommits {
  const open = dryRun ? matches.filter(({ status }) => status === 'carried').flatMap(({ from }: Match) => from) : []
  const copied = new Set(copies.flatMap(({ from }) => from))
  const waiting = new Set(open)
  return {
    waiting: [...waiting].filter((id) => !copied.has(id)).length,
    copied: [...waiting].filter((id) => copied.has(id)).length,
    ambiguous: ambiguous.length,
    unmatched: unmatched.filter(({ reason }) => reason === 'no_successor').length,
    missing: unmatched.filter(({ reason }) => reason === 'missing').length,
  }
}

function countRewritten(
  seams: ReconcilerServices,
  options: Pick<ReconcileOptions, 'commitMap' | 'signal'>,
  state: RewriteCountCache,
): ResultAsync<RewrittenCommits, ReconcileError> {
  return safeTry(async function* () {
    const git = yield* requireReconcilingGit(seams.git)
    const [notes, tips, head] = yield* Result.combine(
      await Promise.all([
        git.notesTip(seams.notesRef ?? DEFAULT_NOTES_REF, options),
        git.tips(options),
        git.resolve('HEAD', options),
      ]),
    )
    const known = notes === undefined ? NONE : await state.at({ notes, head, tips })
    if (known !== undefined) return ok(known)
    return reconcile(seams, { ...options, dryRun: true }, state).map(({ found }) => found)
  })
}

const NONE: RewrittenCommits = { waiting: 0, copied: 0, ambiguous: 0, unmatched: 0, missing: 0 }
