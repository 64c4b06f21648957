import type { ReadRegion } from '@chronicle/schema'
import {
  describeCorrection,
  describeDependency,
  describeEvidence,
  describeRelated,
  describeSource,
  namedLines,
  recordedSignature,
} from './describe-region.ts'
import { neutralise, neutralisePath } from './neutralise-text.ts'

/** One field of a region, ready to be laid out: a text as it was recorded, or entries of one neutralised line each. */
export type RegionBlock =
  { readonly label: string; readonly text: string } | { readonly label: string; readonly entries: readonly string[] }

/** What an answer has said already, by commit: a text of one region is not said again for the next one. */
export type Told = Map<string, Set<string>>

/**
 * The fields of a region in the order in which they are read: what it is for, why, what must hold, what went wrong.
 * `told` grows with the texts that are given here.
 */
export function regionBlocks(region: ReadRegion, verbose: boolean, told: Told): readonly RegionBlock[] {
  const known = told.get(region.commit) ?? new Set()
  told.set(region.commit, known)
  const isNew = (text: string | undefined): boolean => verbose || text === undefined || !known.has(text)
  const rules = region.constraints.map(({ text }) => text)
  const isRule = !verbose && rules.includes(region.intent)
  const intent = isNew(region.intent) ? region.intent : 'as above, of the same commit'
  const summary = isNew(region.summary) && (verbose || region.summary !== region.intent) ? region.summary : undefined
  const tags = (region.tags ?? []).map(neutralise).join(', ')
  const evidence = evidenceBlock(region, verbose)
  const newTags = isNew(tags) ? tags : ''
  const newEvidence = 'text' in evidence && !isNew(evidence.text) ? { ...evidence, text: '' } : evidence
  for (const text of [region.intent, region.summary ?? '', tags]) known.add(text)
  if ('text' in evidence) known.add(evidence.text)
  return [
    { label: 'Intent', text: isRule ? '' : neutralise(region.intent) === '' ? '(not recorded)' : intent },
    { label: 'Reasoning', text: region.reasoning ?? '' },
    {
      label: 'Constraints',
      entries: region.constraints.map(
        ({ text, source }) => `[${describeSource(source, region.recorded)}] ${neutralise(text)}`,
      ),
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
    newEvidence,
    { label: 'Recorded signature', text: recordedSignature(region, verbose) },
    { label: 'Change', text: summary ?? '' },
    { label: 'Task', text: region.task ?? '' },
    { label: 'Tags', text: newTags },
    ...(verbose ? verboseBlocks(region) : []),
  ]
}

/** Citations on one line; the words found there only where they are asked for. */
function evidenceBlock({ evidence = [] }: ReadRegion, verbose: boolean): RegionBlock {
  if (verbose) return { label: 'Evidence', entries: evidence.map(describeEvidence) }
  const places = evidence.map(({ quote: _, ...citation }) => describeEvidence(citation))
  return { label: 'Evidence', text: [...new Set(places)].join(', ') }
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
