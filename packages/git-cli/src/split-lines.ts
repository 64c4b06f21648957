const LINE_FEED = 0x0a

/**
 * Cuts output into lines, in whatever pieces it comes. Decoded as bytes: a path need not be UTF-8, and content is not
 * looked at. What follows the last line feed is no line.
 */
export function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      pieces.push(chunk.subarray(from, at))
      onLine((pieces.length === 1 ? (pieces[0] ?? chunk) : Buffer.concat(pieces)).toString('latin1'))
      pieces = []
      from = at + 1
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
}
