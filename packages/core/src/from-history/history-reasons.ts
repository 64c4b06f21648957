import {
  err,
  ok,
  okAsync,
  type CommitId,
  type HistoryReason,
  type PlaceHistoryStats,
  type RepoPath,
  type Result,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { SourcedCommit } from '../contracts/annotation-source.ts'
import type { PlacedFile } from '../read/find-regions.ts'
import type { ReadContext, Standpoint } from '../read/read-context.ts'
import type { ReadError } from '../read/read-error.ts'
import { historyOfPlaces } from './history-of-places.ts'
import { reasonOfCommit } from './reason-of-commit.ts'
import { withReplacements } from './with-replacements.ts'

/** What the history says about the places of a query. */
export interface FoundReasons {
  /** Newest first. */
  readonly reasons: readonly HistoryReason[]
  readonly stats: PlaceHistoryStats
}

/** Commits of one answer that a source may have to read, the newest. */
const MAX_COMMITS = 60

/**
 * Finds what the commits that changed a place say, as far as nothing is recorded on them: their messages, and rules in
 * comments that are gone. `undefined`: there is no source that infers it.
 */
export async function findHistoryReasons(
  files: readonly PlacedFile[],
  standpoint: Standpoint,
  context: ReadContext,
): Promise<Result<FoundReasons | undefined, ReadError>> {
  const { call, git, historySource } = context
  if (historySource === undefined) return ok(undefined)
  const history = await historyOfPlaces(files, standpoint, context)
  if (history.isErr()) return err(history.error)
  const { revisions, unseen } = history.value
  const annotated = new Set(files.flatMap(({ candidates }) => candidates.annotated))
  const silent = revisions.filter(({ commit }) => !annotated.has(commit)).slice(0, MAX_COMMITS)
  const beyond = revisions.length - annotatedAmong(revisions, annotated) - silent.length
  const ids = silent.map(({ commit }) => commit)
  const [commits, paths, sourced] = await Promise.all([
    git.readCommits(ids, call),
    git.changedPaths?.(ids, call) ?? okAsync(new Map<CommitId, readonly RepoPath[]>()),
    historySource.annotationsOf(ids, { ...call, maxCommits: MAX_COMMITS }),
  ])
  if (commits.isErr()) return err(commits.error)
  if (paths.isErr()) return err(paths.error)
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
  const told = silent.flatMap((revision) => {
    const commit = commits.value.get(revision.commit)
    const files = paths.value.get(revision.commit)?.length
    const reason = commit && reasonOfCommit(commit, inferred.get(revision.commit), revision, files)
    return reason === undefined ? [] : [{ reason, message: commit?.message ?? '' }]
  })
  const reasons = withReplacements(told)
  return ok({
    reasons,
    stats: {
      commits: revisions.length,
      speaking: reasons.length,
      ...(unseen + beyond === 0 ? {} : { unseen: unseen + beyond }),
    },
  })
}

function annotatedAmong(revisions: readonly { readonly commit: CommitId }[], annotated: ReadonlySet<CommitId>): number {
  return revisions.filter(({ commit }) => annotated.has(commit)).length
}

/** What a source leaves out of its choice is no concern of a reader; what it could not read is. */
function isTrouble({ severity }: SourcedCommit['diagnostics'][number]): boolean {
  return severity !== 'info'
}
