import { splitPassages, type Annotation, type Region } from '@chronicle/schema'
import { foldText } from '../answer/fold-text.ts'

/** Minimum length of a text that is evidence of a copy. */
const MIN_LENGTH = 4

/** Returns a key that regions with the same words share, wherever they are. */
export function wordsKey(region: Region): string {
  return JSON.stringify([...textsOf(region)].sort())
}

/** Returns the texts of a region that say something, without its place, for comparison. */
export function textsOf(region: Region): ReadonlySet<string> {
  return foldAll([
    ...[region.intent, region.reasoning, region.risk_notes],
    ...region.constraints.map(({ text }) => text),
    ...region.rejected_alternatives.flatMap(({ approach, reason }) => [approach, reason]),
    ...region.semantic_dependencies.map(({ nature }) => nature),
    ...region.evidence.map(({ quote }) => quote),
  ])
}

/** Whether an annotation has one of the texts: in a region, or in what it says of the commit as a whole. */
export function hasAnyText(
  { regions, summary, task, cross_cutting: groups }: Annotation,
  texts: ReadonlySet<string>,
): boolean {
  const own = foldAll([summary, task, ...groups.map(({ description }) => description)])
  return [own, ...regions.map(textsOf)].some((each) => [...each].some((text) => texts.has(text)))
}

function foldAll(texts: readonly (string | undefined)[]): ReadonlySet<string> {
  const passages = texts.flatMap((text) => (text === undefined ? [] : splitPassages(text)))
  return new Set(passages.map(foldText).filter((text) => text.length >= MIN_LENGTH))
}
