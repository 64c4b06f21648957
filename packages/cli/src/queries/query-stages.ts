import { lowestValueFirst, namedScorer, newestCommitsFirst, type ReadPipelineOptions } from '@chronicle/core'
import type { Settings } from '../config/settings.ts'

/** The stages that queries are answered with, as the settings name them. */
export function queryStages({
  notesRefs,
  scorer,
  recencyHalfLife,
  trimmer,
  depsScanLimit,
}: Settings): Pick<ReadPipelineOptions, 'notesRefs' | 'scorer' | 'trimmer' | 'depsScanLimit'> {
  return {
    notesRefs,
    scorer: namedScorer(scorer, { halfLifeDays: recencyHalfLife }),
    trimmer: trimmer === 'lowest_value_first' ? lowestValueFirst() : newestCommitsFirst(),
    depsScanLimit,
  }
}
