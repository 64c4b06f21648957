import {
  err,
  mergeAll,
  ok,
  readNote,
  safeTry,
  type Annotation,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import {
  codedError,
  type AnnotationIndex,
  type AnnotationView,
  type CallOptions,
  type Commit,
  type GitBackend,
  type GitError,
  type IndexError,
  type NoteRef,
} from '@chronicle/core/contracts'
import type { RecentAnnotation } from '../commit-context.ts'

/** Finds annotations of commits made before a given one, in the notes at the time of the first call. */
export type RecentAnnotationFinder = (
  commit: Commit,
  paths: readonly RepoPath[],
  limit: number,
  call: CallOptions,
) => ResultAsync<readonly RecentAnnotation[], GitError>

/**
 * Order is determined by committer time alone: checking ancestry would cost a walk for every commit. The result may
 * therefore include annotations of unmerged branches.
 */
export function createRecentAnnotationFinder(
  git: GitBackend,
  index: AnnotationIndex | undefined,
): RecentAnnotationFinder {
  let view: AnnotationView | undefined
  const parsed = new Map<CommitId, Annotation | undefined>()

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

  function readAnnotations(notes: readonly NoteRef[], call: CallOptions): ResultAsync<void, GitError> {
    return safeTry(async function* () {
      const wanted = notes.filter(({ commit }) => !parsed.has(commit))
      const contents = yield* git.readBlobs([...new Set(wanted.flatMap(({ blobs }) => blobs))], call)
      for (const { commit, blobs } of wanted) {
        const read = blobs.flatMap((blob): Annotation[] => {
          const bytes = contents.get(blob)
          const annotation = bytes === undefined ? undefined : readNote(bytes, { commit }).annotation
          return annotation === undefined ? [] : [annotation]
        })
        const [first, ...others] = read
        parsed.set(commit, first === undefined ? undefined : mergeAll([first, ...others]))
      }
      return ok()
    })
  }

  return (commit, paths, limit, call) =>
    safeTry(async function* () {
      if (index === undefined || limit < 1) return ok([])
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
      // Some notes contain nothing readable, so more than `limit` may have to be read.
      for (let from = 0; from < earlier.length && recent.length < limit; from += limit) {
        const portion = earlier.slice(from, from + limit)
        yield* readAnnotations(portion, call)
        for (const { commit: id } of portion) {
          const annotation = parsed.get(id)
          if (annotation !== undefined && recent.length < limit) recent.push({ commit: id, annotation })
        }
      }
      return ok(recent)
    })
}

function asGitError(error: IndexError): GitError {
  const { code, ...rest } = error
  if (code !== 'index_failed') return { code, ...rest }
  return codedError('git_failed', `Earlier annotations could not be found: ${error.message}`, { cause: error })
}
