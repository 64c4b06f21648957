import type { CrossCuttingEntry, LineRange } from '@chronicle/schema'
import type { PageBlock } from './page.ts'
import { namedLines, shortCommit } from '../format/describe-region.ts'
import { neutralise, neutralisePath } from '../format/neutralise-text.ts'

/** Formats a place: `src/a.rs — connect (lines 4-9)` */
export function placeText(file: string, anchor: string | undefined, lines?: LineRange): string {
  const names = [neutralisePath(file), neutralise(anchor ?? '')].filter((part) => part !== '')
  const where = lines === undefined ? '' : ` (${namedLines(lines)})`
  return `${names.length === 0 ? 'the whole commit' : names.join(' — ')}${where}`
}

/**
 * Formats a cross-cutting entry: `Pool size and broker limit [must match]: src/a.rs:Pool, broker.toml:limit (a1b2c3d)`
 */
export function crossCuttingText({ description, regions, nature, commit }: CrossCuttingEntry): string {
  const kind = nature === undefined ? '' : ` [${neutralise(nature)}]`
  return `${neutralise(description)}${kind}: ${regions.map(neutralisePath).join(', ')} (${shortCommit(commit)})`
}

/** Lists dependents, as texts, and the groups of code that must change together. */
export function dependencyBlocks(
  dependents: readonly string[],
  groups: readonly CrossCuttingEntry[],
): readonly PageBlock[] {
  return [
    { label: 'Dependents', entries: dependents },
    { label: 'Must change together', entries: groups.map(crossCuttingText) },
  ]
}
