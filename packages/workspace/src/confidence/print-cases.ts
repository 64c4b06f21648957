import { calibratedScorer } from '@chronicle/core'
import type { HistoryObservations } from './collect-observations.ts'
import { factsOf } from './fit-scorer.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

/** Prints observations drawn with a fixed seed, an equal number of each sort, so that a person can check the labels. */
export function printCases(histories: readonly HistoryObservations[], count: number): void {
  const scorer = calibratedScorer()
  const drawn = shuffled(
    histories.flatMap(({ observations }) => observations),
    seededRandom(2),
  )
  const chosen = [
    drawn.filter(({ source }) => source.share === 1),
    drawn.filter(({ source, stillThere }) => stillThere && source.share < 1),
    drawn.filter(({ stillThere }) => !stillThere),
  ].flatMap((sort) => sort.slice(0, count))
  for (const observation of chosen) {
    const { source, repository, kind, anchorMatch, intact, horizon, stillThere } = observation
    const { start, end } = source.laterLines
    const { confidence } = scorer.score(factsOf(observation))
    console.log(
      [
        `${repository} ${source.commit} ${source.path} ${source.unit}: ${source.text}`,
        `  ${kind}, ${anchorMatch}, intact ${intact.toFixed(2)}, confidence ${confidence.toFixed(2)}`,
        `  ${horizon} ${source.laterCommit}:${source.laterPath}:${start}-${end}`,
        `  ${stillThere ? 'still there' : 'not there'}: ${source.share.toFixed(2)} of its words`,
      ].join('\n'),
    )
  }
}
