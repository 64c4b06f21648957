import {
  err,
  ok,
  okAsync,
  omitEmpty,
  omitUndefined,
  Result,
  safeTry,
  type CommitId,
  type HeldByTest,
  type HistoryReason,
  type PlaceHistoryStats,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { SourcedCommit } from '../contracts/annotation-source.ts'
import type { PlacedFile } from '../read/find-regions.ts'
import { SHALLOW } from '../read/repository-notices.ts'
import type { ReadError } from '../read/read-error.ts'
import type { ResolvedQuery } from '../read/resolve-query.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import { commentOnlyChanges } from './comment-only-changes.ts'
import { historyOfPlaces, reportUnfollowed, type PlaceRevision } from './history-of-places.ts'
import { isAboutPlace } from './is-about-place.ts'
import type { AddedTests, PlaceReasons } from './reason-cache.ts'
import { namePlace, nameQuestion } from './name-question.ts'
import { reasonOfCommit } from './reason-of-commit.ts'
import { recordedWords, withoutRecorded, type SubjectOptions } from './recorded-words.ts'
import { quoteMessages } from './quote-messages.ts'
import { standingAddedTests } from './standing-added-tests.ts'
import { withoutMergedTwice } from './without-merged-twice.ts'
import { withReplacements } from './with-replacements.ts'

/** The reasons from the history for the places of a query. */
export interface FoundReasons {
  /** Newest first. */
  readonly reasons: readonly HistoryReason[]
  /** Tests that these commits added and that still exist. */
  readonly tests: readonly HeldByTest[]
  readonly stats: PlaceHistoryStats
}

/** The reasons of the commits that changed a place, except commits of which the answer shows what is recorded. */
export interface CommitReasons extends Omit<FoundReasons, 'tests'> {
  /** Each commit's change of the place, newest first, including commits without reasons. */
  readonly revisions: readonly PlaceRevision[]
  /** The annotations inferred from commits without stated ones. */
  readonly inferred: ReadonlyMap<CommitId, SourcedCommit>
  /** Whether nothing failed or was cut off, so that the answer can be cached until one of its inputs changes. */
  readonly isCacheable: boolean
}

/** Maximum number of commits that a source reads for one answer, newest first. */
const MAX_COMMITS = 60

/**
 * Maximum number of files of a commit that a source reads. The import of a whole project is not about any of its
 * places, and reading it would take longer than the rest of the answer.
 */
const MAX_FILES = 500

/**
 * Finds the reasons of the commits that changed the places of a query, except those already `told`, and the tests they
 * added that still exist.
 */
export function findHistoryReasons(
  files: readonly PlacedFile[],
  placing: PlacingContext,
  told: ReadonlySet<CommitId>,
  query: Pick<ResolvedQuery, 'anchor' | 'files' | 'historyUntil' | 'lines'> & SubjectOptions,
): ResultAsync<FoundReasons | undefined, ReadError> {
  return safeTry(async function* () {
    const { historySource, reasonsCache } = placing.context
    if (historySource === undefined) return ok(undefined)
    reportUnfollowed(files, placing.context)
    const question = yield* nameQuestion(files, placing, told, query)
    const place = namePlace(query)
    const known = question === undefined ? undefined : await reasonsCache.get(place, question)
    if (known !== undefined) return withStandingTests(known, placing)

    const found = yield* findCommitReasons(files, placing, told, query)
    if (found === undefined) return ok(undefined)
    const { inferred, isCacheable, reasons, revisions, stats } = found
    const placeReasons: PlaceReasons = { reasons, tests: addedTests(revisions, inferred), stats }
    if (question !== undefined && isCacheable) await reasonsCache.set(place, question, placeReasons)
    return withStandingTests(placeReasons, placing)
  })
}

function withStandingTests(
  { reasons, stats, tests }: PlaceReasons,
  placing: PlacingContext,
): ResultAsync<FoundReasons, ReadError> {
  return standingAddedTests(tests, placing).map((found) => ({ reasons, tests: found, stats }))
}

/** Returns the tests that commits added for the place, newest first. */
function addedTests(
  revisions: readonly PlaceRevision[],
  inferred: ReadonlyMap<CommitId, SourcedCommit>,
): readonly AddedTests[] {
  return revisions.flatMap((revision) => {
    const { commit, lines } = revision
    const anchor = lines?.name
    return (inferred.get(commit)?.annotation?.regions ?? []).flatMap((region): readonly AddedTests[] => {
      const { held_by_tests: tests } = region
      if (tests === undefined || !isAboutPlace(region, revision)) return []
      return [{ commit, ...omitUndefined({ anchor }), tests }]
    })
  })
}

/**
 * Finds the reasons of the commits that changed a place, except commits of which the answer shows what is recorded
 * (`told`): their messages and, if nothing is stated on them, their tests and the rules in comments that were removed
 * later. Returns `undefined` without a history source. When `historyUntil` is aborted, returns the results so far.
 */
export function findCommitReasons(
  files: readonly PlacedFile[],
  placing: PlacingContext,
  told: ReadonlySet<CommitId>,
  { anchor, historyUntil: until, showsSubjects }: Pick<ResolvedQuery, 'anchor' | 'historyUntil'> & SubjectOptions,
): ResultAsync<CommitReasons | undefined, ReadError> {
  return safeTry(async function* () {
    const { context, queried } = placing
    const { call, git, historySource } = context
    if (historySource === undefined) return ok(undefined)
    const { isStopped, revisions, unseen } = yield* historyOfPlaces(files, queried, context, until)
    const recorded = recordedWords(files, anchor)
    const untold = revisions.filter(({ commit }) => !told.has(commit))
    const silent = untold.slice(0, MAX_COMMITS)
    const beyond = untold.length - silent.length
    const ids = silent.map(({ commit }) => commit)
    const [commits, paths] = yield* Result.combine(
      await Promise.all([
        git.readCommits(ids, call),
        git.changedPaths?.(ids, call) ?? okAsync(new Map<CommitId, readonly RepoPath[]>()),
      ]),
    )
    const isStated = (id: CommitId): boolean =>
      files.some(({ candidates }) => candidates.messageReasons.get(id) === 'stated')
    const narrow = ids.filter((id) => (paths.get(id)?.length ?? 0) <= MAX_FILES && !isStated(id))
    const sourced = await historySource.annotationsOf(narrow, {
      ...call,
      maxCommits: MAX_COMMITS,
      ...omitUndefined({ until }),
    })
    if (sourced.isErr()) {
      const { code, message } = sourced.error
      if (code === 'aborted') return err(codedError('aborted', message))
      // The messages can be quoted without the source.
      context.report({
        code: 'source_failed',
        severity: 'warning',
        message: `The source ${historySource.name} failed: ${message}`,
      })
    }
    const inferred = sourced.isOk() ? sourced.value.commits : new Map<CommitId, SourcedCommit>()
    const troubles = [...inferred.values()].flatMap(({ diagnostics }) => diagnostics.filter(isReportable))
    // The query itself reports once that the clone is shallow.
    troubles.filter(({ code }) => code !== SHALLOW.code).forEach(context.report)
    const isRead = ids.every((id) => commits.has(id))
    const isTold = sourced.isOk() && sourced.value.unasked.length === 0 && narrow.every((id) => inferred.has(id))
    const found = silent.flatMap((revision) => {
      const commit = commits.get(revision.commit)
      return commit === undefined ? [] : [{ commit, revision }]
    })
    const quotedMessages = quoteMessages(found.map(({ commit }) => commit.message))
    const given = found.flatMap(({ commit, revision }, index) => {
      const own =
        quotedMessages[index] &&
        withoutRecorded(quotedMessages[index], recorded.byCommit.get(commit.id), { showsSubjects })
      const change = { revision, changed: paths.get(commit.id) }
      return own === undefined
        ? []
        : [{ commit, revision, ...reasonOfCommit(commit, own, inferred.get(commit.id), change) }]
    })
    const doubtful = given.filter(({ ofComments }) => ofComments !== undefined)
    const commentOnly = yield* commentOnlyChanges(doubtful, placing.texts)
    const speaking = given.flatMap(({ commit, ofComments, reason: ofAll }) => {
      const reason = commentOnly.has(commit.id) ? ofComments?.reason : ofAll
      return reason === undefined ? [] : [{ reason }]
    })
    const once = yield* withoutMergedTwice(speaking, commits, git, call)
    const reasons = withReplacements(
      once.map(({ reason }) => reason),
      found.map(({ commit }) => commit),
    )
    return ok({
      reasons,
      revisions: silent,
      inferred,
      isCacheable: !isStopped && isRead && isTold && troubles.length === 0,
      stats: {
        commits: revisions.length,
        speaking: reasons.length,
        ...omitEmpty({ unseen: unseen + beyond }),
      },
    })
  })
}

/** Whether a diagnostic matters to the reader: a failure of the source, not a deliberate omission. */
function isReportable({ severity }: SourcedCommit['diagnostics'][number]): boolean {
  return severity !== 'info'
}
