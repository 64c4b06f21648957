/** Whether lines returned by `codeLines` are equal, ignoring empty ones. */
export function isSameCode(before: readonly string[], after: readonly string[]): boolean {
  const [left, right] = [before, after].map((lines) => lines.filter((line) => line !== ''))
  return left?.length === right?.length && left?.every((line, index) => line === right?.[index]) === true
}
