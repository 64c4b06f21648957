import { fromThrowable } from '@chronicle/schema'

/** A text cut into lines, which are decoded when they are needed. Lines are those of git: only a line feed ends one. */
export interface LineIndex {
  /** A last line without a line feed is a line; an empty text has none. */
  readonly count: number
  /** One line with what ends it, from 1. Bytes that are no UTF-8 become U+FFFD; a byte order mark stays. */
  line(number: number): string
}

const LF = 10

/** Finds the lines of a text. */
export function indexLines(bytes: Uint8Array): LineIndex {
  const starts: number[] = []
  for (let start = 0; start < bytes.length;) {
    starts.push(start)
    const end = bytes.indexOf(LF, start)
    start = end < 0 ? bytes.length : end + 1
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return {
    count: starts.length,
    line: (number) =>
      decoder.decode(bytes.subarray(starts[number - 1] ?? bytes.length, starts[number] ?? bytes.length)),
  }
}

/** Whether the bytes are text in UTF-8 from beginning to end. */
export function isUtf8(bytes: Uint8Array): boolean {
  return fromThrowable(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))().isOk()
}
