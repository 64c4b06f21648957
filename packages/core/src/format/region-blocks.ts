import type { ReadRegion } from '@chronicle/schema'
import {
  describeCorrection,
  describeDependency,
  describeEvidence,
  describeRelated,
  namedLines,
  recordedSignature,
} from './describe-region.ts'
import { neutralise, neutralisePath } from './neutralise-text.ts'

/** One field of a region, ready to be laid out: a text as it was recorded, or entries of one neutralised line each. */
export type RegionBlock =
  { readonly label: string; readonly text: string } | { readonly label: string; readonly entries: readonly string[] }

/**
 * The fields of a region in the order in which they are read: what it is for, why, what must hold, what went wrong.
 * `told` holds the commits whose summary has been given already, in this output.
 */
export function regionBlocks(region: ReadRegion, verbose: boolean, told: ReadonlySet<string>): readonly RegionBlock[] {
  const repeated = !verbose && (told.has(region.commit) || region.summary === region.intent)
  return [
    { label: 'Intent', text: neutralise(region.intent) === '' ? '(not recorded)' : region.intent },
    { label: 'Reasoning', text: region.reasoning ?? '' },
    {
      label: 'Constraints',
      entries: region.constraints.map(({ text, source }) => `[${neutralise(source)}] ${neutralise(text)}`),
    },
    { label: 'Corrections', entries: (region.corrections ?? []).map(describeCorrection) },
    { label: 'Risk', text: region.risk_notes ?? '' },
    {
      label: 'Rejected alternatives',
      entries: (region.rejected_alternatives ?? []).map(
        ({ approach, reason }) => `${neutralise(approach)}: ${neutralise(reason)}`,
      ),
    },
    { label: 'Relies on', entries: (region.semantic_dependencies ?? []).map(describeDependency) },
    { label: 'Related', entries: (region.related ?? []).map(describeRelated) },
    { label: 'Evidence', entries: (region.evidence ?? []).map(describeEvidence) },
    { label: 'Recorded signature', text: recordedSignature(region, verbose) },
    { label: 'Change', text: repeated ? '' : (region.summary ?? '') },
    { label: 'Task', text: region.task ?? '' },
    { label: 'Tags', entries: (region.tags ?? []).map(neutralise) },
    ...(verbose ? verboseBlocks(region) : []),
  ]
}

function verboseBlocks(region: ReadRegion): readonly RegionBlock[] {
  const scores = Object.entries({ ...region.confidence_scores, survival: region.survival }).map(
    ([name, score]) => `${neutralise(name).replaceAll('_', ' ')} ${score.toFixed(2)}`,
  )
  const lines = region.lines === undefined ? '' : ` ${namedLines(region.lines)}`
  const place = `${neutralisePath(region.recorded_file ?? region.file)}${lines}`
  return [
    { label: 'Scores', text: scores.join(', ') },
    { label: 'Recorded', text: `${neutralise(`${region.commit} ${region.timestamp}`)} ${place}` },
  ]
}
