import { groupBy, splitPassages, type Annotation, type Region } from '@chronicle/schema'
import { SCRUBBED } from '../scrub/scrub-text.ts'

/** Returns a test of whether a text is one of the given texts as it was before something was scrubbed from it. */
export function createUnscrubbedTest(texts: readonly string[]): (text: string) => boolean {
  const scrubbed = texts.filter((text) => text.includes(SCRUBBED))
  if (scrubbed.length === 0) return () => false
  const known = new Set(texts)
  return (text) => !known.has(text) && scrubbed.some((each) => isUnscrubbed(text, each))
}

/** Whether `scrubbed` is the text with at least one character replaced at each mark. */
function isUnscrubbed(text: string, scrubbed: string): boolean {
  const [start = '', ...others] = scrubbed.split(SCRUBBED)
  const end = others.pop()
  if (end === undefined || !text.startsWith(start) || !text.endsWith(end)) return false
  let position = start.length
  for (const part of others) {
    const found = text.indexOf(part, position + 1)
    if (found === -1) return false
    position = found + part.length
  }
  return position < text.length - end.length
}

/** Whether something was scrubbed from a text of an annotation. */
export function hasScrubbedText(annotation: Annotation): boolean {
  return JSON.stringify(annotation).includes(SCRUBBED)
}

/**
 * Whether an annotation has a text that only lacks what was scrubbed from the same field before. Fields of regions are
 * compared with those of regions at the same place.
 */
export function restoresText(after: Annotation, before: Annotation): boolean {
  if (!hasScrubbedText(before)) return false
  return restoresOwnText(after, before) || after.regions.some((region) => restoresRegionText(region, before.regions))
}

/** Whether one of the texts outside of regions only lacks what was scrubbed from it before. */
export function restoresOwnText({ regions: _, ...after }: Annotation, { regions: __, ...before }: Annotation): boolean {
  return restoresField(after, [before])
}

/** Whether a text of a region only lacks what was scrubbed from it before. */
export function restoresRegionText(region: Region, known: readonly Region[]): boolean {
  const samePlace = known.filter((each) => isSamePlace(region, each))
  return restoresField(region, samePlace)
}

/** Whether an annotation has a text that the same field did not have before. */
export function addsText(after: Annotation, before: Annotation): boolean {
  const keyOf = ({ field, text }: FieldText): string => JSON.stringify([field, text])
  const known = new Set(textsIn(before).map(keyOf))
  return textsIn(after).some((each) => !known.has(keyOf(each)))
}

/**
 * Whether an annotation has something that may have been scrubbed from it before: anything new if regions were, else a
 * text that only lacks the scrubbed part.
 */
export function restoresScrubbed(after: Annotation, before: Annotation | undefined): boolean {
  if (before === undefined) return false
  return before.provenance.scrubbed === true || restoresText(after, before)
}

function restoresField(after: object, before: readonly object[]): boolean {
  const known = groupBy(
    before.flatMap((each) => textsIn(each)),
    ({ field }) => field,
  )
  const tests = new Map([...known].map(([field, all]) => [field, createUnscrubbedTest(all.map(({ text }) => text))]))
  return textsIn(after).some(({ field, text }) => tests.get(field)?.(text) === true)
}

/** Something may have been scrubbed from the names of the second place. */
function isSamePlace(region: Region, other: Region): boolean {
  const isSame = (name: string, known: string): boolean => name === known || isUnscrubbed(name, known)
  const [name, known] = [region.ast_anchor?.name, other.ast_anchor?.name]
  return (
    isSame(region.file ?? '', other.file ?? '') && (name === undefined || known === undefined || isSame(name, known))
  )
}

interface FieldText {
  readonly field: string
  readonly text: string
}

/** Fields of ids and times, from which nothing is scrubbed that could come back. */
const IDS: ReadonlySet<string> = new Set(['commit', 'derived_from', 'timestamp', 'read_from'])

/** Returns every text in a value with the name of its field, and joined texts apart. Unknown keys are one field. */
function textsIn(value: unknown, field = ''): readonly FieldText[] {
  if (typeof value === 'string') return splitPassages(value).map((text) => ({ field, text }))
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, field))
  return Object.entries(value).flatMap(([key, inner]) => {
    if (field.endsWith('.unknown_keys')) return [{ field, text: key }, ...textsIn(inner, field)]
    return IDS.has(key) ? [] : textsIn(inner, `${field}.${key}`)
  })
}
