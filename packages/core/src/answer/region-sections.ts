import type { ReadRegion, ReadStats, Remedy } from '@chronicle/schema'
import type { FormatOptions } from '../contracts/formatter.ts'
import { count } from '../format/describe-output.ts'
import { placeInFile, recordedSignature, regionFacts, regionTitle } from '../format/describe-region.ts'
import { evidenceText, regionBlocks, tagsText } from '../format/region-blocks.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import { omittedText } from './left-out.ts'
import type { PageBlock } from './page.ts'
import type { AskedQuestion } from './render-remedy.ts'
import type { ShownTexts } from './shown-texts.ts'
import { addSharedPlace, findSharedSection, shownOf, type DraftSection, type ShownPlaces } from './shown-places.ts'

/** Reason for an answer that has regions but shows none of them. */
export const ONLY_QUOTATIONS = 'nothing but quotations of comments that stand in the code.'

/**
 * Returns a section for each region. A region that only quotes a comment in the code is omitted, and one that only
 * repeats what its commit says about another place is listed in that place's section.
 */
export function regionSections(
  regions: readonly ReadRegion[],
  verbose: boolean,
  shownPlaces: ShownPlaces = new Map(),
): readonly DraftSection[] {
  return shownRegions(regions, verbose).flatMap((region) => {
    const known = shownOf(region.commit, shownPlaces)
    const shared = verbose ? undefined : findSharedSection(region, known)
    if (shared !== undefined) {
      addSharedPlace(shared, placeFacts(region, shared, known.shownTexts), region)
      return []
    }
    const draft: DraftSection = {
      file: region.file,
      claimed: region,
      section: {
        heading: regionTitle(region),
        facts: regionFacts(region),
        blocks: regionBlocks(region, verbose, known.shownTexts).map(withTone),
      },
      sharing: new Map(),
    }
    known.drafts.push(draft)
    return [draft]
  })
}

/** Returns the facts of a place for one line. The commit is that of the section. */
function placeFacts(region: ReadRegion, { file }: DraftSection, shownTexts: ShownTexts): readonly string[] {
  const signature = recordedSignature(region, false)
  const own = [evidenceText(region), tagsText(region)].filter((text) => text !== '' && !shownTexts.has(text))
  return [
    region.file === file ? placeInFile(region) : regionTitle(region),
    ...regionFacts(region).slice(1),
    ...own,
    ...(signature === '' ? [] : [`recorded signature ${signature}`]),
  ]
}

/** Returns the regions that a text answer shows. */
export function shownRegions(regions: readonly ReadRegion[], verbose: boolean): readonly ReadRegion[] {
  return verbose ? regions : regions.filter(({ comment }) => comment !== 'stands')
}

function withTone(block: PageBlock): PageBlock {
  if (block.tone !== undefined || 'items' in block) return block
  if (block.label === 'Constraints') return { ...block, tone: 'accent' }
  return block.label === 'Risk' ? { ...block, tone: 'warning' } : block
}

/** Returns the questions that show annotations of deleted code. */
function goneRemedies({ gone_units: units = [] }: Pick<ReadStats, 'gone_units'>): readonly Remedy[] {
  if (units.length === 0) return [{ query: 'history' }]
  return units.map((value) => ({ query: 'history', option: 'anchor', value }))
}

/** Lists the recorded content that a text answer omits, one line each, with the question that shows it. */
export function leftOutBlock(
  regions: readonly ReadRegion[],
  stats: Pick<ReadStats, 'gone_regions' | 'gone_units' | 'moved_to' | 'quoted_regions'>,
  asked: AskedQuestion,
  options: FormatOptions,
): PageBlock {
  const hidden = regions.length - shownRegions(regions, false).length
  const quoted = options.verbose === true ? 0 : Math.max(stats.quoted_regions ?? 0, hidden)
  const { gone_regions: gone = 0, moved_to: moved = [] } = stats
  const to = [...new Set(moved)].map(neutralisePath).join(', ')
  const lost = [
    ...(moved.length === 0 ? [] : [`${count(moved.length, 'region')} about code that moved to ${to}`]),
    ...(gone === 0 ? [] : [`${count(gone, 'region')} about code that is gone`]),
  ]
  const quoting = quoted === 1 ? 'quotes a comment' : 'quote comments'
  return {
    label: 'Left out',
    entries: [
      ...(lost.length === 0 ? [] : goneRemedies(stats)).map((remedy, index) =>
        omittedText(index === 0 ? lost.join(', ') : 'more of it', remedy, asked, options),
      ),
      ...(quoted === 0
        ? []
        : [
            omittedText(
              `${count(quoted, 'region')} that only ${quoting} standing in the code`,
              { option: 'verbose', value: true },
              asked,
              options,
            ),
          ]),
    ],
  }
}
