import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { signal, type Signal, type SignalContext } from './signal.ts'
import { memoizeWeakly } from '../memoize.ts'
import { inverseFrequency, termScore } from './bm25.ts'

/** Maximum number of commits to consider, most similar first. */
const MAX_COMMITS = 50

/** A past commit whose message resembles the task. */
export interface SimilarCommit {
  readonly id: string
  readonly similarity: number
  readonly files: readonly RepoPath[]
}

/**
 * Scores files of past commits whose messages resemble the task: the squared similarity, divided by the square root of
 * the number of files.
 */
export const pastCommitsSignal: Signal = signal('past_commits', (context) =>
  similarCommits(context).map((similar) => {
    const scores = new Map<RepoPath, number>()
    for (const { similarity, files } of similar) {
      const share = similarity ** 2 / Math.sqrt(Math.max(1, files.length))
      for (const path of files) {
        if (context.snapshot.file(path) !== undefined) scores.set(path, (scores.get(path) ?? 0) + share)
      }
    }
    return scores
  }),
)

/** Finds the past commits whose messages resemble the task, most similar first, by BM25. */
export const similarCommits: (context: SignalContext) => ResultAsync<readonly SimilarCommit[], ContextError> =
  memoizeWeakly(findSimilar)

function findSimilar({ matches, snapshot, call }: SignalContext): ResultAsync<readonly SimilarCommit[], ContextError> {
  const { commits } = snapshot
  return safeTry(async function* () {
    const postings = yield* commits.postings([...matches.weights.keys()], call)
    const scores = new Map<string, number>()
    for (const [term, found] of postings) {
      const weight = (matches.weights.get(term) ?? 1) * inverseFrequency(commits.count, found.length)
      for (const { key, counts } of found) {
        const score = termScore(weight, counts[0] ?? 0, commits.lengthOf(key), commits.averageLength)
        scores.set(key, (scores.get(key) ?? 0) + score)
      }
    }
    const ranked = [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_COMMITS)
    const ids = ranked.map(([id]) => id)
    const facts = yield* commits.read(ids, call)
    const most = ranked[0]?.[1] ?? 1
    return ok(
      ranked.flatMap(([id, score]) => {
        const commit = facts.get(id)
        return commit === undefined ? [] : [{ id, similarity: score / most, files: commit.files }]
      }),
    )
  })
}
