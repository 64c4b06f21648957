import { SCRUBBED } from './scrub-text.ts'

/** The mark that scrubbing leaves in a note, of a region or of a text. */
const MARK = new RegExp(`"scrubbed"\\s*:\\s*true|${SCRUBBED.replace(/[[\]]/gu, '\\$&')}`, 'u')

/** Returns whether something may have been scrubbed from notes, without reading them as annotations. */
export function hasScrubMark(contents: readonly Uint8Array[]): boolean {
  const decoder = new TextDecoder()
  return contents.some((bytes) => MARK.test(decoder.decode(bytes)))
}
