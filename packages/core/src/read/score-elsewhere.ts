import type { AnchorMatch, Annotation, Region } from '@chronicle/schema'
import type { RegionFacts } from '../contracts/scorer.ts'
import { matchAnchor } from './match-anchor.ts'
import type { ListUnits } from './outlines.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'

/**
 * Returns the confidence of a region outside the query, judged only by its anchor, because the history of its file is
 * not read.
 */
export async function scoreElsewhere(
  region: Region,
  annotation: Annotation,
  queried: QueriedCommit,
  unitsOf: ListUnits,
  { scorer }: Pick<ReadContext, 'scorer'>,
): Promise<number> {
  const facts: RegionFacts = {
    region,
    annotation,
    committedAt: Date.parse(annotation.timestamp),
    headAt: queried.headAt,
    anchorMatch: await anchorMatchOf(region, unitsOf),
  }
  return roundConfidence(scorer.score(facts).confidence)
}

async function anchorMatchOf({ file, ast_anchor: anchor }: Region, unitsOf: ListUnits): Promise<AnchorMatch> {
  if (file === undefined || anchor === undefined) return 'whole_file'
  const units = await unitsOf(file)
  if (units === undefined) return 'line_overlap'
  const found = matchAnchor(anchor.name, units, (unit) => unit.name, { fuzzy: false })
  if (found === undefined || found.kind === 'fuzzy') return 'gone'
  const same = anchor.signature === undefined || found.matches.some((unit) => unit.signature === anchor.signature)
  return same ? found.kind : 'signature_changed'
}

/** Rounds to two decimals, so that the shown value is the compared value. */
export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 100) / 100
}
