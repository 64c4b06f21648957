const LINE_FEED = 0x0a

/**
 * Splits output into lines, in chunks of any size. Decodes it as Latin-1: a path need not be UTF-8, and content is not
 * read. Text after the last line feed is not a line. `isSkipped` gets the first byte of each line: most of a patch is
 * content, and decoding it takes longer than finding its end.
 */
export function splitLines(
  onLine: (line: string) => void,
  isSkipped: (first: number | undefined) => boolean = () => false,
): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      const [begun] = pieces
      if (begun === undefined) {
        if (!isSkipped(chunk[from])) onLine(chunk.toString('latin1', from, at))
      } else {
        if (!isSkipped(begun[0])) onLine(Buffer.concat([...pieces, chunk.subarray(from, at)]).toString('latin1'))
        pieces = []
      }
      from = at + 1
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
}
