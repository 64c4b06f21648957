import {
  err,
  ok,
  okAsync,
  type CommitId,
  type HeldByTest,
  type HistoryReason,
  type PlaceHistoryStats,
  type RepoPath,
  type Result,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { SourcedCommit } from '../contracts/annotation-source.ts'
import type { PlacedFile } from '../read/find-regions.ts'
import { createFindStandingTests } from '../read/standing-tests.ts'
import type { ReadError } from '../read/read-error.ts'
import { foldText } from '../answer/fold-text.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import { historyOfPlaces, type PlaceRevision } from './history-of-places.ts'
import { isAboutPlace, reasonOfCommit } from './reason-of-commit.ts'
import { sayMessages } from './say-messages.ts'
import { withReplacements } from './with-replacements.ts'

/** What the history says about the places of a query. */
export interface FoundReasons {
  /** Newest first. */
  readonly reasons: readonly HistoryReason[]
  /** Tests that these commits added and that still stand. */
  readonly tests: readonly HeldByTest[]
  readonly stats: PlaceHistoryStats
}

/** The commits that changed a place and on which nothing is recorded. */
export interface SpeakingCommits extends Omit<FoundReasons, 'tests'> {
  /** How each of them changed the place, newest first, those included that say nothing. */
  readonly revisions: readonly PlaceRevision[]
  /** What is inferred from them. */
  readonly inferred: ReadonlyMap<CommitId, SourcedCommit>
}

/** Commits of one answer that a source may have to read, the newest. */
const MAX_COMMITS = 60

/**
 * Files that a commit changes at the most for a source to read it: the import of a project is about none of its places,
 * and to read all of it would take longer than everything else in an answer.
 */
const MAX_FILES = 500

/** Finds what the commits that changed a place say, and which tests they added that still stand. */
export async function findHistoryReasons(
  files: readonly PlacedFile[],
  placing: PlacingContext,
  until?: AbortSignal,
): Promise<Result<FoundReasons | undefined, ReadError>> {
  const found = await findSpeakingCommits(files, placing, until)
  if (found.isErr()) return err(found.error)
  if (found.value === undefined) return ok(undefined)
  const { inferred, reasons, revisions, stats } = found.value
  const tests = await standingTests(revisions, inferred, placing)
  return tests.map((standing) => ({ reasons, tests: standing, stats }))
}

/**
 * Finds what the commits that changed a place say, as far as nothing is recorded on them: their messages, and rules in
 * comments that are gone. `undefined`: there is no source that infers it. When `until` is aborted, it ends with what was
 * found until then.
 */
export async function findSpeakingCommits(
  files: readonly PlacedFile[],
  placing: PlacingContext,
  until?: AbortSignal,
): Promise<Result<SpeakingCommits | undefined, ReadError>> {
  const { context, standpoint } = placing
  const { call, git, historySource } = context
  if (historySource === undefined) return ok(undefined)
  const history = await historyOfPlaces(files, standpoint, context, until)
  if (history.isErr()) return err(history.error)
  const { revisions, unseen } = history.value
  const annotated = new Set(files.flatMap(({ candidates }) => candidates.annotated))
  const silent = revisions.filter(({ commit }) => !annotated.has(commit)).slice(0, MAX_COMMITS)
  const beyond = revisions.length - annotatedAmong(revisions, annotated) - silent.length
  const ids = silent.map(({ commit }) => commit)
  const [commits, paths] = await Promise.all([
    git.readCommits(ids, call),
    git.changedPaths?.(ids, call) ?? okAsync(new Map<CommitId, readonly RepoPath[]>()),
  ])
  if (commits.isErr()) return err(commits.error)
  if (paths.isErr()) return err(paths.error)
  const narrow = ids.filter((id) => (paths.value.get(id)?.length ?? 0) <= MAX_FILES)
  const sourced = await historySource.annotationsOf(narrow, {
    ...call,
    maxCommits: MAX_COMMITS,
    ...(until === undefined ? {} : { until }),
  })
  if (sourced.isErr()) {
    const { code, message } = sourced.error
    if (code === 'aborted') return err(codedError('aborted', message))
    // The messages are there all the same.
    context.report({
      code: 'source_failed',
      severity: 'warning',
      message: `The source ${historySource.name} failed: ${message}`,
    })
  }
  const inferred = sourced.isOk() ? sourced.value.commits : new Map<CommitId, SourcedCommit>()
  for (const { diagnostics } of inferred.values()) diagnostics.filter(isTrouble).forEach(context.report)
  const found = silent.flatMap((revision) => {
    const commit = commits.value.get(revision.commit)
    return commit === undefined ? [] : [{ commit, revision }]
  })
  const said = sayMessages(found.map(({ commit }) => commit.message))
  const told = found.flatMap(({ commit, revision }, index) => {
    const own = said[index]
    const files = paths.value.get(commit.id)?.length
    const reason = own && reasonOfCommit(commit, own, inferred.get(commit.id), revision, files)
    return reason === undefined ? [] : [{ reason, message: commit.message }]
  })
  const reasons = withReplacements(told)
  return ok({
    reasons,
    revisions: silent,
    inferred,
    stats: {
      commits: revisions.length,
      speaking: reasons.length,
      ...(unseen + beyond === 0 ? {} : { unseen: unseen + beyond }),
    },
  })
}

/** Tests of one answer at most. */
const MAX_TESTS = 8

/** The tests that commits added for the place and that still stand, newest first, each title once. */
async function standingTests(
  revisions: readonly PlaceRevision[],
  inferred: ReadonlyMap<CommitId, SourcedCommit>,
  placing: PlacingContext,
): Promise<Result<readonly HeldByTest[], ReadError>> {
  const find = createFindStandingTests(placing)
  const tests = new Map<string, HeldByTest>()
  for (const revision of revisions) {
    for (const region of inferred.get(revision.commit)?.annotation?.regions ?? []) {
      if (tests.size >= MAX_TESTS) return ok([...tests.values()].slice(0, MAX_TESTS))
      if (region.held_by_tests === undefined || !isAboutPlace(region, revision)) continue
      const standing = await find(region.held_by_tests)
      if (standing.isErr()) return err(standing.error)
      const anchor = revision.lines?.name
      for (const test of standing.value) {
        const known = { ...test, ...(anchor === undefined ? {} : { anchor }), commit: revision.commit }
        if (!tests.has(foldText(test.title))) tests.set(foldText(test.title), { ...known, origin: 'history' })
      }
    }
  }
  return ok([...tests.values()].slice(0, MAX_TESTS))
}

function annotatedAmong(revisions: readonly { readonly commit: CommitId }[], annotated: ReadonlySet<CommitId>): number {
  return revisions.filter(({ commit }) => annotated.has(commit)).length
}

/** What a source leaves out of its choice is no concern of a reader; what it could not read is. */
function isTrouble({ severity }: SourcedCommit['diagnostics'][number]): boolean {
  return severity !== 'info'
}
