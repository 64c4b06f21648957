import { err, ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import {
  codedError,
  type AnnotationIndex,
  type AnnotationSource,
  type AnnotationSourceError,
  type AnnotationView,
  type CallOptions,
  type Commit,
  type GitError,
  type IndexError,
} from '@chronicle/core/contracts'
import type { RecentAnnotation } from '../commit-context.ts'

/**
 * Finds annotations of commits made before a given one. Which commits annotate a path is known from the index at the
 * time of the first call; their annotations are read as they are now.
 */
export type RecentAnnotationFinder = (
  commit: Commit,
  paths: readonly RepoPath[],
  limit: number,
  call: CallOptions,
) => ResultAsync<readonly RecentAnnotation[], GitError>

/** Dependencies of a `RecentAnnotationFinder`. Without one of them, nothing is found. */
export interface EarlierAnnotations {
  /** Finds the commits that annotate a path. */
  readonly index?: AnnotationIndex
  /** Reads the annotations of these commits, with corrections applied: `createNotesSource` of `@chronicle/core`. */
  readonly recorded?: AnnotationSource
}

/**
 * Order is determined by committer time alone: checking ancestry would cost a walk for every commit. The result may
 * therefore include annotations of unmerged branches.
 */
export function createRecentAnnotationFinder({ index, recorded }: EarlierAnnotations): RecentAnnotationFinder {
  let view: AnnotationView | undefined

  function annotating(
    paths: readonly RepoPath[],
    call: CallOptions,
  ): ResultAsync<Awaited<ReturnType<AnnotationView['annotating']>>, IndexError> {
    return safeTry(async function* () {
      if (index === undefined) return ok(ok([]))
      if (view === undefined) {
        const refreshed = yield* index.refresh(call)
        view = refreshed
      }
      return ok(await view.annotating(paths, call))
    })
  }

  return (commit, paths, limit, call) =>
    safeTry(async function* () {
      if (index === undefined || recorded === undefined || limit < 1) return ok([])
      let found = await annotating(paths, call)
      if (found.isOk() && found.value.isErr() && found.value.error.code === 'index_failed') {
        // Asking a damaged index again rebuilds it.
        view = undefined
        found = await annotating(paths, call)
      }
      const answer = found.isErr() ? err<never, IndexError>(found.error) : found.value
      if (answer.isErr()) return err(asGitError(answer.error))
      const earlier = answer.value
        .filter((other) => other.commit !== commit.id && (other.committedAt ?? Infinity) <= commit.committer.time)
        .toSorted((a, b) => (b.committedAt ?? 0) - (a.committedAt ?? 0))
      const recent: RecentAnnotation[] = []
      // Some notes contain nothing readable or were retracted, so more than `limit` may have to be read.
      for (let from = 0; from < earlier.length && recent.length < limit; from += limit) {
        const ids = earlier.slice(from, from + limit).map((other) => other.commit)
        const sourced = await recorded.annotationsOf(ids, call)
        if (sourced.isErr()) return err(asGitError(sourced.error))
        for (const [id, { annotation }] of sourced.value.commits) {
          if (annotation === undefined || annotation.regions.length === 0 || recent.length === limit) continue
          recent.push({ commit: id, annotation })
        }
      }
      return ok(recent)
    })
}

/** Codes that git does not have. The record type makes a missing one a compile error. */
const OTHER_CODES: Readonly<Record<Exclude<AnnotationSourceError['code'], GitError['code']>, true>> = {
  ...{ index_failed: true, no_annotations: true, redaction_failed: true },
  ...{
    model_not_configured: true,
    model_unauthorized: true,
    model_rate_limited: true,
    model_timed_out: true,
    model_unreachable: true,
    model_failed: true,
    context_too_long: true,
    tools_unsupported: true,
    spending_limit_reached: true,
  },
}

function isGitError(error: AnnotationSourceError): error is GitError {
  return !Object.hasOwn(OTHER_CODES, error.code)
}

function asGitError(error: AnnotationSourceError): GitError {
  if (isGitError(error)) return error
  return codedError('git_failed', `Earlier annotations could not be found: ${error.message}`, { cause: error })
}
