import { omitUndefined, type Evidence, type ReadRegion } from '@chronicle/schema'
import type { LinkedEntry } from '../format/claim-texts.ts'
import { distinctBy, foldText, joinPassages, passagesOf } from './fold-text.ts'
import { addShown, withoutShown, type ShownSentences } from './shown-sentences.ts'

/**
 * The same regions without texts that an earlier one, or the region itself, says already:
 *
 * - a paragraph of reasoning, and the summary of a commit, stand where they are said first;
 * - of the reasoning of regions of one commit, so does each longer sentence;
 * - evidence whose quotation stands in the answer is a citation, and each citation stands once.
 *
 * `shownSentences` are texts, folded, that the answer has said before; it grows with what the regions say.
 * What a region must always have, `intent` and `constraints`, stays. Nothing changes for a verbose answer. Doing it
 * twice changes nothing.
 */
export function withoutRepeatedRegionTexts(
  regions: readonly ReadRegion[],
  verbose: boolean,
  shownSentences: ShownSentences = new Set(),
): readonly ReadRegion[] {
  if (verbose) return regions
  return regions.map((region) => sayOnce(region, shownSentences))
}

/** `shownSentences` grows with what the region says. */
function sayOnce(region: ReadRegion, shownSentences: ShownSentences): ReadRegion {
  const { evidence, reasoning, summary, ...rest } = region
  const own = [region.intent, region.risk_notes ?? '', region.task ?? '', ...region.constraints.map(({ text }) => text)]
  for (const text of own) addShown(text, region.commit, shownSentences)
  const newSummary = summary !== undefined && isNew(summary, shownSentences) ? summary : undefined
  if (summary !== undefined) addShown(summary, region.commit, shownSentences)
  const newReasoning = newText(reasoning, region.commit, shownSentences)
  addRelated(region, shownSentences)
  const citations = evidence === undefined ? undefined : citationsOf(evidence, shownSentences)
  return {
    ...rest,
    ...omitUndefined({ summary: newSummary, reasoning: newReasoning, evidence: citations }),
  }
}

/** What an answer says of the regions that an entry is linked to, where they are of the same commit. */
export function addRelated({ commit, related = [] }: LinkedEntry, shownSentences: ShownSentences): void {
  for (const { commit: of, intent } of related)
    if (of === commit && intent !== undefined) addShown(intent, commit, shownSentences)
}

/** The paragraphs of a text that are new, without the sentences of the commit that are not. They are added afterwards. */
export function newText(text: string | undefined, commit: string, shownSentences: ShownSentences): string | undefined {
  const passages = passagesOf(text)
  const fresh = passages
    .filter((passage) => isNew(passage, shownSentences))
    .map((passage) => withoutShown(passage, commit, shownSentences))
    .filter((passage) => passage !== '')
  for (const passage of passages) shownSentences.add(foldText(passage))
  return fresh.join() === passages.join() ? text : joinPassages(fresh)
}

function isNew(text: string, shownSentences: Readonly<ShownSentences>): boolean {
  return !shownSentences.has(foldText(text))
}

function citationsOf(evidence: readonly Evidence[], shownSentences: Readonly<ShownSentences>): readonly Evidence[] {
  const cited = evidence.map((each): Evidence => {
    const { quote, ...citation } = each
    return quote === undefined || isNew(quote, shownSentences) ? each : citation
  })
  return distinctBy(cited, (each) => JSON.stringify([each.kind, each.file, each.lines, each.url, each.quote]))
}
