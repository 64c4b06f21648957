import { ok, okAsync, omitUndefined, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { termsOfText } from '../task/query-terms.ts'
import { signal, type Signal, type SignalContext } from './signal.ts'
import { memoizeWeakly } from '../memoize.ts'
import { inverseFrequency, termScore } from './bm25.ts'

/** Maximum number of places to consider, best first. */
const MAX_PLACES = 100
/**
 * Minimum share of the title's words, weighted by rarity, that an annotation must contain. Otherwise one common word
 * would rank a file with an annotation above files with many matches in their code.
 */
const MIN_COVERAGE = 0.5
/** Share of the score that goes to the recorded dependencies of an annotated place. */
const DEPENDENCY_SHARE = 0.3

/** A place whose annotation resembles the task. */
export interface RecordedPlace {
  readonly path: RepoPath
  readonly anchor?: string
  readonly score: number
}

/**
 * Scores files by annotations that resemble the task: the best place of a file counts in full, each further one half as
 * much as the one before.
 */
export const annotationsSignal: Signal = signal('annotations', (context) =>
  recordedPlaces(context).map((places) => {
    const scores = new Map<RepoPath, number>()
    const seen = new Map<RepoPath, number>()
    for (const { path, score } of places) {
      const place = seen.get(path) ?? 0
      seen.set(path, place + 1)
      scores.set(path, (scores.get(path) ?? 0) + score / 2 ** place)
    }
    return scores
  }),
)

/** Finds the places whose annotations resemble the task, most similar first, by BM25 over their text. */
export const recordedPlaces: (context: SignalContext) => ResultAsync<readonly RecordedPlace[], ContextError> =
  memoizeWeakly(findPlaces)

function findPlaces({
  query,
  matches,
  snapshot,
  call,
}: SignalContext): ResultAsync<readonly RecordedPlace[], ContextError> {
  const { annotations } = snapshot
  if (annotations.count === 0) return okAsync([])
  return safeTry(async function* () {
    const postings = yield* annotations.postings([...matches.weights.keys()], call)
    const scores = new Map<string, Map<number, number>>()
    const covered = new Map<string, Map<number, number>>()
    const titleTerms = new Set(termsOfText(query.title))
    const titleWeight = [...titleTerms].reduce((sum, term) => sum + matches.idf(term), 0)
    for (const [term, found] of postings) {
      const holding = found.reduce((sum, { counts }) => sum + counts.length / 2, 0)
      const weight = (matches.weights.get(term) ?? 1) * inverseFrequency(annotations.count, holding)
      for (const { key, counts } of found) {
        let places = scores.get(key)
        if (places === undefined) scores.set(key, (places = new Map<number, number>()))
        let shares = covered.get(key)
        if (shares === undefined) covered.set(key, (shares = new Map<number, number>()))
        for (let at = 0; at + 1 < counts.length; at += 2) {
          const place = counts[at] ?? 0
          const frequency = counts[at + 1] ?? 0
          const length = annotations.lengthsOf(key)[place] ?? 0
          if (titleTerms.has(term)) shares.set(place, (shares.get(place) ?? 0) + matches.idf(term) / titleWeight)
          const score = termScore(weight, frequency, length, annotations.averageLength)
          places.set(place, (places.get(place) ?? 0) + score)
        }
      }
    }
    const ranked = [...scores].flatMap(([key, places]) => [...places].map(([place, score]) => ({ key, place, score })))
    const fitting = ranked.filter(({ key, place }) => (covered.get(key)?.get(place) ?? 0) >= MIN_COVERAGE)
    fitting.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.place - b.place))
    const best = fitting.slice(0, MAX_PLACES)
    const places = yield* annotations.places([...new Set(best.map(({ key }) => key))], call)
    return ok(
      best.flatMap(({ key, place, score }): readonly RecordedPlace[] => {
        const found = places.get(key)?.[place]
        if (found === undefined) return []
        const file = snapshot.file(found.path)
        const others = found.dependencies.flatMap((path) => snapshot.file(path) ?? [])
        return [
          ...(file === undefined ? [] : [{ path: file.path, score, ...omitUndefined({ anchor: found.anchor }) }]),
          ...others.map(({ path }) => ({ path, score: score * DEPENDENCY_SHARE })),
        ]
      }),
    )
  })
}
