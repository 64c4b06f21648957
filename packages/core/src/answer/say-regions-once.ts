import type { Evidence, ReadRegion } from '@chronicle/schema'
import { distinctBy, foldText, joinPassages, passagesOf } from './fold-text.ts'

/**
 * The same regions without texts that an earlier one, or the region itself, says already:
 *
 * - a paragraph of reasoning, and the summary of a commit, stand where they are said first;
 * - evidence whose quotation stands in the answer is a citation, and each citation stands once.
 *
 * `told` are texts, folded, that the answer has said before; it grows with what the regions say.
 * What a region must always have, `intent` and `constraints`, stays. Nothing changes for a verbose answer. Doing it
 * twice changes nothing.
 */
export function sayRegionsOnce(
  regions: readonly ReadRegion[],
  verbose: boolean,
  told: Set<string> = new Set(),
): readonly ReadRegion[] {
  if (verbose) return regions
  return regions.map((region) => sayOnce(region, told))
}

/** `told` grows with what the region says. */
function sayOnce(region: ReadRegion, told: Set<string>): ReadRegion {
  const { evidence, reasoning, summary, ...rest } = region
  const own = [region.intent, region.risk_notes ?? '', ...region.constraints.map(({ text }) => text)].map(foldText)
  for (const text of own) told.add(text)
  const newSummary = summary !== undefined && isNew(summary, told) ? summary : undefined
  if (summary !== undefined) told.add(foldText(summary))
  const passages = passagesOf(reasoning)
  const newPassages = passages.filter((passage) => isNew(passage, told))
  for (const passage of passages) told.add(foldText(passage))
  const newReasoning = newPassages.length === passages.length ? reasoning : joinPassages(newPassages)
  const citations = evidence === undefined ? undefined : citationsOf(evidence, told)
  return {
    ...rest,
    ...(newSummary === undefined ? {} : { summary: newSummary }),
    ...(newReasoning === undefined ? {} : { reasoning: newReasoning }),
    ...(citations === undefined ? {} : { evidence: citations }),
  }
}

function isNew(text: string, told: ReadonlySet<string>): boolean {
  return !told.has(foldText(text))
}

function citationsOf(evidence: readonly Evidence[], told: ReadonlySet<string>): readonly Evidence[] {
  const cited = evidence.map((each): Evidence => {
    const { quote, ...citation } = each
    return quote === undefined || isNew(quote, told) ? each : citation
  })
  return distinctBy(cited, (each) => JSON.stringify([each.kind, each.file, each.lines, each.quote]))
}
