/** Rows of a table with figures; three figures with their units on lines of their own; what `time` and benchmarks print. */
const FIGURES =
  /^\s*\|.*\d.*\|\s*$|(?:^(?!.*\b[a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+\b).*\b\d[\d.,]*\s*(?:(?:ms|µs|us|ns|s|[KMG]i?B)\b|%).*\n?){3}|(?:^\s*(?:real|user|sys)\s+\d.*\n?){3}|^\s*Benchmark\w*(?:-\d+)?\s+\d/m

/** Returns whether a text has what a measurement gave in it: it says how fast something was, and not why it is so. */
export function isMeasurement(text: string): boolean {
  return FIGURES.test(text)
}
