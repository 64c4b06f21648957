/** A row of a table with figures. */
const ROW = /^\s*\|(?=.*\d).*\|\s*$/
/** A figure with its unit, in a line that is not a sentence. */
const FIGURE = /\b\d[\d.,]{0,30}\s*(?:(?:ms|µs|us|ns|s|[KMG]i?B)\b|%)/
const SENTENCE = /\b[a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+\b/
/** Output of `time` and of benchmarks. */
const TIME = /^\s*(?:real|user|sys)\s+\d/
const BENCHMARK = /(?:^|\n)[^\S\n]*Benchmark\w*(?:-\d+)?\s+\d/

/** Returns whether a text contains measurement results, which say how fast something is but not why. */
export function isMeasurement(text: string): boolean {
  const lines = text.split('\n')
  return (
    lines.some((line) => ROW.test(line)) ||
    hasThree(lines, (line) => FIGURE.test(line) && !SENTENCE.test(line)) ||
    hasThree(
      lines.filter((line) => line.trim() !== ''),
      (line) => TIME.test(line),
    ) ||
    BENCHMARK.test(text)
  )
}

/** Returns whether `is` holds for three lines in a row. */
function hasThree(lines: readonly string[], is: (line: string) => boolean): boolean {
  let found = 0
  return lines.some((line) => (found = is(line) ? found + 1 : 0) === 3)
}
