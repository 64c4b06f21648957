import type { RepoPath } from '@chronicle/schema'
import { valueOf } from '../failure.ts'
import type { SignalContext } from './signal.ts'
import { signal, type Signal } from './signal.ts'

const K1 = 1.2
const B = 0.75
/** Commits that are looked at, the most similar ones. */
const MAX_COMMITS = 50

/** A past commit whose message is like the task. */
export interface SimilarCommit {
  readonly id: string
  readonly similarity: number
  readonly files: readonly RepoPath[]
  readonly time: number
  readonly subject: string
}

/** Files of past commits whose messages are like the task: the square of the similarity by the root of their files. */
export const pastCommitsSignal: Signal = signal('past_commits', async (context) => {
  const scores = new Map<RepoPath, number>()
  for (const { similarity, files } of await similarCommits(context)) {
    const share = similarity ** 2 / Math.sqrt(Math.max(1, files.length))
    for (const path of files) {
      if (context.snapshot.file(path) !== undefined) scores.set(path, (scores.get(path) ?? 0) + share)
    }
  }
  return scores
})

const computed = new WeakMap<SignalContext, Promise<readonly SimilarCommit[]>>()

/** Finds the past commits whose messages are like the task, the most similar first, by BM25. */
export function similarCommits(context: SignalContext): Promise<readonly SimilarCommit[]> {
  let found = computed.get(context)
  if (found === undefined) computed.set(context, (found = findSimilar(context)))
  return found
}

async function findSimilar({ matches, snapshot, call }: SignalContext): Promise<readonly SimilarCommit[]> {
  const { commits } = snapshot
  const postings = await valueOf(commits.postings([...matches.weights.keys()], call))
  const scores = new Map<string, number>()
  for (const [term, found] of postings) {
    const idf = Math.log(1 + (commits.count - found.length + 0.5) / (found.length + 0.5))
    const weight = matches.weights.get(term) ?? 1
    for (const { key, counts } of found) {
      const frequency = counts[0] ?? 0
      const norm = K1 * (1 - B + (B * commits.lengthOf(key)) / commits.averageLength)
      scores.set(key, (scores.get(key) ?? 0) + (weight * idf * frequency * (K1 + 1)) / (norm + frequency))
    }
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_COMMITS)
  const facts = await valueOf(
    commits.read(
      ranked.map(([id]) => id),
      call,
    ),
  )
  const most = ranked[0]?.[1] ?? 1
  return ranked.flatMap(([id, score]) => {
    const commit = facts.get(id)
    return commit === undefined ? [] : [{ id, similarity: score / most, ...commit }]
  })
}
