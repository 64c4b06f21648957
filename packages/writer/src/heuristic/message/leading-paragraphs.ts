import { passagesText, type Passage } from '@chronicle/core/prose'

/**
 * Returns the passages of a text that fit into `max` characters: whole consecutive paragraphs from the first one on,
 * because each continues the previous one. If the first paragraph is too long, returns its first passages.
 */
export function leadingParagraphs(passages: readonly Passage[], max: number): readonly Passage[] {
  if (passagesText(passages).length <= max) return passages
  const ends = [...passages.keys()].filter((index) => passages[index + 1]?.continues !== true)
  const fits = (end: number | undefined): boolean => passagesText(passages.slice(0, (end ?? 0) + 1)).length <= max
  const end = ends.findLast(fits) ?? [...passages.keys()].findLast(fits)
  return end === undefined ? [] : passages.slice(0, end + 1)
}
