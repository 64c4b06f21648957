/** Returns a function from offsets to 1-based line numbers. Offsets are asked for in rising order. */
export function linesOf(text: string): (offset: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (offset) => {
    while (next !== -1 && next < offset) {
      line++
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
