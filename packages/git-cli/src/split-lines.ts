const LINE_FEED = 0x0a

/**
 * Cuts output into lines, in whatever pieces it comes. Decoded as bytes: a path need not be UTF-8, and content is not
 * looked at. What follows the last line feed is no line. `isLeftOut` is asked for the first byte of each line: most of a
 * patch is content, and to make text of it takes longer than to find where it ends.
 */
export function splitLines(
  onLine: (line: string) => void,
  isLeftOut: (first: number | undefined) => boolean = () => false,
): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      const [begun] = pieces
      if (begun === undefined) {
        if (!isLeftOut(chunk[from])) onLine(chunk.toString('latin1', from, at))
      } else {
        if (!isLeftOut(begun[0])) onLine(Buffer.concat([...pieces, chunk.subarray(from, at)]).toString('latin1'))
        pieces = []
      }
      from = at + 1
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
}
