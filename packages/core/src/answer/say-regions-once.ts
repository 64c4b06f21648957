import type { Evidence, ReadRegion } from '@chronicle/schema'
import { distinctBy, foldText, joinPassages, passagesOf } from './fold-text.ts'
import { tell, withoutTold, type ToldTexts } from './told-sentences.ts'

/**
 * The same regions without texts that an earlier one, or the region itself, says already:
 *
 * - a paragraph of reasoning, and the summary of a commit, stand where they are said first;
 * - of the reasoning of regions of one commit, so does each longer sentence;
 * - evidence whose quotation stands in the answer is a citation, and each citation stands once.
 *
 * `told` are texts, folded, that the answer has said before; it grows with what the regions say.
 * What a region must always have, `intent` and `constraints`, stays. Nothing changes for a verbose answer. Doing it
 * twice changes nothing.
 */
export function sayRegionsOnce(
  regions: readonly ReadRegion[],
  verbose: boolean,
  told: ToldTexts = new Set(),
): readonly ReadRegion[] {
  if (verbose) return regions
  return regions.map((region) => sayOnce(region, told))
}

/** `told` grows with what the region says. */
function sayOnce(region: ReadRegion, told: ToldTexts): ReadRegion {
  const { evidence, reasoning, summary, ...rest } = region
  const own = [region.intent, region.risk_notes ?? '', region.task ?? '', ...region.constraints.map(({ text }) => text)]
  for (const text of own) tell(text, region.commit, told)
  const newSummary = summary !== undefined && isNew(summary, told) ? summary : undefined
  if (summary !== undefined) tell(summary, region.commit, told)
  const newReasoning = newText(reasoning, region.commit, told)
  const citations = evidence === undefined ? undefined : citationsOf(evidence, told)
  return {
    ...rest,
    ...(newSummary === undefined ? {} : { summary: newSummary }),
    ...(newReasoning === undefined ? {} : { reasoning: newReasoning }),
    ...(citations === undefined ? {} : { evidence: citations }),
  }
}

/** The paragraphs of a text that are new, without the sentences of the commit that are not. They are told afterwards. */
export function newText(text: string | undefined, commit: string, told: ToldTexts): string | undefined {
  const passages = passagesOf(text)
  const fresh = passages
    .filter((passage) => isNew(passage, told))
    .map((passage) => withoutTold(passage, commit, told))
    .filter((passage) => passage !== '')
  for (const passage of passages) told.add(foldText(passage))
  return fresh.join() === passages.join() ? text : joinPassages(fresh)
}

function isNew(text: string, told: Readonly<ToldTexts>): boolean {
  return !told.has(foldText(text))
}

function citationsOf(evidence: readonly Evidence[], told: Readonly<ToldTexts>): readonly Evidence[] {
  const cited = evidence.map((each): Evidence => {
    const { quote, ...citation } = each
    return quote === undefined || isNew(quote, told) ? each : citation
  })
  return distinctBy(cited, (each) => JSON.stringify([each.kind, each.file, each.lines, each.quote]))
}
