/** Whether lines as `codeLines` returns them are the same, empty ones left out. */
export function isSameCode(before: readonly string[], after: readonly string[]): boolean {
  const [left, right] = [before, after].map((lines) => lines.filter((line) => line !== ''))
  return left?.length === right?.length && left?.every((line, index) => line === right?.[index]) === true
}
