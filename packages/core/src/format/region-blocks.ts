import type { ReadRegion } from '@chronicle/schema'
import { createShownTexts, type ShownTexts } from '../answer/shown-texts.ts'
import { constraintText, intentText, rejectedText, relatedTexts, omitRepeated, shortenRepeated } from './claim-texts.ts'
import {
  describeCorrection,
  describeDependency,
  describeEvidence,
  namedLines,
  recordedSignature,
} from './describe-region.ts'
import { neutralise, neutralisePath } from './neutralise-text.ts'

/** One field of a region, ready for layout: a text as recorded, or entries of one neutralised line each. */
export type RegionBlock =
  { readonly label: string; readonly text: string } | { readonly label: string; readonly entries: readonly string[] }

/**
 * Returns the fields of a region in reading order: intent, reasoning, constraints, corrections, risk and the rest. Adds
 * the region's texts to `earlier`.
 */
export function regionBlocks(region: ReadRegion, verbose: boolean, earlier: ShownTexts): readonly RegionBlock[] {
  const shownTexts = verbose ? createShownTexts() : earlier
  const once = (text: string | undefined): string => (verbose ? (text ?? '') : shortenRepeated(text ?? '', shownTexts))
  const ifNew = (text: string | undefined): string => (verbose ? (text ?? '') : omitRepeated(text, shownTexts))
  const { intent, reasoning = '' } = region
  const shownIntent = verbose && neutralise(intent) !== '' ? intent : intentText(region, shownTexts)
  shownTexts.add(reasoning)
  const evidence = evidenceBlock(region, verbose)
  return [
    { label: 'Intent', text: shownIntent },
    { label: 'Reasoning', text: reasoning },
    { label: 'Constraints', entries: region.constraints.map((rule) => constraintText(rule, region, once)) },
    { label: 'Corrections', entries: (region.corrections ?? []).map(describeCorrection) },
    { label: 'Risk', text: once(region.risk_notes) },
    { label: 'Rejected alternatives', entries: (region.rejected_alternatives ?? []).map(rejectedText).map(once) },
    { label: 'Relies on', entries: (region.semantic_dependencies ?? []).map(describeDependency) },
    { label: 'Related', entries: relatedTexts(region, once) },
    'text' in evidence ? { ...evidence, text: ifNew(evidence.text) } : evidence,
    { label: 'Recorded signature', text: recordedSignature(region, verbose) },
    { label: 'Change', text: ifNew(region.summary) },
    { label: 'Task', text: ifNew(region.task) },
    { label: 'Tags', text: ifNew(tagsText(region)) },
    ...(verbose ? verboseBlocks(region) : []),
  ]
}

/** Returns the tags on one line. */
export function tagsText({ tags = [] }: ReadRegion): string {
  return tags.map(neutralise).join(', ')
}

/** Returns the sources of the claims on one line. */
export function evidenceText({ evidence = [] }: ReadRegion): string {
  return [...new Set(evidence.map(({ quote: _, ...citation }) => describeEvidence(citation)))].join(', ')
}

/** Formats citations on one line. Quotations are shown only in verbose output. */
function evidenceBlock(region: ReadRegion, verbose: boolean): RegionBlock {
  if (verbose) return { label: 'Evidence', entries: (region.evidence ?? []).map(describeEvidence) }
  return { label: 'Evidence', text: evidenceText(region) }
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
