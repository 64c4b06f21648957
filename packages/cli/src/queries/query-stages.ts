import { lowestValueFirst, namedScorer, newestCommitsFirst, type ReadPipelineOptions } from '@chronicle/core'
import type { Settings } from '../config/settings.ts'

/** Returns the pipeline stages for queries according to the settings. */
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
