import { omitUndefined, type Evidence, type ReadRegion } from '@chronicle/schema'
import type { LinkedEntry } from '../format/claim-texts.ts'
import { distinctBy, foldText, joinPassages, passagesOf } from './fold-text.ts'
import { addShown, withoutShown, type ShownSentences } from './shown-sentences.ts'

/**
 * Removes texts that an earlier region, or the region itself, already contains:
 *
 * - a paragraph of reasoning, and the summary of a commit, are shown only at their first occurrence;
 * - so is each longer sentence of the reasoning of regions of one commit;
 * - evidence whose quotation is in the answer becomes a citation, and each citation is shown once.
 *
 * `shownSentences` contains the folded texts of the answer so far, and the regions' texts are added to it. `intent` and
 * `constraints`, which a region must always have, stay. A verbose answer is unchanged. The function is idempotent.
 */
export function withoutRepeatedRegionTexts(
  regions: readonly ReadRegion[],
  verbose: boolean,
  shownSentences: ShownSentences = new Set(),
): readonly ReadRegion[] {
  if (verbose) return regions
  return regions.map((region) => sayOnce(region, shownSentences))
}

/** Removes repeated texts of one region, and adds its texts to `shownSentences`. */
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

/** Adds the intents of linked regions of the same commit, which the answer shows. */
export function addRelated({ commit, related = [] }: LinkedEntry, shownSentences: ShownSentences): void {
  for (const { commit: of, intent } of related)
    if (of === commit && intent !== undefined) addShown(intent, commit, shownSentences)
}

/**
 * Returns the new paragraphs of a text, without sentences already shown for the commit. Adds them to `shownSentences`
 * afterwards.
 */
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
