import { fromThrowable } from '@chronicle/schema'

/** A text split into lines, each decoded on demand. As in git, only a line feed ends a line. */
export interface LineIndex {
  /** Number of lines. A last line without a line feed counts; an empty text has 0. */
  readonly count: number
  /**
   * Returns one line (1-based) with its line ending. Bytes that are not UTF-8 become U+FFFD; a byte order mark is kept.
   */
  line(number: number): string
}

const LF = 10

/** Indexes the lines of a text. */
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

/** Whether all bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  return fromThrowable(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))().isOk()
}
