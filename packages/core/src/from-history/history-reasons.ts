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
import { historyOfPlaces, type PlaceRevision } from './history-of-places.ts'
import { isAboutPlace } from './is-about-place.ts'
import type { AddedTests, PlaceReasons } from './kept-reasons.ts'
import { namePlace, nameQuestion } from './name-question.ts'
import { reasonOfCommit } from './reason-of-commit.ts'
import { recordedWords, withoutRecorded, type SubjectsShown } from './recorded-words.ts'
import { quoteMessages } from './quote-messages.ts'
import { standingAddedTests } from './standing-added-tests.ts'
import { withReplacements } from './with-replacements.ts'

/** What the history says about the places of a query. */
export interface FoundReasons {
  /** Newest first. */
  readonly reasons: readonly HistoryReason[]
  /** Tests that these commits added and that still stand. */
  readonly tests: readonly HeldByTest[]
  readonly stats: PlaceHistoryStats
}

/** The commits that changed a place, without those whose own reasons are recorded. */
export interface CommitReasons extends Omit<FoundReasons, 'tests'> {
  /** The change of the place by each commit, newest first, including commits that say nothing. */
  readonly revisions: readonly PlaceRevision[]
  /** What is inferred from the commits on which nothing is stated. */
  readonly inferred: ReadonlyMap<CommitId, SourcedCommit>
  /** Nothing failed or was cut off, so the answer may be kept until something that it follows from changes. */
  readonly isLasting: boolean
}

/** Newest commits of one answer that a source reads, at most. */
const MAX_COMMITS = 60

/**
 * Files of a commit that a source reads, at most: the import of a whole project is not about any of its places, and
 * reading it would take longer than everything else in an answer.
 */
const MAX_FILES = 500

/** Finds what the commits that changed the places of a query say, and which tests they added that still stand. */
export function findHistoryReasons(
  files: readonly PlacedFile[],
  placing: PlacingContext,
  query: Pick<ResolvedQuery, 'anchor' | 'files' | 'historyUntil' | 'lines'> & SubjectsShown,
): ResultAsync<FoundReasons | undefined, ReadError> {
  return safeTry(async function* () {
    const { historySource, keptReasons } = placing.context
    if (historySource === undefined) return ok(undefined)
    const question = yield* nameQuestion(files, placing, query)
    const place = namePlace(query)
    const known = question === undefined ? undefined : await keptReasons.get(place, question)
    if (known !== undefined) return withStandingTests(known, placing)

    const found = yield* findCommitReasons(files, placing, query)
    if (found === undefined) return ok(undefined)
    const { inferred, isLasting, reasons, revisions, stats } = found
    const placeReasons: PlaceReasons = { reasons, tests: addedTests(revisions, inferred), stats }
    if (question !== undefined && isLasting) await keptReasons.set(place, question, placeReasons)
    return withStandingTests(placeReasons, placing)
  })
}

function withStandingTests(
  { reasons, stats, tests }: PlaceReasons,
  placing: PlacingContext,
): ResultAsync<FoundReasons, ReadError> {
  return standingAddedTests(tests, placing).map((found) => ({ reasons, tests: found, stats }))
}

/** The tests that commits added for the place, newest first. */
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
 * Finds what the commits that changed a place say, as far as their own reasons are not recorded: their messages and, if
 * nothing is stated on them, their tests and the rules in comments that were removed later. `undefined` when no source
 * infers it. When `historyUntil` is aborted, it ends with what was found by then.
 */
export function findCommitReasons(
  files: readonly PlacedFile[],
  placing: PlacingContext,
  { anchor, historyUntil: until, showsSubjects }: Pick<ResolvedQuery, 'anchor' | 'historyUntil'> & SubjectsShown,
): ResultAsync<CommitReasons | undefined, ReadError> {
  return safeTry(async function* () {
    const { context, queried } = placing
    const { call, git, historySource } = context
    if (historySource === undefined) return ok(undefined)
    const { isStopped, revisions, unseen } = yield* historyOfPlaces(files, queried, context, until)
    const recorded = recordedWords(files, anchor)
    const annotated = new Set(
      files.flatMap(({ candidates: { beside, recorded: all } }) => all.filter((commit) => !beside.has(commit))),
    )
    const silent = revisions.filter(({ commit }) => !annotated.has(commit)).slice(0, MAX_COMMITS)
    const beyond = revisions.length - annotatedAmong(revisions, annotated) - silent.length
    const ids = silent.map(({ commit }) => commit)
    const [commits, paths] = yield* Result.combine(
      await Promise.all([
        git.readCommits(ids, call),
        git.changedPaths?.(ids, call) ?? okAsync(new Map<CommitId, readonly RepoPath[]>()),
      ]),
    )
    const isStated = (id: CommitId): boolean => files.some(({ candidates }) => candidates.beside.get(id) === 'stated')
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
    const troubles = [...inferred.values()].flatMap(({ diagnostics }) => diagnostics.filter(isTrouble))
    // That the clone is shallow is reported once, by the query.
    troubles.filter(({ code }) => code !== SHALLOW.code).forEach(context.report)
    const isRead = ids.every((id) => commits.has(id))
    const isTold = sourced.isOk() && sourced.value.unasked.length === 0 && narrow.every((id) => inferred.has(id))
    const found = silent.flatMap((revision) => {
      const commit = commits.get(revision.commit)
      return commit === undefined ? [] : [{ commit, revision }]
    })
    const quotedMessages = quoteMessages(found.map(({ commit }) => commit.message))
    const reasonsWithMessages = found.flatMap(({ commit, revision }, index) => {
      const own =
        quotedMessages[index] &&
        withoutRecorded(quotedMessages[index], recorded.byCommit.get(commit.id), { showsSubjects })
      const files = paths.get(commit.id)?.length
      const reason = own && reasonOfCommit(commit, own, inferred.get(commit.id), revision, files)
      return reason === undefined ? [] : [{ reason, message: commit.message }]
    })
    const reasons = withReplacements(reasonsWithMessages)
    return ok({
      reasons,
      revisions: silent,
      inferred,
      isLasting: !isStopped && isRead && isTold && troubles.length === 0,
      stats: {
        commits: revisions.length,
        speaking: reasons.length,
        ...omitEmpty({ unseen: unseen + beyond }),
      },
    })
  })
}

function annotatedAmong(revisions: readonly { readonly commit: CommitId }[], annotated: ReadonlySet<CommitId>): number {
  return revisions.filter(({ commit }) => annotated.has(commit)).length
}

/** Whether a reader should know of it: what the source could not read, and not what it chose to leave out. */
function isTrouble({ severity }: SourcedCommit['diagnostics'][number]): boolean {
  return severity !== 'info'
}
