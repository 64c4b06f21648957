import { splitPassages } from '@chronicle/schema'
import { SCRUBBED } from '../scrub/scrub-text.ts'
import { escapeRegExp } from '../text/escape-reg-exp.ts'

/** Returns a test of whether a text is one of the given texts as it was before something was scrubbed from it. */
export function createUnscrubbedTest(texts: readonly string[]): (text: string) => boolean {
  const scrubbed = texts.filter((text) => text.includes(SCRUBBED))
  if (scrubbed.length === 0) return () => false
  const known = new Set(texts)
  const patterns = scrubbed.map((text) => new RegExp(`^${text.split(SCRUBBED).map(escapeRegExp).join('[^]+')}$`, 'u'))
  return (text) => !known.has(text) && patterns.some((pattern) => pattern.test(text))
}

/** Returns every text in a document, with joined texts apart. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return splitPassages(value)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
